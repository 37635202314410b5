#version 460
// D = alpha A B + beta C with factors from push constants.
// with: --push 0000003f00008040
#extension GL_KHR_cooperative_matrix : require
#extension GL_KHR_memory_scope_semantics : require
#extension GL_KHR_shader_subgroup_basic : require
#extension GL_EXT_shader_explicit_arithmetic_types : require

#define FRAG(T, R, C, U) coopmat<T, gl_ScopeSubgroup, R, C, gl_MatrixUse##U>
#define ROW gl_CooperativeMatrixLayoutRowMajor
#define COL gl_CooperativeMatrixLayoutColumnMajor

layout(local_size_x = 32) in;
layout(set = 0, binding = 0) readonly buffer A { float16_t data_a[]; };
layout(set = 0, binding = 1) readonly buffer B { float16_t data_b[]; };
layout(set = 0, binding = 2) readonly buffer C { float data_c[]; };
layout(set = 0, binding = 3) writeonly buffer D { float data_d[]; };
layout(push_constant) uniform parameter { float alpha; float beta; } p;

void main() {
  FRAG(float16_t, 16, 16, A) a;
  FRAG(float16_t, 16, 16, B) b;
  FRAG(float, 16, 16, Accumulator) c;
  coopMatLoad(a, data_a, 0, 16, ROW);
  coopMatLoad(b, data_b, 0, 16, ROW);
  coopMatLoad(c, data_c, 0, 16, ROW);
  FRAG(float, 16, 16, Accumulator) sum = coopMatMulAdd(a, b, FRAG(float, 16, 16, Accumulator)(0.0));
  coopMatStore(sum * p.alpha + c * p.beta, data_d, 0, 16, ROW);
}
