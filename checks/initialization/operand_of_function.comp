#version 460
// A function of elements with an operand that was never set.
// expect: initialization
// complaint: are undefined is stored
#extension GL_KHR_cooperative_matrix : require
#extension GL_KHR_memory_scope_semantics : require
#extension GL_NV_cooperative_matrix2 : require
layout(local_size_x = 32) in;
layout(set = 0, binding = 0) buffer A { float a[1024]; };
#define MATRIX coopmat<float, gl_ScopeSubgroup, 16, 16, gl_MatrixUseAccumulator>
float plus(const in uint row, const in uint column, const in float was, const in float more) { return was + more; }
void main() {
  float x;
  MATRIX m = MATRIX(1.0);
  coopMatPerElementNV(m, m, plus, x);
  coopMatStore(m, a, 0, 16, gl_CooperativeMatrixLayoutRowMajor); // <-
}
