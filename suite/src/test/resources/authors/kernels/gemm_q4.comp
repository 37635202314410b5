#version 460
// Weights in blocks of 4 bits, unpacked into shared memory.
// with: --push 100000001000000040000000 --subgroup-size 32
#extension GL_KHR_cooperative_matrix : require
#extension GL_KHR_memory_scope_semantics : require
#extension GL_KHR_shader_subgroup_basic : require
#extension GL_EXT_shader_explicit_arithmetic_types : require
#extension GL_EXT_shader_16bit_storage : require
#extension GL_EXT_shader_8bit_storage : require

#define FRAG(T, R, C, U) coopmat<T, gl_ScopeSubgroup, R, C, gl_MatrixUse##U>
#define ROW gl_CooperativeMatrixLayoutRowMajor
#define COL gl_CooperativeMatrixLayoutColumnMajor

// Blocks of 32 weights: a scale and 16 bytes, the lower nibbles of which are the first half.
struct block_q4 {
  float16_t d;
  uint8_t qs[16];
};
layout(local_size_x = 32) in;
layout(set = 0, binding = 0, std430) readonly buffer A { block_q4 data_a[]; };
layout(set = 0, binding = 1, std430) readonly buffer B { float16_t data_b[]; };
layout(set = 0, binding = 2, std430) writeonly buffer D { float data_d[]; };
layout(push_constant) uniform parameter { uint M; uint N; uint K; } p;

shared float16_t buf_a[16 * 32];
shared float16_t buf_b[32 * 16];

void main() {
  FRAG(float, 16, 16, Accumulator) sum = FRAG(float, 16, 16, Accumulator)(0.0);
  for (uint k = 0; k < p.K; k += 32) {
    for (uint i = gl_LocalInvocationIndex; i < 16 * 16; i += 32) {
      const uint r = i / 16;
      const uint q = i % 16;
      const uint ib = r * (p.K / 32) + k / 32;
      const float d = float(data_a[ib].d);
      const uint both = uint(data_a[ib].qs[q]);
      buf_a[r * 32 + q] = float16_t((float(both & 0xF) - 8.0) * d);
      buf_a[r * 32 + q + 16] = float16_t((float(both >> 4) - 8.0) * d);
    }
    for (uint i = gl_LocalInvocationIndex; i < 32 * 16; i += 32) {
      buf_b[i] = data_b[(k + i / 16) * p.N + i % 16];
    }
    barrier();
    for (uint s = 0; s < 32; s += 16) {
      FRAG(float16_t, 16, 16, A) a;
      FRAG(float16_t, 16, 16, B) b;
      coopMatLoad(a, buf_a, s, 32, ROW);
      coopMatLoad(b, buf_b, s * 16, 16, ROW);
      sum = coopMatMulAdd(a, b, sum);
    }
    barrier();
  }
  coopMatStore(sum, data_d, 0, p.N, ROW);
}
