#version 460
// Layers are counted from 1.
// kind: index behind an array of buffers
// expect: bounds
// with: --push 04000000
#extension GL_KHR_cooperative_matrix : require
#extension GL_KHR_memory_scope_semantics : require
#extension GL_KHR_shader_subgroup_basic : require
#extension GL_EXT_shader_explicit_arithmetic_types : require

#define FRAG(T, R, C, U) coopmat<T, gl_ScopeSubgroup, R, C, gl_MatrixUse##U>
#define ROW gl_CooperativeMatrixLayoutRowMajor
#define COL gl_CooperativeMatrixLayoutColumnMajor

layout(local_size_x = 32) in;
layout(set = 0, binding = 0) readonly buffer Layer { float16_t weights[]; } layers[4];
layout(set = 0, binding = 1) readonly buffer In { float16_t data_x[]; };
layout(set = 0, binding = 2) writeonly buffer Out { float data_y[]; };
layout(push_constant) uniform parameter { uint layer; } p;

void main() {
  FRAG(float16_t, 16, 16, A) w;
  FRAG(float16_t, 16, 16, B) x;
  coopMatLoad(w, layers[p.layer].weights, 0, 16, ROW); // <-
  coopMatLoad(x, data_x, 0, 16, ROW);
  coopMatStore(coopMatMulAdd(w, x, FRAG(float, 16, 16, Accumulator)(0.0)), data_y, 0, 16, ROW);
}
