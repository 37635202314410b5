#version 460
// A compare-exchange in shared memory with it, mended.
layout(local_size_x = 32) in;
layout(set = 0, binding = 1) buffer B { uint b[64]; };
shared uint s[32];
void main() {
  uint i = gl_LocalInvocationIndex;
  uint x = 1;
  s[i] = 0;
  atomicCompSwap(s[i], 0u, x);
  barrier();
  b[i] = s[i];
}
