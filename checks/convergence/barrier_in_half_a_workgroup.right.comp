#version 460
// barrier_in_half_a_workgroup.comp, mended.
layout(local_size_x = 64) in;
layout(set = 0, binding = 0) buffer Data { uint x[1024]; };
shared uint s[64];
void main() {
  s[gl_LocalInvocationIndex] = gl_LocalInvocationIndex;
  barrier();
  if (gl_LocalInvocationIndex < 32) {
    x[gl_LocalInvocationIndex] = s[gl_LocalInvocationIndex];
  }
}
