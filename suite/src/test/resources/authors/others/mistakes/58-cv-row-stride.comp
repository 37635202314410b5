#version 460
#extension GL_NV_cooperative_vector : require
#extension GL_EXT_shader_explicit_arithmetic_types : require

layout(local_size_x = 32) in;
layout(binding = 0) readonly buffer X { float16_t x[]; };
layout(binding = 1) readonly buffer W { float16_t w[]; };
layout(binding = 2) writeonly buffer Y { float16_t y[]; };

const int IN = 12;
const int OUT = 8;

void main() {
    const uint t = gl_LocalInvocationID.x;
    coopvecNV<float16_t, IN> v;
    coopVecLoadNV(v, x, t * 32);
    coopvecNV<float16_t, OUT> r;
    coopVecMatMulNV(r, v, gl_ComponentTypeFloat16NV, w, 0, gl_ComponentTypeFloat16NV,
        OUT, IN, gl_CooperativeVectorMatrixLayoutRowMajorNV, false, IN * 2);
    coopVecStoreNV(r, y, t * OUT * 2);
}
