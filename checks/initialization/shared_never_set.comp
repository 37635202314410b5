#version 460
// Shared memory is read where nothing was written.
// expect: initialization
// complaint: reaches memory
layout(local_size_x = 32) in;
layout(set = 0, binding = 0) buffer Data { uint x[1024]; };
shared uint s[64];
void main() {
  if (gl_LocalInvocationIndex < 16) {
    s[gl_LocalInvocationIndex] = 1;
  }
  barrier();
  x[gl_LocalInvocationIndex] = s[gl_LocalInvocationIndex]; // <-
}
