#version 460
// The running sum is never set to 0.
// kind: value that was never set
// expect: initialization
// with: --push 0300000000008000 --subgroup-size 32
#extension GL_KHR_cooperative_matrix : require
#extension GL_KHR_memory_scope_semantics : require
#extension GL_KHR_shader_subgroup_basic : require
#extension GL_EXT_shader_explicit_arithmetic_types : require

#define FRAG(T, R, C, U) coopmat<T, gl_ScopeSubgroup, R, C, gl_MatrixUse##U>
#define ROW gl_CooperativeMatrixLayoutRowMajor
#define COL gl_CooperativeMatrixLayoutColumnMajor

layout(local_size_x = 32) in;
layout(set = 0, binding = 0) readonly buffer Q { float16_t data_q[]; };
layout(set = 0, binding = 1) readonly buffer K { float16_t data_k[]; };
layout(set = 0, binding = 2) readonly buffer V { float16_t data_v[]; };
layout(set = 0, binding = 3) writeonly buffer O { float data_o[]; };
layout(push_constant) uniform parameter { uint blocks; uint unused; } p;
shared float scores[256];
shared float16_t weights[256];
shared float part[256];
shared float highest[16];
shared float total[16];
shared float decay[16];

void main() {
  const uint tid = gl_LocalInvocationIndex;
  float acc[8];
  for (int i = 0; i < 8; ++i) {
    acc[i] = 0.0;
  }
  if (tid < 16) {
    highest[tid] = -1e30;
  }
  FRAG(float16_t, 16, 16, A) q;
  coopMatLoad(q, data_q, 0, 16, ROW);
  for (uint block = 0; block < p.blocks; ++block) {
    FRAG(float16_t, 16, 16, B) k;
    coopMatLoad(k, data_k, block * 256, 16, COL);
    coopMatStore(coopMatMulAdd(q, k, FRAG(float, 16, 16, Accumulator)(0.0)), scores, 0, 16, ROW);
    barrier();
    if (tid < 16) {
      float most = highest[tid];
      for (uint c = 0; c < 16; ++c) {
        most = max(most, scores[tid * 16 + c]);
      }
      decay[tid] = exp(highest[tid] - most);
      float sum = total[tid] * decay[tid];
      for (uint c = 0; c < 16; ++c) {
        const float w = exp(scores[tid * 16 + c] - most);
        weights[tid * 16 + c] = float16_t(w);
        sum += w;
      }
      highest[tid] = most;
      total[tid] = sum;
    }
    barrier();
    FRAG(float16_t, 16, 16, A) w;
    FRAG(float16_t, 16, 16, B) v;
    coopMatLoad(w, weights, 0, 16, ROW);
    coopMatLoad(v, data_v, block * 256, 16, ROW);
    coopMatStore(coopMatMulAdd(w, v, FRAG(float, 16, 16, Accumulator)(0.0)), part, 0, 16, ROW);
    barrier();
    for (uint i = 0; i < 8; ++i) {
      const uint at = i * 32 + tid;
      acc[i] = acc[i] * decay[at / 16] + part[at];
    }
    barrier();
  }
  for (uint i = 0; i < 8; ++i) {
    const uint at = i * 32 + tid;
    data_o[at] = acc[i] / total[at / 16]; // <-
  }
}
