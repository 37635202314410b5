#version 460
// A member of a structure that was never set.
// expect: initialization
// complaint: reaches memory
layout(local_size_x = 32) in;
layout(set = 0, binding = 0) buffer A { float a[1024]; };
struct S { float used; float idle; };
void main() {
  uint i = gl_LocalInvocationIndex;
  S t;
  t.used = 1.0;
  S u = t;
  a[i] = u.idle; // <-
}
