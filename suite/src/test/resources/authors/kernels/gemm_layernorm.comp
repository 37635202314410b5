#version 460
// A product whose rows are normalized by way of shared memory.
// with: --subgroup-size 32
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
layout(set = 0, binding = 2) writeonly buffer D { float data_d[]; };
shared float rows[256];
shared float mean[16];
shared float inverse[16];

void main() {
  const uint tid = gl_LocalInvocationIndex;
  FRAG(float16_t, 16, 16, A) a;
  FRAG(float16_t, 16, 16, B) b;
  coopMatLoad(a, data_a, 0, 16, ROW);
  coopMatLoad(b, data_b, 0, 16, ROW);
  coopMatStore(coopMatMulAdd(a, b, FRAG(float, 16, 16, Accumulator)(0.0)), rows, 0, 16, ROW);
  barrier();
  if (tid < 16) {
    float sum = 0.0;
    float squares = 0.0;
    for (int i = 0; i < 16; ++i) {
      const float x = rows[tid * 16 + i];
      sum += x;
      squares += x * x;
    }
    mean[tid] = sum / 16.0;
    inverse[tid] = inversesqrt(max(squares / 16.0 - mean[tid] * mean[tid], 0.0) + 1e-2);
  }
  barrier();
  for (uint i = tid; i < 256; i += 32) {
    data_d[i] = (rows[i] - mean[i / 16]) * inverse[i / 16];
  }
}
