#version 460
// behind_an_array.comp, mended.
layout(local_size_x = 32) in;
layout(set = 0, binding = 0) buffer Data { uint x[1024]; };
void main() {
  uint t[32];
  for (int i = 0; i < 32; ++i) {
    t[i] = i;
  }
  x[gl_LocalInvocationIndex] = t[gl_LocalInvocationIndex];
}
