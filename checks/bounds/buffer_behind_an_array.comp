#version 460
// A buffer that an array of buffers does not have.
// expect: bounds
// complaint: index 4 of the array of 4 buffers several
// with: --push 03000000
#extension GL_EXT_nonuniform_qualifier : require
layout(local_size_x = 32) in;
layout(set = 0, binding = 0) buffer Several { uint y[32]; } several[4];
layout(push_constant) uniform Push { uint which; };
void main() {
  several[which + 1].y[gl_LocalInvocationIndex] = 1; // <-
}
