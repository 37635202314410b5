#version 460
// What was never set goes nowhere that matters.
layout(local_size_x = 32) in;
layout(set = 0, binding = 0) buffer A { float a[1024]; };
void main() {
  uint i = gl_LocalInvocationIndex;
  float f[4];
  for (int j = 0; j < 3; ++j) f[j] = 1.0;
  a[i] = f[i % 3];
}
