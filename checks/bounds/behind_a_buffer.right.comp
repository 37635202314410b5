#version 460
// behind_a_buffer.comp, mended.
layout(local_size_x = 32) in;
layout(set = 0, binding = 0) buffer Data { uint x[1024]; };
void main() {
  x[gl_LocalInvocationIndex] = 1;
  x[gl_LocalInvocationIndex + 992] = 1;
}
