#version 460
// A negative number becomes an unsigned integer.
// expect: arithmetic
// complaint: KHR-CONV-005
layout(local_size_x = 32) in;
layout(set = 0, binding = 0) buffer Data { uint x[1024]; };
void main() {
  float y = -5.0 - float(x[gl_LocalInvocationIndex]);
  x[gl_LocalInvocationIndex] = uint(y); // <-
}
