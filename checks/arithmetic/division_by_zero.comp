#version 460
// An integer is divided by zero.
// expect: arithmetic
// complaint: KHR-OP-007
layout(local_size_x = 32) in;
layout(set = 0, binding = 0) buffer Data { uint x[1024]; };
void main() {
  uint zero = x[gl_LocalInvocationIndex] & 0;
  x[gl_LocalInvocationIndex] = 7 / zero; // <-
}
