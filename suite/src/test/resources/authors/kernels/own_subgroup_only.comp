#version 460
// One subgroup does the product, all write out.
#extension GL_KHR_cooperative_matrix : require
#extension GL_KHR_memory_scope_semantics : require
#extension GL_KHR_shader_subgroup_basic : require
#extension GL_EXT_shader_explicit_arithmetic_types : require

#define FRAG(T, R, C, U) coopmat<T, gl_ScopeSubgroup, R, C, gl_MatrixUse##U>
#define ROW gl_CooperativeMatrixLayoutRowMajor
#define COL gl_CooperativeMatrixLayoutColumnMajor

layout(local_size_x = 128) in;
layout(set = 0, binding = 0) readonly buffer A { float16_t data_a[]; };
layout(set = 0, binding = 1) readonly buffer B { float16_t data_b[]; };
layout(set = 0, binding = 2) writeonly buffer D { float data_d[]; };
shared float tile[256];

void main() {
  if (gl_SubgroupID == 0) {
    FRAG(float16_t, 16, 16, A) a;
    FRAG(float16_t, 16, 16, B) b;
    coopMatLoad(a, data_a, 0, 16, ROW);
    coopMatLoad(b, data_b, 0, 16, ROW);
    coopMatStore(coopMatMulAdd(a, b, FRAG(float, 16, 16, Accumulator)(0.0)), tile, 0, 16, ROW);
  }
  barrier();
  for (uint i = gl_LocalInvocationIndex; i < 256; i += 128) {
    data_d[i] = tile[i];
  }
}
