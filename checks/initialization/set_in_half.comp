#version 460
// A variable that half of the invocations set.
// expect: initialization
// complaint: reaches memory
layout(local_size_x = 32) in;
layout(set = 0, binding = 0) buffer A { float a[1024]; };
void main() {
  uint i = gl_LocalInvocationIndex;
  float x;
  if (i < 16) x = 1.0;
  a[i] = x; // <-
}
