#version 460
// A softmax of the rows by reductions.
#extension GL_KHR_cooperative_matrix : require
#extension GL_KHR_memory_scope_semantics : require
#extension GL_KHR_shader_subgroup_basic : require
#extension GL_EXT_shader_explicit_arithmetic_types : require
#extension GL_NV_cooperative_matrix2 : require

#define FRAG(T, R, C, U) coopmat<T, gl_ScopeSubgroup, R, C, gl_MatrixUse##U>
#define ROW gl_CooperativeMatrixLayoutRowMajor
#define COL gl_CooperativeMatrixLayoutColumnMajor

layout(local_size_x = 32) in;
layout(set = 0, binding = 0) readonly buffer A { float data_a[]; };
layout(set = 0, binding = 1) writeonly buffer D { float data_d[]; };

float larger(const in float a, const in float b) { return max(a, b); }
float plus(const in float a, const in float b) { return a + b; }
float power(const in uint row, const in uint col, const in float x) { return exp(x); }

void main() {
  FRAG(float, 16, 16, Accumulator) s;
  FRAG(float, 16, 16, Accumulator) most;
  FRAG(float, 16, 16, Accumulator) sum;
  coopMatLoad(s, data_a, 0, 16, ROW);
  coopMatReduceNV(most, s, gl_CooperativeMatrixReduceRowNV, larger);
  s = s - most;
  coopMatPerElementNV(s, s, power);
  coopMatReduceNV(sum, s, gl_CooperativeMatrixReduceRowNV, plus);
  s = s / sum;
  coopMatStore(s, data_d, 0, 16, ROW);
}
