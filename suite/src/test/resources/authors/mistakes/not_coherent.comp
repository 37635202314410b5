#version 460
// The partial sums are not coherent: the last workgroup may read old ones.
// kind: memory that is not made visible
// expect: race
// with: --groups 3,1,1 --subgroup-size 32
#pragma use_vulkan_memory_model
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
layout(set = 0, binding = 2) buffer Partial { float partial[]; };
layout(set = 0, binding = 3) buffer Counter { uint turn[1]; };
layout(set = 0, binding = 4) writeonly buffer D { float data_d[]; };
shared uint arrived;

void main() {
  const uint share = gl_WorkGroupID.x;
  FRAG(float16_t, 16, 16, A) a;
  FRAG(float16_t, 16, 16, B) b;
  coopMatLoad(a, data_a, share * 256, 16, ROW);
  coopMatLoad(b, data_b, share * 256, 16, ROW);
  FRAG(float, 16, 16, Accumulator) sum = coopMatMulAdd(a, b, FRAG(float, 16, 16, Accumulator)(0.0));
  coopMatStore(sum, partial, share * 256, 16, ROW);
  controlBarrier(gl_ScopeWorkgroup, gl_ScopeQueueFamily, gl_StorageSemanticsBuffer,
      gl_SemanticsAcquireRelease | gl_SemanticsMakeAvailable | gl_SemanticsMakeVisible);
  if (gl_LocalInvocationIndex == 0) {
    arrived = atomicAdd(turn[0], 1u, gl_ScopeQueueFamily, gl_StorageSemanticsBuffer,
        gl_SemanticsAcquireRelease | gl_SemanticsMakeAvailable | gl_SemanticsMakeVisible);
  }
  controlBarrier(gl_ScopeWorkgroup, gl_ScopeQueueFamily, gl_StorageSemanticsBuffer | gl_StorageSemanticsShared,
      gl_SemanticsAcquireRelease | gl_SemanticsMakeAvailable | gl_SemanticsMakeVisible);
  if (arrived % gl_NumWorkGroups.x == gl_NumWorkGroups.x - 1) {
    for (uint i = gl_LocalInvocationIndex; i < 256; i += 32) {
      float all = 0.0;
      for (uint s = 0; s < gl_NumWorkGroups.x; ++s) {
        all += partial[s * 256 + i]; // <-
      }
      data_d[i] = all;
    }
  }
}
