#version 460
// A subgroup has 2 x 2 tiles of its own, in an array.
// with: --push 200000002000000020000000 --subgroup-size 32
#extension GL_KHR_cooperative_matrix : require
#extension GL_KHR_memory_scope_semantics : require
#extension GL_KHR_shader_subgroup_basic : require
#extension GL_EXT_shader_explicit_arithmetic_types : require
#extension GL_EXT_control_flow_attributes : require

#define FRAG(T, R, C, U) coopmat<T, gl_ScopeSubgroup, R, C, gl_MatrixUse##U>
#define ROW gl_CooperativeMatrixLayoutRowMajor
#define COL gl_CooperativeMatrixLayoutColumnMajor

layout(local_size_x = 32) in;
layout(set = 0, binding = 0) readonly buffer A { float16_t data_a[]; };
layout(set = 0, binding = 1) readonly buffer B { float16_t data_b[]; };
layout(set = 0, binding = 2) writeonly buffer D { float16_t data_d[]; };
layout(push_constant) uniform parameter { uint M; uint N; uint K; } p;

void main() {
  FRAG(float16_t, 16, 16, Accumulator) sums[2 * 2];
  [[unroll]] for (int i = 0; i < 4; ++i) {
    sums[i] = FRAG(float16_t, 16, 16, Accumulator)(0.0hf);
  }
  for (uint k = 0; k < p.K; k += 16) {
    FRAG(float16_t, 16, 16, A) a[2];
    [[unroll]] for (int r = 0; r < 2; ++r) {
      coopMatLoad(a[r], data_a, r * 16 * p.K + k, p.K, ROW);
    }
    [[unroll]] for (int c = 0; c < 2; ++c) {
      FRAG(float16_t, 16, 16, B) b;
      coopMatLoad(b, data_b, k * p.N + c * 16, p.N, ROW);
      [[unroll]] for (int r = 0; r < 2; ++r) {
        sums[r * 2 + c] = coopMatMulAdd(a[r], b, sums[r * 2 + c]);
      }
    }
  }
  [[unroll]] for (int r = 0; r < 2; ++r) {
    [[unroll]] for (int c = 0; c < 2; ++c) {
      coopMatStore(sums[r * 2 + c], data_d, r * 16 * p.N + c * 16, p.N, ROW);
    }
  }
}
