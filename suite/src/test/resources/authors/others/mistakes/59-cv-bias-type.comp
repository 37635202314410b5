#version 460
#extension GL_NV_cooperative_vector : require
#extension GL_EXT_shader_explicit_arithmetic_types : require

layout(local_size_x = 32) in;
layout(binding = 0) readonly buffer X { float16_t x[]; };
layout(binding = 1) readonly buffer W { float16_t w[]; };
layout(binding = 2) readonly buffer Bs { float16_t bias[]; };
layout(binding = 3) writeonly buffer Y { float16_t y[]; };

void main() {
    const uint at = gl_LocalInvocationID.x * 32;
    coopvecNV<float16_t, 16> v, r;
    coopVecLoadNV(v, x, at);
    coopVecMatMulAddNV(r, v, gl_ComponentTypeFloat16NV, w, 0, gl_ComponentTypeFloat16NV,
        bias, 0, gl_ComponentTypeSignedInt32NV, 16, 16, gl_CooperativeVectorMatrixLayoutRowMajorNV, false, 32);
    coopVecStoreNV(r, y, at);
}
