#version 460
// Four gates of a cell as four matrices, combined element by element.
// with: --subgroup-size 32
#extension GL_KHR_cooperative_matrix : require
#extension GL_KHR_memory_scope_semantics : require
#extension GL_KHR_shader_subgroup_basic : require
#extension GL_EXT_shader_explicit_arithmetic_types : require

#define FRAG(T, R, C, U) coopmat<T, gl_ScopeSubgroup, R, C, gl_MatrixUse##U>
#define ROW gl_CooperativeMatrixLayoutRowMajor
#define COL gl_CooperativeMatrixLayoutColumnMajor

layout(local_size_x = 32) in;
layout(binding = 0) readonly buffer Hidden { float16_t hidden[]; };
layout(binding = 1) readonly buffer Weights { float16_t weights[]; };
layout(binding = 2) buffer Cell { float cell[]; };
layout(binding = 3) writeonly buffer Out { float result[]; };
#define SUM FRAG(float, 16, 16, Accumulator)

SUM gate(uint n) {
  FRAG(float16_t, 16, 16, A) h;
  FRAG(float16_t, 16, 16, B) w;
  coopMatLoad(h, hidden, 0, 16, ROW);
  coopMatLoad(w, weights, n * 256, 16, ROW);
  return coopMatMulAdd(h, w, SUM(0.0));
}

void main() {
  SUM i = gate(0);
  SUM f = gate(1);
  SUM g = gate(2);
  SUM o = gate(3);
  SUM c;
  coopMatLoad(c, cell, 0, 16, ROW);
  for (int n = 0; n < c.length(); ++n) {
    c[n] = c[n] / (1.0 + exp(-f[n])) + tanh(g[n]) / (1.0 + exp(-i[n]));
    o[n] = tanh(c[n]) / (1.0 + exp(-o[n]));
  }
  coopMatStore(c, cell, 0, 16, ROW);
  coopMatStore(o, result, 0, 16, ROW);
}
