#version 460
// The second layer begins at 1,000 bytes, which is no multiple of 64.
// kind: misaligned matrix
// expect: alignment
// with: --groups 2,1,1
#extension GL_NV_cooperative_vector : require
#extension GL_EXT_shader_explicit_arithmetic_types : require

layout(local_size_x = 32) in;
layout(set = 0, binding = 0) readonly buffer Inputs { float16_t inputs[]; };
layout(set = 0, binding = 1) readonly buffer Weights { float16_t weights[]; };
layout(set = 0, binding = 2) readonly buffer Biases { float16_t biases[]; };
layout(set = 0, binding = 3) writeonly buffer Outputs { float16_t outputs[]; };
#define HALF gl_ComponentTypeFloat16NV
#define ROWS gl_CooperativeVectorMatrixLayoutRowMajorNV

void main() {
  coopvecNV<float16_t, 16> x;
  coopVecLoadNV(x, inputs, gl_GlobalInvocationID.x * 32);
  coopvecNV<float16_t, 32> hidden;
  coopVecMatMulAddNV(hidden, x, HALF, weights, 0, HALF, biases, 0, HALF, 32, 16, ROWS, false, 32);
  hidden = max(hidden, coopvecNV<float16_t, 32>(float16_t(0)));
  coopvecNV<float16_t, 8> y;
  coopVecMatMulAddNV(y, hidden, HALF, weights, 1000, HALF, biases, 64, HALF, 8, 32, ROWS, false, 64); // <-
  coopVecStoreNV(y, outputs, gl_GlobalInvocationID.x * 16);
}
