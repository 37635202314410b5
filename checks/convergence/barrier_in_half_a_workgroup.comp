#version 460
// A barrier that half of the workgroup does not reach.
// expect: convergence
// complaint: KHR-UNIF-001
layout(local_size_x = 64) in;
layout(set = 0, binding = 0) buffer Data { uint x[1024]; };
shared uint s[64];
void main() {
  s[gl_LocalInvocationIndex] = gl_LocalInvocationIndex;
  if (gl_LocalInvocationIndex < 32) {
    barrier(); // <-
  }
  x[gl_LocalInvocationIndex] = s[gl_LocalInvocationIndex];
}
