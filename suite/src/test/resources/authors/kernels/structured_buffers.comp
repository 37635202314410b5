#version 460
// Buffers and names as a translator from another language writes them.
// with: --groups 2,1,1
#extension GL_KHR_cooperative_matrix : require
#extension GL_KHR_memory_scope_semantics : require
#extension GL_KHR_shader_subgroup_basic : require
#extension GL_EXT_shader_explicit_arithmetic_types : require

#define FRAG(T, R, C, U) coopmat<T, gl_ScopeSubgroup, R, C, gl_MatrixUse##U>
#define ROW gl_CooperativeMatrixLayoutRowMajor
#define COL gl_CooperativeMatrixLayoutColumnMajor

layout(std430, binding = 0) readonly buffer StructuredBuffer_half_t_0 { float16_t _data[]; } lhs_0;
layout(std430, binding = 1) readonly buffer StructuredBuffer_half_t_1 { float16_t _data[]; } rhs_0;
layout(std430, binding = 2) buffer RWStructuredBuffer_float_t_0 { float _data[]; } result_0;
layout(local_size_x = 32, local_size_y = 1, local_size_z = 1) in;

FRAG(float, 16, 16, Accumulator) tile_product_0(uint base_0) {
  FRAG(float16_t, 16, 16, A) _S1;
  FRAG(float16_t, 16, 16, B) _S2;
  coopMatLoad(_S1, lhs_0._data, base_0, 16U, ROW);
  coopMatLoad(_S2, rhs_0._data, base_0, 16U, ROW);
  FRAG(float, 16, 16, Accumulator) _S3 = coopMatMulAdd(_S1, _S2, FRAG(float, 16, 16, Accumulator)(0.0), 0);
  return _S3;
}

void main() {
  uint _S4 = gl_WorkGroupID.x * 256U;
  FRAG(float, 16, 16, Accumulator) _S5 = tile_product_0(_S4);
  coopMatStore(_S5, result_0._data, _S4, 16U, ROW);
  return;
}
