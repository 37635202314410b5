#version 460
#extension GL_NV_cooperative_vector : require
#extension GL_EXT_shader_explicit_arithmetic_types_float16 : require

layout(local_size_x = 32) in;
layout(binding = 0) readonly buffer In { float16_t act[]; };
layout(binding = 1) readonly buffer Gr { float16_t grad[]; };
layout(binding = 2) buffer DW { float16_t dW[]; };
layout(binding = 3) buffer DB { float16_t dB[]; };

void main() {
    const uint at = gl_GlobalInvocationID.x * 32;
    coopvecNV<float16_t, 16> a, g;
    coopVecLoadNV(a, act, at);
    coopVecLoadNV(g, grad, at);
    // derivative of relu
    g = g * step(coopvecNV<float16_t, 16>(float16_t(0.0)), a);
    coopVecOuterProductAccumulateNV(g, a, dW, 64, 0, gl_CooperativeVectorMatrixLayoutTrainingOptimalNV, gl_ComponentTypeFloat16NV);
    coopVecReduceSumAccumulateNV(g, dB, 16);
}
