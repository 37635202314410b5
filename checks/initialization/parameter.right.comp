#version 460
// What was never set goes nowhere that matters.
layout(local_size_x = 32) in;
layout(set = 0, binding = 0) buffer A { float a[1024]; };
float one(float value) { return 1.0; }
void main() {
  uint i = gl_LocalInvocationIndex;
  float x;
  a[i] = one(x);
}
