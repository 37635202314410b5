#version 460
// A word is shifted by 32 bits.
// expect: arithmetic
// complaint: shift
layout(local_size_x = 32) in;
layout(set = 0, binding = 0) buffer Data { uint x[1024]; };
void main() {
  uint y = 32 + (x[gl_LocalInvocationIndex] & 1);
  x[gl_LocalInvocationIndex] = 7 << y; // <-
}
