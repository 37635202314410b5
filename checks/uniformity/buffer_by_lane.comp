#version 460
// Invocations choose a buffer of an array each, and do not say so.
// expect: uniformity
// complaint: VUID 06274
// with: --subgroup-size 32
#extension GL_EXT_nonuniform_qualifier : require
layout(local_size_x = 32) in;
layout(set = 0, binding = 0) buffer Several { uint y[32]; } several[4];
void main() {
  several[gl_LocalInvocationIndex % 4].y[gl_LocalInvocationIndex] = 1; // <-
}
