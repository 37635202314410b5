#version 460
// Sizes from a uniform block, as mobile frameworks hand them over.
#extension GL_KHR_cooperative_matrix : require
#extension GL_KHR_memory_scope_semantics : require
#extension GL_KHR_shader_subgroup_basic : require
#extension GL_EXT_shader_explicit_arithmetic_types : require

#define FRAG(T, R, C, U) coopmat<T, gl_ScopeSubgroup, R, C, gl_MatrixUse##U>
#define ROW gl_CooperativeMatrixLayoutRowMajor
#define COL gl_CooperativeMatrixLayoutColumnMajor

layout(local_size_x = 32) in;
layout(set = 0, binding = 0) writeonly buffer destBuffer { float16_t data[]; } uOutput;
layout(set = 0, binding = 1) readonly buffer srcBuffer { float16_t data[]; } uInput;
layout(set = 0, binding = 2) readonly buffer kernelBuffer { float16_t data[]; } uKernel;
layout(set = 0, binding = 3) uniform constBuffer { ivec4 size; } uConst;

void main() {
  FRAG(float16_t, 16, 16, Accumulator) sum = FRAG(float16_t, 16, 16, Accumulator)(0.0hf);
  const int depth = max(uConst.size.y, 1);
  for (int i = 0; i < depth; ++i) {
    FRAG(float16_t, 16, 16, A) k;
    FRAG(float16_t, 16, 16, B) x;
    coopMatLoad(k, uKernel.data, i * 256, 16, ROW);
    coopMatLoad(x, uInput.data, i * 256, 16, ROW);
    sum = coopMatMulAdd(k, x, sum);
  }
  coopMatStore(sum, uOutput.data, 0, 16, ROW);
}
