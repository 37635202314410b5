#version 460
// Coordinates without a sign: the check against 0 never holds.
// kind: index that wraps
// expect: bounds
// with: --groups 4,1,1 --push 0800000008000000 --subgroup-size 32
#extension GL_KHR_cooperative_matrix : require
#extension GL_KHR_memory_scope_semantics : require
#extension GL_KHR_shader_subgroup_basic : require
#extension GL_EXT_shader_explicit_arithmetic_types : require

#define FRAG(T, R, C, U) coopmat<T, gl_ScopeSubgroup, R, C, gl_MatrixUse##U>
#define ROW gl_CooperativeMatrixLayoutRowMajor
#define COL gl_CooperativeMatrixLayoutColumnMajor

layout(local_size_x = 32) in;
layout(binding = 0) readonly buffer In { float16_t image[]; };
layout(binding = 1) readonly buffer Weights { float16_t weights[]; };
layout(binding = 2) writeonly buffer Out { float result[]; };
layout(push_constant) uniform parameter { int w; int h; } p;
const int CHANNELS = 16;
shared float16_t patches[16 * 16];

void main() {
  const int first = int(gl_WorkGroupID.x) * 16;
  FRAG(float, 16, 16, Accumulator) sum = FRAG(float, 16, 16, Accumulator)(0.0);
  for (int tap = 0; tap < 9; ++tap) {
    for (uint i = gl_LocalInvocationIndex; i < 256; i += 32) {
      const int channel = int(i) / 16;
      const int pixel = first + int(i) % 16;
      const int x = pixel % p.w + tap % 3 - 1;
      const int y = pixel / p.w + tap / 3 - 1;
      patches[i] = uint(y) * p.w + x < 0xffffffffu ? image[uint((channel * p.h + y) * p.w + x)] : float16_t(0); // <-
    }
    barrier();
    FRAG(float16_t, 16, 16, A) a;
    FRAG(float16_t, 16, 16, B) b;
    coopMatLoad(a, weights, tap * 256, 16, ROW);
    coopMatLoad(b, patches, 0, 16, ROW);
    sum = coopMatMulAdd(a, b, sum);
    barrier();
  }
  coopMatStore(sum, result, first, p.w * p.h, ROW);
}
