#version 460
// Sums of bytes in 16 x 16 bytes.
// kind: type that no device has
// expect: support
#extension GL_KHR_cooperative_matrix : require
#extension GL_KHR_memory_scope_semantics : require
#extension GL_KHR_shader_subgroup_basic : require
#extension GL_EXT_shader_explicit_arithmetic_types : require

#define FRAG(T, R, C, U) coopmat<T, gl_ScopeSubgroup, R, C, gl_MatrixUse##U>
#define ROW gl_CooperativeMatrixLayoutRowMajor
#define COL gl_CooperativeMatrixLayoutColumnMajor

layout(local_size_x = 32) in;
layout(set = 0, binding = 0) readonly buffer A { uint8_t data_a[]; };
layout(set = 0, binding = 1) readonly buffer B { uint8_t data_b[]; };
layout(set = 0, binding = 2) writeonly buffer D { uint8_t data_d[]; };

void main() {
  FRAG(uint8_t, 16, 32, A) a;
  FRAG(uint8_t, 32, 16, B) b;
  coopMatLoad(a, data_a, 0, 32, ROW);
  coopMatLoad(b, data_b, 0, 32, COL);
  coopMatStore(coopMatMulAdd(a, b, FRAG(uint8_t, 16, 16, Accumulator)(uint8_t(0))), data_d, 0, 16, ROW);
}
