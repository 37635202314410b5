#version 460
// Shared memory of words of 16 bytes, which the matrices read as halves.
// with: --subgroup-size 32
#extension GL_KHR_cooperative_matrix : require
#extension GL_KHR_memory_scope_semantics : require
#extension GL_KHR_shader_subgroup_basic : require
#extension GL_EXT_shader_explicit_arithmetic_types : require

#define FRAG(T, R, C, U) coopmat<T, gl_ScopeSubgroup, R, C, gl_MatrixUse##U>
#define ROW gl_CooperativeMatrixLayoutRowMajor
#define COL gl_CooperativeMatrixLayoutColumnMajor

layout(local_size_x = 64) in;
layout(set = 0, binding = 0) readonly buffer A { uvec4 data_a[]; };
layout(set = 0, binding = 1) readonly buffer B { uvec4 data_b[]; };
layout(set = 0, binding = 2) writeonly buffer D { float data_d[]; };
shared uvec4 sh_a[16 * 2];
shared uvec4 sh_b[16 * 2];

void main() {
  const uint tid = gl_LocalInvocationIndex;
  if (tid < 32) {
    sh_a[tid] = data_a[tid];
  } else {
    sh_b[tid - 32] = data_b[tid - 32];
  }
  barrier();
  if (gl_SubgroupID == 0) {
    FRAG(float16_t, 16, 16, A) a;
    FRAG(float16_t, 16, 16, B) b;
    coopMatLoad(a, sh_a, 0, 2, ROW);
    coopMatLoad(b, sh_b, 0, 2, ROW);
    coopMatStore(coopMatMulAdd(a, b, FRAG(float, 16, 16, Accumulator)(0.0)), data_d, 0, 16, ROW);
  }
}
