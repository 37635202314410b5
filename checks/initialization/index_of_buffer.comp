#version 460
// A place in a buffer by a variable that was never set.
// expect: initialization
// complaint: address
// unchecked: initialization+bounds
layout(local_size_x = 32) in;
layout(set = 0, binding = 1) buffer B { uint b[64]; };
void main() {
  uint i = gl_LocalInvocationIndex;
  uint x;
  uint y = x + i;
  b[y] = 1; // <-
}
