#version 460
// A tile of 256 elements is taken to have 8 in each invocation, and one loop goes to 16.
// kind: assumed number of components
// expect: component
// with: --groups 2,1,1 --push 2000000020000000 --subgroup-size 32
#extension GL_KHR_cooperative_matrix : require
#extension GL_KHR_memory_scope_semantics : require
#extension GL_KHR_shader_subgroup_basic : require
#extension GL_EXT_shader_explicit_arithmetic_types : require

#define FRAG(T, R, C, U) coopmat<T, gl_ScopeSubgroup, R, C, gl_MatrixUse##U>
#define ROW gl_CooperativeMatrixLayoutRowMajor
#define COL gl_CooperativeMatrixLayoutColumnMajor

layout(local_size_x = 32) in;
layout(constant_id = 0) const int activation_type = 2;
layout(constant_id = 1) const float slope = 0.125;
layout(binding = 0) readonly buffer bottom_blob { float16_t bottom_blob_data[]; };
layout(binding = 1) writeonly buffer top_blob { float16_t top_blob_data[]; };
layout(binding = 2) readonly buffer weight_blob { float16_t weight_data[]; };
layout(binding = 3) readonly buffer bias_blob { float16_t bias_data[]; };
layout(push_constant) uniform parameter { int size; int inch; } p;

void main() {
  const uint px = gl_WorkGroupID.x * 16;
  FRAG(float16_t, 16, 16, Accumulator) sum;
  coopMatLoad(sum, bias_data, 0, 0, COL);
  for (int q = 0; q < p.inch; q += 16) {
    FRAG(float16_t, 16, 16, A) w;
    FRAG(float16_t, 16, 16, B) x;
    coopMatLoad(w, weight_data, q, p.inch, ROW);
    coopMatLoad(x, bottom_blob_data, q * p.size + px, p.size, ROW);
    sum = coopMatMulAdd(w, x, sum);
  }
  for (int i = 0; i < 16; ++i) {
    if (activation_type == 1) {
      sum[i] = max(sum[i], float16_t(0));
    } else if (activation_type == 2) {
      sum[i] = sum[i] < float16_t(0) ? sum[i] * float16_t(slope) : sum[i]; // <-
    }
  }
  coopMatStore(sum, top_blob_data, px, p.size, ROW);
}
