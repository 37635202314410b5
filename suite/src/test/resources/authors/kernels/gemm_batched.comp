#version 460
// A batch along z, with the second operand shared by the heads of a group.
// with: --groups 1,1,4 --push 1000000020000000 --subgroup-size 32
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
layout(set = 0, binding = 2) writeonly buffer D { float16_t data_d[]; };
layout(push_constant) uniform parameter { uint N; uint K; } p;

void main() {
  const uint head = gl_WorkGroupID.z;
  const uint group = head / 2;
  FRAG(float16_t, 16, 16, Accumulator) sum = FRAG(float16_t, 16, 16, Accumulator)(0.0hf);
  for (uint k = 0; k < p.K; k += 16) {
    FRAG(float16_t, 16, 16, A) a;
    FRAG(float16_t, 16, 16, B) b;
    coopMatLoad(a, data_a, head * 16 * p.K + k, p.K, ROW);
    coopMatLoad(b, data_b, (group * p.K + k) * p.N, p.N, ROW);
    sum = coopMatMulAdd(a, b, sum);
  }
  coopMatStore(sum, data_d, head * 16 * p.N, p.N, ROW);
}
