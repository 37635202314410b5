#version 460
// Frequencies of a coordinate as the input of a layer.
// with: --groups 2,1,1
#extension GL_NV_cooperative_vector : require
#extension GL_EXT_shader_explicit_arithmetic_types : require

layout(local_size_x = 32) in;
layout(set = 0, binding = 0) readonly buffer Points { float points[]; };
layout(set = 0, binding = 1) readonly buffer Weights { float16_t weights[]; };
layout(set = 0, binding = 2) writeonly buffer Outputs { float outputs[]; };

void main() {
  const uint id = gl_GlobalInvocationID.x;
  coopvecNV<float16_t, 16> x;
  float f = 0.5;
  for (int i = 0; i < 16; i += 2) {
    x[i] = float16_t(sin(points[id] * f));
    x[i + 1] = float16_t(cos(points[id] * f));
    f *= 1.25;
  }
  coopvecNV<float16_t, 16> y;
  coopVecMatMulNV(y, x, gl_ComponentTypeFloat16NV, weights, 0, gl_ComponentTypeFloat16NV, 16, 16,
      gl_CooperativeVectorMatrixLayoutInferencingOptimalNV, false, 0);
  float sum = 0.0;
  for (int i = 0; i < 16; ++i) {
    sum += float(y[i]);
  }
  outputs[id] = sum;
}
