#version 460
// Weights in blocks of 4 bits, unpacked by a decode function.
// with: --push 1000000040000000 --subgroup-size 32
#extension GL_KHR_cooperative_matrix : require
#extension GL_KHR_memory_scope_semantics : require
#extension GL_KHR_shader_subgroup_basic : require
#extension GL_EXT_shader_explicit_arithmetic_types : require
#extension GL_EXT_buffer_reference : require
#extension GL_NV_cooperative_matrix2 : require

#define FRAG(T, R, C, U) coopmat<T, gl_ScopeSubgroup, R, C, gl_MatrixUse##U>
#define ROW gl_CooperativeMatrixLayoutRowMajor
#define COL gl_CooperativeMatrixLayoutColumnMajor

layout(local_size_x = 32) in;
struct block_q4 { float16_t d; uint8_t qs[16]; };
layout(set = 0, binding = 0) readonly buffer A { block_q4 data_a[]; };
layout(set = 0, binding = 1) readonly buffer B { float16_t data_b[]; };
layout(set = 0, binding = 2) writeonly buffer D { float data_d[]; };
layout(push_constant) uniform parameter { uint M; uint K; } p;
layout(buffer_reference, std430, buffer_reference_align = 2) buffer decode_q4 { block_q4 block; };

float16_t unpack(const in decode_q4 from, const in uint place[2], const in uint inner[2]) {
  const uint at = inner[1];
  uint both = uint(from.block.qs[at % 16]);
  both = at < 16 ? both & 15u : both >> 4;
  return from.block.d * (float16_t(both) - float16_t(8));
}

void main() {
  tensorLayoutNV<2> la = createTensorLayoutNV(2);
  la = setTensorLayoutBlockSizeNV(la, 1, 32);
  la = setTensorLayoutDimensionNV(la, p.M, p.K);
  FRAG(float, 16, 16, Accumulator) sum = FRAG(float, 16, 16, Accumulator)(0.0);
  for (uint k = 0; k < p.K; k += 16) {
    FRAG(float16_t, 16, 16, A) a;
    FRAG(float16_t, 16, 16, B) b;
    coopMatLoadTensorNV(a, data_a, 0, sliceTensorLayoutNV(la, 0, 16, k, 16), unpack);
    coopMatLoad(b, data_b, k * 16, 16, ROW);
    sum = coopMatMulAdd(a, b, sum);
  }
  coopMatStore(sum, data_d, 0, 16, ROW);
}
