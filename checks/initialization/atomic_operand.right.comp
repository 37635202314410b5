#version 460
// What was never set goes nowhere that matters.
layout(local_size_x = 32) in;
layout(set = 0, binding = 1) buffer B { uint b[64]; };
void main() {
  uint i = gl_LocalInvocationIndex;
  int x;
  uint y = uint(x & 0);
  b[i] = y;
}
