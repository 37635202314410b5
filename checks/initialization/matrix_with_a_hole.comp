#version 460
// A component that one invocation never set.
// expect: initialization
// complaint: are undefined is stored
#extension GL_KHR_cooperative_matrix : require
#extension GL_KHR_memory_scope_semantics : require
layout(local_size_x = 32) in;
layout(set = 0, binding = 0) buffer A { float a[1024]; };
#define MATRIX coopmat<float, gl_ScopeSubgroup, 16, 16, gl_MatrixUseAccumulator>
void main() {
  uint i = gl_LocalInvocationIndex;
  float x;
  MATRIX m = MATRIX(1.0);
  m[0] = i == 0 ? x : 1.0;
  m += m;
  coopMatStore(m, a, 0, 16, gl_CooperativeMatrixLayoutRowMajor); // <-
}
