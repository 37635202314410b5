#version 460
// Invocations beyond the edge return before the barriers of the others.
// kind: divergent barrier
// expect: convergence
// with: --groups 2,2,1 --push 14000000180000001e000000 --subgroup-size 32
#extension GL_KHR_cooperative_matrix : require
#extension GL_KHR_memory_scope_semantics : require
#extension GL_KHR_shader_subgroup_basic : require
#extension GL_EXT_shader_explicit_arithmetic_types : require

#define FRAG(T, R, C, U) coopmat<T, gl_ScopeSubgroup, R, C, gl_MatrixUse##U>
#define ROW gl_CooperativeMatrixLayoutRowMajor
#define COL gl_CooperativeMatrixLayoutColumnMajor

layout(local_size_x = 32) in;
layout(set = 0, binding = 0) readonly buffer A { float16_t data_a[]; };
layout(set = 0, binding = 1) readonly buffer B { float16_t data_b[]; };
layout(set = 0, binding = 2) writeonly buffer D { float data_d[]; };
layout(push_constant) uniform parameter { uint M; uint N; uint K; } p;

shared float16_t buf_a[256];
shared float16_t buf_b[256];
shared float out_tile[256];

void main() {
  const uint top = gl_WorkGroupID.y * 16;
  const uint left = gl_WorkGroupID.x * 16;
  if (top + gl_LocalInvocationIndex / 2 >= p.M) {
    return;
  }
  FRAG(float, 16, 16, Accumulator) sum = FRAG(float, 16, 16, Accumulator)(0.0);
  for (uint k = 0; k < p.K; k += 16) {
    for (uint i = gl_LocalInvocationIndex; i < 256; i += 32) {
      const uint r = i / 16;
      const uint c = i % 16;
      buf_a[i] = top + r < p.M && k + c < p.K ? data_a[(top + r) * p.K + k + c] : float16_t(0);
      buf_b[i] = k + r < p.K && left + c < p.N ? data_b[(k + r) * p.N + left + c] : float16_t(0);
    }
    barrier(); // <-
    FRAG(float16_t, 16, 16, A) a;
    FRAG(float16_t, 16, 16, B) b;
    coopMatLoad(a, buf_a, 0, 16, ROW);
    coopMatLoad(b, buf_b, 0, 16, ROW);
    sum = coopMatMulAdd(a, b, sum);
    barrier();
  }
  coopMatStore(sum, out_tile, 0, 16, ROW);
  barrier();
  for (uint i = gl_LocalInvocationIndex; i < 256; i += 32) {
    if (top + i / 16 < p.M && left + i % 16 < p.N) {
      data_d[(top + i / 16) * p.N + left + i % 16] = out_tile[i];
    }
  }
}
