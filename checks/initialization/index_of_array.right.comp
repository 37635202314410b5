#version 460
// An element of an array by a variable that was never set, mended.
layout(local_size_x = 32) in;
layout(set = 0, binding = 0) buffer A { float a[1024]; };
void main() {
  uint i = gl_LocalInvocationIndex;
  uint x = 1;
  float f[4] = float[](1, 2, 3, 4);
  a[i] = f[x];
}
