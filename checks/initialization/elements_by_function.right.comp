#version 460
// What was never set goes nowhere that matters.
#extension GL_KHR_cooperative_matrix : require
#extension GL_KHR_memory_scope_semantics : require
#extension GL_NV_cooperative_matrix2 : require
layout(local_size_x = 32) in;
layout(set = 0, binding = 0) buffer A { float a[1024]; };
#define MATRIX coopmat<float, gl_ScopeSubgroup, 16, 16, gl_MatrixUseAccumulator>
float seven(const in uint row, const in uint column, const in float was) { return 7.0; }
void main() {
  MATRIX m;
  coopMatPerElementNV(m, m, seven);
  coopMatStore(m, a, 0, 16, gl_CooperativeMatrixLayoutRowMajor);
}
