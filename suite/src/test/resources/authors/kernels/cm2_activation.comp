#version 460
// An activation as a function of each element, which knows its row.
#extension GL_KHR_cooperative_matrix : require
#extension GL_KHR_memory_scope_semantics : require
#extension GL_KHR_shader_subgroup_basic : require
#extension GL_EXT_shader_explicit_arithmetic_types : require
#extension GL_NV_cooperative_matrix2 : require

#define FRAG(T, R, C, U) coopmat<T, gl_ScopeSubgroup, R, C, gl_MatrixUse##U>
#define ROW gl_CooperativeMatrixLayoutRowMajor
#define COL gl_CooperativeMatrixLayoutColumnMajor

layout(local_size_x = 32) in;
layout(set = 0, binding = 0) readonly buffer A { float16_t data_a[]; };
layout(set = 0, binding = 1) readonly buffer Bias { float16_t bias[]; };
layout(set = 0, binding = 2) writeonly buffer D { float16_t data_d[]; };

float16_t gelu(const in uint row, const in uint col, const in float16_t x) {
  const float y = float(x) + float(bias[row]);
  return float16_t(0.5 * y * (1.0 + tanh(0.797884 * (y + 0.044715 * y * y * y))));
}

void main() {
  FRAG(float16_t, 16, 16, Accumulator) m;
  coopMatLoad(m, data_a, 0, 16, ROW);
  coopMatPerElementNV(m, m, gelu);
  coopMatStore(m, data_d, 0, 16, ROW);
}
