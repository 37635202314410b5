#version 460
// A softmax of long rows by a tree in shared memory.
// with: --groups 3,1,1 --push 64000000
layout(local_size_x = 64) in;
layout(set = 0, binding = 0) readonly buffer X { float data_x[]; };
layout(set = 0, binding = 1) writeonly buffer D { float data_d[]; };
layout(push_constant) uniform parameter { uint columns; } p;
shared float part[64];

void main() {
  const uint tid = gl_LocalInvocationID.x;
  const uint start = gl_WorkGroupID.x * p.columns;
  float most = -1e30;
  for (uint c = tid; c < p.columns; c += 64) {
    most = max(most, data_x[start + c]);
  }
  part[tid] = most;
  barrier();
  for (uint s = 32; s > 0; s >>= 1) {
    if (tid < s) {
      part[tid] = max(part[tid], part[tid + s]);
    }
    barrier();
  }
  most = part[0];
  barrier();
  float sum = 0.0;
  for (uint c = tid; c < p.columns; c += 64) {
    sum += exp(data_x[start + c] - most);
  }
  part[tid] = sum;
  barrier();
  for (uint s = 32; s > 0; s >>= 1) {
    if (tid < s) {
      part[tid] += part[tid + s];
    }
    barrier();
  }
  for (uint c = tid; c < p.columns; c += 64) {
    data_d[start + c] = exp(data_x[start + c] - most) / part[0];
  }
}
