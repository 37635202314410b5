#version 460
// A matrix is stored where a part of the subgroup is active.
// expect: convergence
// complaint: KHR-UNIF-001
// with: --subgroup-size 32
#extension GL_KHR_cooperative_matrix : require
#extension GL_KHR_memory_scope_semantics : require
layout(local_size_x = 32) in;
layout(set = 0, binding = 0) buffer Data { float x[1024]; };
void main() {
  coopmat<float, gl_ScopeSubgroup, 16, 16, gl_MatrixUseAccumulator> m = coopmat<float, gl_ScopeSubgroup, 16, 16, gl_MatrixUseAccumulator>(1.0);
  if (gl_LocalInvocationIndex < 3) {
    coopMatStore(m, x, 0, 16, gl_CooperativeMatrixLayoutRowMajor); // <-
  }
}
