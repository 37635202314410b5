#version 460
// A matrix times a scalar that was never set, mended.
#extension GL_KHR_cooperative_matrix : require
#extension GL_KHR_memory_scope_semantics : require
layout(local_size_x = 32) in;
layout(set = 0, binding = 0) buffer A { float a[1024]; };
#define MATRIX coopmat<float, gl_ScopeSubgroup, 16, 16, gl_MatrixUseAccumulator>
void main() {
  float x = 1.0;
  MATRIX m = MATRIX(1.0) * x;
  coopMatStore(m, a, 0, 16, gl_CooperativeMatrixLayoutRowMajor);
}
