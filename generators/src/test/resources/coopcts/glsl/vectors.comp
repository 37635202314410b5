#version 460
#extension GL_EXT_long_vector : require
#extension GL_EXT_shader_explicit_arithmetic_types : require
#extension GL_EXT_spirv_intrinsics : require
#extension GL_NV_cooperative_vector : require

layout(local_size_x = 32) in;

layout(push_constant, std430) uniform Push {
    uint second;
    uint bias;
    uint which;
    uint stride;
} push;
layout(set = 0, binding = 0, std430) readonly buffer SourceBuffer { uint source[]; };
layout(set = 0, binding = 1, std430) buffer ResultBuffer { uint result[]; };
struct Members0 {
    coopvecNV<float16_t, 8> m0;
    coopvecNV<float, 4> m1;
};
coopvecNV<float16_t, 8> kept_float16_8;
spirv_instruction(set = "GLSL.std.450", id = 79) coopvecNV<float16_t, 8> nmin(coopvecNV<float16_t, 8>, coopvecNV<float16_t, 8>);
spirv_instruction(set = "GLSL.std.450", id = 80) coopvecNV<float16_t, 8> nmax(coopvecNV<float16_t, 8>, coopvecNV<float16_t, 8>);
spirv_instruction(set = "GLSL.std.450", id = 81) coopvecNV<float16_t, 8> nclamp(coopvecNV<float16_t, 8>, coopvecNV<float16_t, 8>, coopvecNV<float16_t, 8>);

void main() {
    const uint instance = gl_GlobalInvocationID.x;
    coopvecNV<float16_t, 8> x;
    coopvecNV<float16_t, 8> y;
    coopvecNV<float, 4> z;
    coopvecNV<int, 6> i;
    Members0 pair;

    coopVecLoadNV(x, source, instance * 16u);
    coopVecLoadNV(y, source, push.second);
    z = coopvecNV<float, 4>(0.0);
    i = coopvecNV<int, 6>(int(-5));
    coopVecMatMulNV(y, x, gl_ComponentTypeFloat16NV, source, 64u, gl_ComponentTypeSignedInt8NV, 8u, 8u, gl_CooperativeVectorMatrixLayoutRowMajorNV, false, 16u);
    coopVecMatMulAddNV(y, x, gl_ComponentTypeFloat16NV, source, 128u, gl_ComponentTypeSignedInt8NV, source, push.bias, gl_ComponentTypeFloat16NV, 8u, 8u, gl_CooperativeVectorMatrixLayoutTrainingOptimalNV, true, 48u);
    i = i & i;
    i &= i;
    i = i | i;
    i |= i;
    i = i ^ i;
    i ^= i;
    i = ~i;
    i = i << (i & coopvecNV<int, 6>(int(31)));
    i <<= (i & coopvecNV<int, 6>(int(31)));
    i = i >> (i & coopvecNV<int, 6>(int(31)));
    i >>= (i & coopvecNV<int, 6>(int(31)));
    x = min(x, y);
    x = max(x, y);
    x = clamp(x, y, x);
    x = step(x, y);
    x = fma(x, y, x);
    x = exp(x);
    x = log(x);
    x = tanh(x);
    x = atan(x);
    x = nmin(x, y);
    x = nmax(x, y);
    x = nclamp(x, y, x);
    x[1u] = y[push.which];
    x[2u] = float16_t(z.length() % 100);
    z = coopvecNV<float, 4>(float(z[3u]), vec3(z[0u], z[1u], z[2u]));
    x = coopvecNV<float16_t, 8>(f16mat3x2(y[0u], y[1u], y[2u], y[3u], y[4u], y[5u]), f16vec2(y[6u], y[7u]));
    z = coopvecNV<float, 4>(mat2x2(z[0u], z[1u], z[2u], z[3u]));
    x = coopvecNV<float16_t, 8>(vector<float16_t, 8>(y));
    kept_float16_8 = y; x = kept_float16_8;
    coopVecOuterProductAccumulateNV(x, y, result, 0u, push.stride, gl_CooperativeVectorMatrixLayoutTrainingOptimalNV, gl_ComponentTypeFloat16NV);
    coopVecReduceSumAccumulateNV(x, result, 512u);
    pair.m0 = x;
    y = pair.m0;
    coopVecStoreNV(x, result, instance);
}
