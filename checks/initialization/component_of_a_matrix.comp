#version 460
// A component of a matrix that was never set.
// expect: initialization
// complaint: reaches memory
#extension GL_KHR_cooperative_matrix : require
#extension GL_KHR_memory_scope_semantics : require
layout(local_size_x = 32) in;
layout(set = 0, binding = 0) buffer A { float a[1024]; };
#define MATRIX coopmat<float, gl_ScopeSubgroup, 16, 16, gl_MatrixUseAccumulator>
void main() {
  uint i = gl_LocalInvocationIndex;
  MATRIX m;
  float x = m[0];
  a[i] = x; // <-
}
