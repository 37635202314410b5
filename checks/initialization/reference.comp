#version 460
// A reference to a buffer that was never set.
// expect: initialization
// complaint: address
// unchecked: initialization+bounds
#extension GL_EXT_buffer_reference : require
layout(local_size_x = 32) in;
layout(buffer_reference, std430) buffer R { uint r[]; };
void main() {
  R p;
  p.r[0] = 1; // <-
}
