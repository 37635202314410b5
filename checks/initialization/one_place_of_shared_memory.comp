#version 460
// One place of shared memory holds it.
// expect: initialization
// complaint: reaches memory
layout(local_size_x = 32) in;
layout(set = 0, binding = 1) buffer B { uint b[64]; };
shared uint s[32];
void main() {
  uint i = gl_LocalInvocationIndex;
  uint x;
  s[i] = i == 3 ? x : 1;
  barrier();
  b[i] = s[i]; // <-
}
