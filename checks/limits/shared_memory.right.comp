#version 460
// shared_memory.comp, mended.
layout(local_size_x = 32) in;
layout(set = 0, binding = 0) buffer Data { uint x[1024]; };
shared uint s[4096];
void main() {
  s[gl_LocalInvocationIndex] = 1;
  x[gl_LocalInvocationIndex] = s[gl_LocalInvocationIndex];
}
