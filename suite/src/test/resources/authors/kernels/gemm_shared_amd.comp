#version 460
// The same kernel as it runs with subgroups of 64: two of them, each with two tiles.
// with: --groups 2,1,1 --push 200000004000000030000000 --subgroup-size 64
#extension GL_KHR_cooperative_matrix : require
#extension GL_KHR_memory_scope_semantics : require
#extension GL_KHR_shader_subgroup_basic : require
#extension GL_EXT_control_flow_attributes : require
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
  const uint warp_r = gl_SubgroupID;
  FRAG(float, 16, 16, Accumulator) sum[2];
  sum[0] = FRAG(float, 16, 16, Accumulator)(0.0);
  sum[1] = FRAG(float, 16, 16, Accumulator)(0.0);
  for (uint k = 0; k < p.K; k += BK) {
    for (uint i = gl_LocalInvocationIndex; i < BM * BK; i += 128) {
      buf_a[i / BK * (BK + PAD) + i % BK] = data_a[(top + i / BK) * p.K + k + i % BK];
    }
    for (uint i = gl_LocalInvocationIndex; i < BK * BN; i += 128) {
      buf_b[i / BN * (BN + PAD) + i % BN] = data_b[(k + i / BN) * p.N + left + i % BN];
    }
    barrier();
    FRAG(float16_t, 16, 16, A) a;
    FRAG(float16_t, 16, 16, B) b;
    coopMatLoad(a, buf_a, warp_r * 16 * (BK + PAD), BK + PAD, ROW);
    [[unroll]] for (uint c = 0; c < 2; ++c) {
      coopMatLoad(b, buf_b, c * 16, BN + PAD, ROW);
      sum[c] = coopMatMulAdd(a, b, sum[c]);
    }
    barrier(); // all have read
  }
  [[unroll]] for (uint c = 0; c < 2; ++c) {
    coopMatStore(sum[c], data_d, (top + warp_r * 16) * p.N + left + c * 16, p.N, ROW);
  }
}
