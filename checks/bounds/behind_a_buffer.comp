#version 460
// An element behind the end of a buffer.
// expect: bounds
// complaint: index 1024 of an array of 1024
layout(local_size_x = 32) in;
layout(set = 0, binding = 0) buffer Data { uint x[1024]; };
void main() {
  x[gl_LocalInvocationIndex] = 1;
  x[gl_LocalInvocationIndex + 1024] = 1; // <-
}
