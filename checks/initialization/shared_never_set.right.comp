#version 460
// shared_never_set.comp, mended.
layout(local_size_x = 32) in;
layout(set = 0, binding = 0) buffer Data { uint x[1024]; };
shared uint s[64];
void main() {
  s[gl_LocalInvocationIndex] = gl_LocalInvocationIndex < 16 ? 1 : 0;
  barrier();
  x[gl_LocalInvocationIndex] = s[gl_LocalInvocationIndex];
}
