#version 460
// shift_by_the_width.comp, mended.
layout(local_size_x = 32) in;
layout(set = 0, binding = 0) buffer Data { uint x[1024]; };
void main() {
  uint y = 31 - (x[gl_LocalInvocationIndex] & 1);
  x[gl_LocalInvocationIndex] = 7 << y;
}
