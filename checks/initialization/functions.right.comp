#version 460
// Functions of what was never set, mended.
layout(local_size_x = 32) in;
layout(set = 0, binding = 0) buffer A { float a[1024]; };
void main() {
  uint i = gl_LocalInvocationIndex;
  float x = 1.0;
  a[i] = sin(mix(x, 1.0, 0.5));
}
