#version 460
// A function of elements that were never set.
// expect: initialization
// complaint: is stored
#extension GL_KHR_cooperative_matrix : require
#extension GL_KHR_memory_scope_semantics : require
#extension GL_NV_cooperative_matrix2 : require
layout(local_size_x = 32) in;
layout(set = 0, binding = 0) buffer A { float a[1024]; };
#define MATRIX coopmat<float, gl_ScopeSubgroup, 16, 16, gl_MatrixUseAccumulator>
float next(const in uint row, const in uint column, const in float was) { return was + 1.0; }
void main() {
  MATRIX m;
  MATRIX n = MATRIX(1.0);
  coopMatPerElementNV(n, m, next);
  coopMatStore(n, a, 0, 16, gl_CooperativeMatrixLayoutRowMajor); // <-
}
