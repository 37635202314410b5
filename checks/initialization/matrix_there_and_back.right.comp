#version 460
// The same, loaded as a matrix again, mended.
#extension GL_KHR_cooperative_matrix : require
#extension GL_KHR_memory_scope_semantics : require
layout(local_size_x = 32) in;
layout(set = 0, binding = 0) buffer A { float a[1024]; };
shared float t[256];
#define MATRIX coopmat<float, gl_ScopeSubgroup, 16, 16, gl_MatrixUseAccumulator>
void main() {
  MATRIX m = MATRIX(1.0);
  coopMatStore(m, t, 0, 16, gl_CooperativeMatrixLayoutRowMajor);
  barrier();
  coopMatLoad(m, t, 0, 16, gl_CooperativeMatrixLayoutRowMajor);
  coopMatStore(m, a, 0, 16, gl_CooperativeMatrixLayoutRowMajor);
}
