#version 460
// Two stages of shared memory: the next tile is fetched while the present one is multiplied.
// with: --groups 1,1,1 --push 100000001000000060000000 --subgroup-size 32
#extension GL_KHR_cooperative_matrix : require
#extension GL_KHR_memory_scope_semantics : require
#extension GL_KHR_shader_subgroup_basic : require
#extension GL_EXT_shader_explicit_arithmetic_types : require

#define FRAG(T, R, C, U) coopmat<T, gl_ScopeSubgroup, R, C, gl_MatrixUse##U>
#define ROW gl_CooperativeMatrixLayoutRowMajor
#define COL gl_CooperativeMatrixLayoutColumnMajor

layout(local_size_x = 64) in;
layout(set = 0, binding = 0) readonly buffer A { float16_t data_a[]; };
layout(set = 0, binding = 1) readonly buffer B { float16_t data_b[]; };
layout(set = 0, binding = 2) writeonly buffer D { float data_d[]; };
layout(push_constant) uniform parameter { uint M; uint N; uint K; } p;

shared float16_t stage_a[2][16 * 16];
shared float16_t stage_b[2][16 * 16];

void fetch(uint slot, uint k) {
  for (uint i = gl_LocalInvocationIndex; i < 256; i += 64) {
    stage_a[slot][i] = data_a[(i / 16) * p.K + k + i % 16];
    stage_b[slot][i] = data_b[(k + i / 16) * p.N + i % 16];
  }
}

void main() {
  FRAG(float, 16, 16, Accumulator) sum = FRAG(float, 16, 16, Accumulator)(0.0);
  fetch(0, 0);
  barrier();
  uint slot = 0;
  for (uint k = 0; k < p.K; k += 16) {
    if (k + 16 < p.K) {
      fetch(slot ^ 1, k + 16);
    }
    FRAG(float16_t, 16, 16, A) a;
    FRAG(float16_t, 16, 16, B) b;
    coopMatLoad(a, stage_a[slot], 0, 16, ROW);
    coopMatLoad(b, stage_b[slot], 0, 16, ROW);
    sum = coopMatMulAdd(a, b, sum);
    barrier();
    slot ^= 1;
  }
  if (gl_SubgroupID == 0) {
    coopMatStore(sum, data_d, 0, p.N, ROW);
  }
}
