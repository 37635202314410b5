#version 460
// buffer_behind_an_array.comp, mended.
// with: --push 03000000
#extension GL_EXT_nonuniform_qualifier : require
layout(local_size_x = 32) in;
layout(set = 0, binding = 0) buffer Several { uint y[32]; } several[4];
layout(push_constant) uniform Push { uint which; };
void main() {
  several[which].y[gl_LocalInvocationIndex] = 1;
}
