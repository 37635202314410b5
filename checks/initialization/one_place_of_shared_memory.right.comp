#version 460
// What was never set goes nowhere that matters.
layout(local_size_x = 32) in;
layout(set = 0, binding = 1) buffer B { uint b[64]; };
shared uint s[32];
void main() {
  uint i = gl_LocalInvocationIndex;
  uint x;
  s[i] = i == 3 ? x : 1;
  barrier();
  if (i != 3) b[i] = s[i];
}
