#version 460
#extension GL_NV_cooperative_vector : require
#extension GL_EXT_shader_explicit_arithmetic_types : require

layout(local_size_x = 32) in;
layout(binding = 0) readonly buffer In { float16_t src[]; };
layout(binding = 1) readonly buffer Wt { uint8_t w[]; };
layout(binding = 2) writeonly buffer Out { float16_t dst[]; };
layout(binding = 3) readonly buffer Bi { float16_t bias[]; };

void main() {
    const uint at = gl_LocalInvocationID.x * 64;
    coopvecNV<float16_t, 32> v, r;
    coopVecLoadNV(v, src, at);
    coopVecMatMulAddNV(r, v, gl_ComponentTypeFloatE4M3NV, w, 128, gl_ComponentTypeFloatE4M3NV,
        bias, 0, gl_ComponentTypeFloat16NV, 32, 32, gl_CooperativeVectorMatrixLayoutInferencingOptimalNV, false, 0);
    r = min(max(r, coopvecNV<float16_t, 32>(float16_t(0))), coopvecNV<float16_t, 32>(float16_t(6)));
    coopVecStoreNV(r, dst, at);
}
