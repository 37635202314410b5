#version 460
// Two workgroups write one place.
// expect: race
// complaint: KHR-MEM-003
// with: --groups 2,1,1
layout(local_size_x = 32) in;
layout(set = 0, binding = 0) buffer Data { uint x[1024]; };
void main() {
  x[gl_LocalInvocationIndex] = gl_WorkGroupID.x; // <-
}
