#version 460
// A reference to a buffer that was never set, mended.
#extension GL_EXT_buffer_reference : require
layout(local_size_x = 32) in;
layout(buffer_reference, std430) buffer R { uint r[]; };
layout(set = 0, binding = 1) buffer B { uint b[64]; };
void main() {
  uint i = gl_LocalInvocationIndex;
  R p;
  b[i] = 1;
}
