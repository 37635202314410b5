#version 460
// A tile of 24 x 24.
// kind: size that no device has
// expect: support
// with: --groups 4,1,1
#extension GL_KHR_cooperative_matrix : require
#extension GL_KHR_memory_scope_semantics : require
#extension GL_KHR_shader_subgroup_basic : require
#extension GL_EXT_shader_explicit_arithmetic_types : require

#define FRAG(T, R, C, U) coopmat<T, gl_ScopeSubgroup, R, C, gl_MatrixUse##U>
#define ROW gl_CooperativeMatrixLayoutRowMajor
#define COL gl_CooperativeMatrixLayoutColumnMajor

layout(local_size_x = 32) in;
layout(set = 0, binding = 0) readonly buffer Src { float16_t src[]; };
layout(set = 0, binding = 1) writeonly buffer Dst { float16_t dst[]; };

void main() {
  FRAG(float16_t, 24, 24, Accumulator) m;
  coopMatLoad(m, src, gl_WorkGroupID.x * 576, 24, ROW);
  coopMatStore(m, dst, gl_WorkGroupID.x * 576, 24, ROW);
}
