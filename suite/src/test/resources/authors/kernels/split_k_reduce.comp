#version 460
// Adds up what the shares of a split K left.
// with: --groups 4,1,1 --push 0001000003000000
layout(local_size_x = 64) in;
layout(set = 0, binding = 0) readonly buffer Partial { float partial[]; };
layout(set = 0, binding = 1) writeonly buffer D { float data_d[]; };
layout(push_constant) uniform parameter { uint count; uint shares; } p;

void main() {
  const uint i = gl_GlobalInvocationID.x;
  if (i >= p.count) {
    return;
  }
  float sum = 0.0;
  for (uint s = 0; s < p.shares; ++s) {
    sum += partial[s * p.count + i];
  }
  data_d[i] = sum;
}
