#version 460
// More shared memory than any of the devices has.
// expect: limits
// complaint: VUID 06530
layout(local_size_x = 32) in;
layout(set = 0, binding = 0) buffer Data { uint x[1024]; };
shared uint s[20000];
void main() {
  s[gl_LocalInvocationIndex] = 1;
  x[gl_LocalInvocationIndex] = s[gl_LocalInvocationIndex];
}
