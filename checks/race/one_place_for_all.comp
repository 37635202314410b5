#version 460
// All invocations write one place.
// expect: race
// complaint: KHR-MEM-003
layout(local_size_x = 32) in;
layout(set = 0, binding = 0) buffer Data { uint x[1024]; };
void main() {
  x[0] = gl_LocalInvocationIndex; // <-
}
