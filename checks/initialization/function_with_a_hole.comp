#version 460
// A function of elements of which one was never set.
// expect: initialization
// complaint: are undefined is stored
#extension GL_KHR_cooperative_matrix : require
#extension GL_KHR_memory_scope_semantics : require
#extension GL_NV_cooperative_matrix2 : require
layout(local_size_x = 32) in;
layout(set = 0, binding = 0) buffer A { float a[1024]; };
#define MATRIX coopmat<float, gl_ScopeSubgroup, 16, 16, gl_MatrixUseAccumulator>
float next(const in uint row, const in uint column, const in float was) { return was + 1.0; }
void main() {
  uint i = gl_LocalInvocationIndex;
  float x;
  MATRIX m = MATRIX(1.0);
  m[0] = i == 0 ? x : 1.0;
  coopMatPerElementNV(m, m, next);
  coopMatStore(m, a, 0, 16, gl_CooperativeMatrixLayoutRowMajor); // <-
}
