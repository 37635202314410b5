#version 460
#extension GL_NV_cooperative_vector : require
#extension GL_EXT_shader_explicit_arithmetic_types : require

layout(local_size_x = 32) in;
layout(binding = 0) readonly buffer X { float16_t x[]; };
layout(binding = 1) readonly buffer Net { float16_t net[]; };  // W1, b1, W2 packed
layout(binding = 2) writeonly buffer Y { float16_t y[]; };

const uint W1 = 0;
const uint B1 = 16 * 16 * 2;
const uint W2 = B1 + 16 * 2;

void main() {
    const uint at = gl_LocalInvocationID.x * 32;
    coopvecNV<float16_t, 16> v, h;
    coopVecLoadNV(v, x, at);
    coopVecMatMulAddNV(h, v, gl_ComponentTypeFloat16NV, net, W1, gl_ComponentTypeFloat16NV, net, B1, gl_ComponentTypeFloat16NV,
        16, 16, gl_CooperativeVectorMatrixLayoutRowMajorNV, false, 32);
    h = max(h, coopvecNV<float16_t, 16>(float16_t(0)));
    coopVecMatMulNV(v, h, gl_ComponentTypeFloat16NV, net, W2, gl_ComponentTypeFloat16NV,
        16, 16, gl_CooperativeVectorMatrixLayoutRowMajorNV, false, 32);
    coopVecStoreNV(v, y, at);
}
