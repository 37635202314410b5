#version 460
// A switch by a variable that was never set.
// expect: initialization
// complaint: branch
layout(local_size_x = 32) in;
layout(set = 0, binding = 1) buffer B { uint b[64]; };
void main() {
  uint i = gl_LocalInvocationIndex;
  int x;
  switch (x) { case 1: b[i] = 1; } // <-
}
