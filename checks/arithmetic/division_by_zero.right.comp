#version 460
// division_by_zero.comp, mended.
layout(local_size_x = 32) in;
layout(set = 0, binding = 0) buffer Data { uint x[1024]; };
void main() {
  uint one = x[gl_LocalInvocationIndex] | 1;
  x[gl_LocalInvocationIndex] = 7 / one;
}
