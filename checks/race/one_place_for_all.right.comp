#version 460
// one_place_for_all.comp, mended.
layout(local_size_x = 32) in;
layout(set = 0, binding = 0) buffer Data { uint x[1024]; };
void main() {
  atomicAdd(x[0], 1);
  x[gl_LocalInvocationIndex + 32] = gl_LocalInvocationIndex;
}
