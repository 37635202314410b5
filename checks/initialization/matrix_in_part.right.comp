#version 460
// What was never set goes nowhere that matters.
#extension GL_KHR_cooperative_matrix : require
#extension GL_KHR_memory_scope_semantics : require
layout(local_size_x = 32) in;
layout(set = 0, binding = 0) buffer A { float a[1024]; };
#define MATRIX coopmat<float, gl_ScopeSubgroup, 16, 16, gl_MatrixUseAccumulator>
void main() {
  MATRIX m;
  for (int j = 0; j < m.length(); ++j) m[j] = 1.0;
  m = m * 2.0;
  coopMatStore(m, a, 0, 16, gl_CooperativeMatrixLayoutRowMajor);
}
