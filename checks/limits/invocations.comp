#version 460
// A workgroup of 2,048 invocations.
// expect: limits
// complaint: VUID 06432
layout(local_size_x = 64, local_size_y = 32) in;
layout(set = 0, binding = 0) buffer Data { uint x[1024]; };
void main() {
  x[gl_LocalInvocationIndex % 1024] = 1;
}
