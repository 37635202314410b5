#version 460
// A function that returns a parameter that was never set.
// expect: initialization
// complaint: reaches memory
layout(local_size_x = 32) in;
layout(set = 0, binding = 0) buffer A { float a[1024]; };
float same(float value) { float other = value; return other; }
void main() {
  uint i = gl_LocalInvocationIndex;
  float x;
  a[i] = same(x); // <-
}
