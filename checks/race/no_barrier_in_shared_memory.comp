#version 460
// Shared memory is read that another invocation writes, without a barrier.
// expect: race
// complaint: KHR-MEM-003
layout(local_size_x = 32) in;
layout(set = 0, binding = 0) buffer Data { uint x[1024]; };
shared uint s[64];
void main() {
  s[gl_LocalInvocationIndex] = gl_LocalInvocationIndex;
  x[gl_LocalInvocationIndex] = s[gl_LocalInvocationIndex ^ 1]; // <-
}
