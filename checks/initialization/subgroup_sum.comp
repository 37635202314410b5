#version 460
// A sum of a subgroup with what was never set.
// expect: initialization
// complaint: reaches memory
#extension GL_KHR_shader_subgroup_arithmetic : require
layout(local_size_x = 32) in;
layout(set = 0, binding = 1) buffer B { uint b[64]; };
void main() {
  uint i = gl_LocalInvocationIndex;
  uint x;
  b[i] = subgroupAdd(x); // <-
}
