#version 460
// The gradient of a layer: an outer product for the weights, a sum for the bias.
#extension GL_NV_cooperative_vector : require
#extension GL_EXT_shader_explicit_arithmetic_types : require

layout(local_size_x = 32) in;
layout(set = 0, binding = 0) readonly buffer Inputs { float16_t inputs[]; };
layout(set = 0, binding = 1) readonly buffer Errors { float16_t errors[]; };
layout(set = 0, binding = 2) buffer Gradient { float16_t gradient[]; };
layout(set = 0, binding = 3) buffer BiasGradient { float16_t bias_gradient[]; };

void main() {
  coopvecNV<float16_t, 16> x;
  coopvecNV<float16_t, 16> e;
  coopVecLoadNV(x, inputs, gl_LocalInvocationIndex * 32);
  coopVecLoadNV(e, errors, gl_LocalInvocationIndex * 32);
  coopVecOuterProductAccumulateNV(e, x, gradient, 0, 0, gl_CooperativeVectorMatrixLayoutTrainingOptimalNV, gl_ComponentTypeFloat16NV);
  coopVecReduceSumAccumulateNV(e, bias_gradient, 0);
}
