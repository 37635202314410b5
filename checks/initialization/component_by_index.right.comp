#version 460
// What was never set goes nowhere that matters.
layout(local_size_x = 32) in;
layout(set = 0, binding = 0) buffer A { float a[1024]; };
void main() {
  uint i = gl_LocalInvocationIndex;
  vec4 v;
  v[i % 4] = 1.0;
  a[i] = v[i % 4];
}
