#version 460
// A branch by what shared memory has of it.
// expect: initialization
// complaint: branch
layout(local_size_x = 32) in;
layout(set = 0, binding = 1) buffer B { uint b[64]; };
shared uint s[32];
void main() {
  uint i = gl_LocalInvocationIndex;
  uint x;
  s[i] = x;
  barrier();
  if (s[i] > 3) b[i] = 1; // <-
}
