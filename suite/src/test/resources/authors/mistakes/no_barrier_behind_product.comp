#version 460
// The barrier at the end of the loop was forgotten: the next tile is staged while others still read.
// kind: missing barrier
// expect: race
// with: --groups 2,1,1 --push 200000004000000030000000 --subgroup-size 32
#extension GL_KHR_cooperative_matrix : require
#extension GL_KHR_memory_scope_semantics : require
#extension GL_KHR_shader_subgroup_basic : require
#extension GL_EXT_shader_explicit_arithmetic_types : require

#define FRAG(T, R, C, U) coopmat<T, gl_ScopeSubgroup, R, C, gl_MatrixUse##U>
#define ROW gl_CooperativeMatrixLayoutRowMajor
#define COL gl_CooperativeMatrixLayoutColumnMajor

#define BM 32
#define BN 32
#define BK 16
#define PAD 8
layout(local_size_x = 128) in;
layout(set = 0, binding = 0) readonly buffer A { float16_t data_a[]; };
layout(set = 0, binding = 1) readonly buffer B { float16_t data_b[]; };
layout(set = 0, binding = 2) writeonly buffer D { float data_d[]; };
layout(push_constant) uniform parameter { uint M; uint N; uint K; } p;

shared float16_t buf_a[BM * (BK + PAD)];
shared float16_t buf_b[BK * (BN + PAD)];

void main() {
  const uint top = gl_WorkGroupID.y * BM;
  const uint left = gl_WorkGroupID.x * BN;
  const uint warp_r = gl_SubgroupID / 2;
  const uint warp_c = gl_SubgroupID % 2;
  FRAG(float, 16, 16, Accumulator) sum = FRAG(float, 16, 16, Accumulator)(0.0);
  for (uint k = 0; k < p.K; k += BK) {
    for (uint i = gl_LocalInvocationIndex; i < BM * BK; i += 128) {
      buf_a[i / BK * (BK + PAD) + i % BK] = data_a[(top + i / BK) * p.K + k + i % BK]; // <-
    }
    for (uint i = gl_LocalInvocationIndex; i < BK * BN; i += 128) {
      buf_b[i / BN * (BN + PAD) + i % BN] = data_b[(k + i / BN) * p.N + left + i % BN];
    }
    barrier();
    FRAG(float16_t, 16, 16, A) a;
    FRAG(float16_t, 16, 16, B) b;
    coopMatLoad(a, buf_a, warp_r * 16 * (BK + PAD), BK + PAD, ROW);
    coopMatLoad(b, buf_b, warp_c * 16, BN + PAD, ROW);
    sum = coopMatMulAdd(a, b, sum);
  }
  coopMatStore(sum, data_d, (top + warp_r * 16) * p.N + left + warp_c * 16, p.N, ROW);
}
