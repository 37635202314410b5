#version 460
// Small tiles, four for each workgroup, whatever the subgroups are.
// with: --groups 2,1,1 --push 20000000
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
layout(push_constant) uniform parameter { uint K; } p;

void main() {
  for (uint t = gl_SubgroupID; t < 4; t += gl_NumSubgroups) {
    const uint col = (gl_WorkGroupID.x * 4 + t) * 8;
    FRAG(float, 8, 8, Accumulator) sum = FRAG(float, 8, 8, Accumulator)(0.0);
    for (uint k = 0; k < p.K; k += 8) {
      FRAG(float16_t, 8, 8, A) a;
      FRAG(float16_t, 8, 8, B) b;
      coopMatLoad(a, data_a, k, p.K, ROW);
      coopMatLoad(b, data_b, k * 64 + col, 64, ROW);
      sum = coopMatMulAdd(a, b, sum);
    }
    coopMatStore(sum, data_d, col, 64, ROW);
  }
}
