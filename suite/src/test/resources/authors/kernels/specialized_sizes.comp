#version 460
// Workgroup and tile by specialization constants.
// with: --specialize 0=64 --specialize 1=2
#extension GL_KHR_cooperative_matrix : require
#extension GL_KHR_memory_scope_semantics : require
#extension GL_KHR_shader_subgroup_basic : require
#extension GL_EXT_shader_explicit_arithmetic_types : require

#define FRAG(T, R, C, U) coopmat<T, gl_ScopeSubgroup, R, C, gl_MatrixUse##U>
#define ROW gl_CooperativeMatrixLayoutRowMajor
#define COL gl_CooperativeMatrixLayoutColumnMajor

layout(local_size_x_id = 0, local_size_y = 1, local_size_z = 1) in;
layout(constant_id = 1) const uint TILES = 1;
layout(set = 0, binding = 0) readonly buffer A { float16_t data_a[]; };
layout(set = 0, binding = 1) writeonly buffer D { float16_t data_d[]; };

void main() {
  for (uint t = gl_SubgroupID; t < TILES; t += gl_NumSubgroups) {
    FRAG(float16_t, 16, 16, Accumulator) m;
    coopMatLoad(m, data_a, t * 256, 16, ROW);
    coopMatStore(m * float16_t(2), data_d, t * 256, 16, ROW);
  }
}
