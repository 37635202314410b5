#version 460
// A component behind the last that an invocation has.
// expect: component
// complaint: KHR-COMP-007
// with: --subgroup-size 32
#extension GL_KHR_cooperative_matrix : require
#extension GL_KHR_memory_scope_semantics : require
layout(local_size_x = 32) in;
layout(set = 0, binding = 0) buffer Data { uint x[1024]; };
void main() {
  coopmat<float, gl_ScopeSubgroup, 16, 16, gl_MatrixUseAccumulator> m = coopmat<float, gl_ScopeSubgroup, 16, 16, gl_MatrixUseAccumulator>(1.0);
  float y = m[m.length()]; // <-
  x[gl_LocalInvocationIndex] = y > 0.0 ? 1 : 0;
}
