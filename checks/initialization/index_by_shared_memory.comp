#version 460
// A place by what shared memory has of it.
// expect: initialization
// complaint: address
// unchecked: initialization+bounds
layout(local_size_x = 32) in;
layout(set = 0, binding = 1) buffer B { uint b[64]; };
shared uint s[32];
void main() {
  uint i = gl_LocalInvocationIndex;
  uint x;
  s[i] = x + i;
  barrier();
  b[s[i]] = 1; // <-
}
