#version 460
// invocations.comp, mended.
layout(local_size_x = 64, local_size_y = 16) in;
layout(set = 0, binding = 0) buffer Data { uint x[1024]; };
void main() {
  x[gl_LocalInvocationIndex] = 1;
}
