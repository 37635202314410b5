#version 460
// A transposition of tiles by way of shared memory.
// with: --groups 2,2,1 --push 40000000
layout(local_size_x = 32, local_size_y = 8) in;
layout(set = 0, binding = 0) readonly buffer X { float data_x[]; };
layout(set = 0, binding = 1) writeonly buffer D { float data_d[]; };
layout(push_constant) uniform parameter { uint n; } p;
shared float tile[32][33];

void main() {
  const uvec2 at = gl_WorkGroupID.xy * 32;
  for (uint y = gl_LocalInvocationID.y; y < 32; y += 8) {
    tile[y][gl_LocalInvocationID.x] = data_x[(at.y + y) * p.n + at.x + gl_LocalInvocationID.x];
  }
  barrier();
  for (uint y = gl_LocalInvocationID.y; y < 32; y += 8) {
    data_d[(at.x + y) * p.n + at.y + gl_LocalInvocationID.x] = tile[gl_LocalInvocationID.x][y];
  }
}
