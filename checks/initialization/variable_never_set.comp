#version 460
// A variable that is set in half of the invocations.
// expect: initialization
// complaint: reaches memory
layout(local_size_x = 32) in;
layout(set = 0, binding = 0) buffer Data { uint x[1024]; };
void main() {
  uint y;
  if (gl_LocalInvocationIndex < 16) {
    y = 1;
  }
  x[gl_LocalInvocationIndex] = y; // <-
}
