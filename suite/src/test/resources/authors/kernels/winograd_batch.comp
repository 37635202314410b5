#version 460
// The 16 products of a Winograd transform, one for each workgroup along z.
// with: --groups 1,1,16
#extension GL_KHR_cooperative_matrix : require
#extension GL_KHR_memory_scope_semantics : require
#extension GL_KHR_shader_subgroup_basic : require
#extension GL_EXT_shader_explicit_arithmetic_types : require

#define FRAG(T, R, C, U) coopmat<T, gl_ScopeSubgroup, R, C, gl_MatrixUse##U>
#define ROW gl_CooperativeMatrixLayoutRowMajor
#define COL gl_CooperativeMatrixLayoutColumnMajor

layout(local_size_x = 32) in;
layout(binding = 0) readonly buffer U { float16_t kernels[]; };
layout(binding = 1) readonly buffer V { float16_t tiles[]; };
layout(binding = 2) writeonly buffer W { float16_t products[]; };

void main() {
  const uint at = gl_WorkGroupID.z * 256;
  FRAG(float16_t, 16, 16, A) u;
  FRAG(float16_t, 16, 16, B) v;
  coopMatLoad(u, kernels, at, 16, ROW);
  coopMatLoad(v, tiles, at, 16, ROW);
  coopMatStore(coopMatMulAdd(u, v, FRAG(float16_t, 16, 16, Accumulator)(0.0hf)), products, at, 16, ROW);
}
