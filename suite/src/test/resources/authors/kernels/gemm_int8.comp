#version 460
// 8-bit integers with 32-bit sums; each result is scaled by its row and column.
// with: --push 100000001000000040000000 --subgroup-size 32
#extension GL_KHR_cooperative_matrix : require
#extension GL_KHR_memory_scope_semantics : require
#extension GL_KHR_shader_subgroup_basic : require
#extension GL_EXT_shader_explicit_arithmetic_types : require

#define FRAG(T, R, C, U) coopmat<T, gl_ScopeSubgroup, R, C, gl_MatrixUse##U>
#define ROW gl_CooperativeMatrixLayoutRowMajor
#define COL gl_CooperativeMatrixLayoutColumnMajor

layout(local_size_x = 32) in;
layout(set = 0, binding = 0) readonly buffer A { int8_t data_a[]; };
layout(set = 0, binding = 1) readonly buffer B { int8_t data_b[]; };
layout(set = 0, binding = 2) readonly buffer S { float scale[]; };
layout(set = 0, binding = 3) writeonly buffer D { float data_d[]; };
layout(push_constant) uniform parameter { uint M; uint N; uint K; } p;
shared int out_tile[256];

void main() {
  FRAG(int32_t, 16, 16, Accumulator) sum = FRAG(int32_t, 16, 16, Accumulator)(0);
  for (uint k = 0; k < p.K; k += 32) {
    FRAG(int8_t, 16, 32, A) a;
    FRAG(int8_t, 32, 16, B) b;
    coopMatLoad(a, data_a, k, p.K, ROW);
    coopMatLoad(b, data_b, k, p.K, COL);
    sum = coopMatMulAdd(a, b, sum);
  }
  coopMatStore(sum, out_tile, 0, 16, ROW);
  barrier();
  for (uint i = gl_LocalInvocationIndex; i < 256; i += 32) {
    data_d[(i / 16) * p.N + i % 16] = float(out_tile[i]) * scale[i / 16] * scale[p.M + i % 16];
  }
}
