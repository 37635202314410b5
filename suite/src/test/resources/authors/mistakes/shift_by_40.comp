#version 460
// The nibble of a word is found by the element within the row, not within the word.
// kind: shift too far
// expect: arithmetic
// with: --push 100000001000000040000000 --subgroup-size 32
#extension GL_KHR_cooperative_matrix : require
#extension GL_KHR_memory_scope_semantics : require
#extension GL_KHR_shader_subgroup_basic : require
#extension GL_EXT_shader_explicit_arithmetic_types : require

#define FRAG(T, R, C, U) coopmat<T, gl_ScopeSubgroup, R, C, gl_MatrixUse##U>
#define ROW gl_CooperativeMatrixLayoutRowMajor
#define COL gl_CooperativeMatrixLayoutColumnMajor

layout(local_size_x = 32) in;
layout(set = 0, binding = 0) readonly buffer A { uint packed_a[]; };
layout(set = 0, binding = 1) readonly buffer B { float16_t data_b[]; };
layout(set = 0, binding = 2) writeonly buffer D { float data_d[]; };
layout(push_constant) uniform parameter { uint M; uint N; uint K; } p;
const float16_t levels[16] = float16_t[16](
    float16_t(-1), float16_t(-.75), float16_t(-.5), float16_t(-.375), float16_t(-.25), float16_t(-.125), float16_t(-.0625), float16_t(0),
    float16_t(.0625), float16_t(.125), float16_t(.25), float16_t(.375), float16_t(.5), float16_t(.625), float16_t(.75), float16_t(1));
shared float16_t buf_a[256];

void main() {
  FRAG(float, 16, 16, Accumulator) sum = FRAG(float, 16, 16, Accumulator)(0.0);
  for (uint k = 0; k < p.K; k += 16) {
    for (uint i = gl_LocalInvocationIndex; i < 256; i += 32) {
      const uint at = (i / 16) * p.K + k + i % 16;
      const uint nibble = (packed_a[at / 8] >> (at % 16 * 4)) & 15u; // <-
      buf_a[i] = levels[nibble];
    }
    barrier();
    FRAG(float16_t, 16, 16, A) a;
    FRAG(float16_t, 16, 16, B) b;
    coopMatLoad(a, buf_a, 0, 16, ROW);
    coopMatLoad(b, data_b, k * p.N, p.N, ROW);
    sum = coopMatMulAdd(a, b, sum);
    barrier();
  }
  coopMatStore(sum, data_d, 0, p.N, ROW);
}
