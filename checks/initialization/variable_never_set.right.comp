#version 460
// variable_never_set.comp, mended.
layout(local_size_x = 32) in;
layout(set = 0, binding = 0) buffer Data { uint x[1024]; };
void main() {
  uint y = 0;
  if (gl_LocalInvocationIndex < 16) {
    y = 1;
  }
  x[gl_LocalInvocationIndex] = y;
}
