#version 460
// A loop that turns as often as a variable says that was never set.
// expect: initialization
// complaint: branch
layout(local_size_x = 32) in;
layout(set = 0, binding = 1) buffer B { uint b[64]; };
void main() {
  uint i = gl_LocalInvocationIndex;
  int x;
  for (int j = 0; j < x; ++j) b[i] = 1; // <-
}
