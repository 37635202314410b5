#version 460
#extension GL_NV_cooperative_vector : require
#extension GL_EXT_shader_explicit_arithmetic_types : require

layout(local_size_x = 32) in;
layout(binding = 0) readonly buffer X { float16_t x[]; };        // 64 samples of 16
layout(binding = 1) readonly buffer Wt { float16_t weights[]; }; // layer 1: 32x16 at 0 (1024 bytes), layer 2: 4x32 at 1024
layout(binding = 2) readonly buffer Bs { float16_t biases[]; };  // 32 at 0, 4 at 64
layout(binding = 3) writeonly buffer Y { float16_t y[]; };       // 64 samples of 4
layout(push_constant) uniform P { uint count; } p;

void main() {
    const uint i = gl_GlobalInvocationID.x;
    if (i >= p.count) return;

    coopvecNV<float16_t, 16> v;
    coopVecLoadNV(v, x, i * 32);

    coopvecNV<float16_t, 32> h;
    coopVecMatMulAddNV(h, v, gl_ComponentTypeFloat16NV,
        weights, 0, gl_ComponentTypeFloat16NV,
        biases, 0, gl_ComponentTypeFloat16NV,
        32, 16, gl_CooperativeVectorMatrixLayoutRowMajorNV, false, 32);
    h = max(h, coopvecNV<float16_t, 32>(float16_t(0.0)));

    coopvecNV<float16_t, 4> o;
    coopVecMatMulAddNV(o, h, gl_ComponentTypeFloat16NV,
        weights, 1024, gl_ComponentTypeFloat16NV,
        biases, 64, gl_ComponentTypeFloat16NV,
        4, 32, gl_CooperativeVectorMatrixLayoutRowMajorNV, false, 64);
    for (uint c = 0; c < 4; ++c) y[i * 4 + c] = o[c];
}
