#version 460
// two_workgroups.comp, mended.
// with: --groups 2,1,1
layout(local_size_x = 32) in;
layout(set = 0, binding = 0) buffer Data { uint x[1024]; };
void main() {
  x[gl_GlobalInvocationID.x] = gl_WorkGroupID.x;
}
