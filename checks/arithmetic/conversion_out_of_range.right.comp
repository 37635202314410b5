#version 460
// conversion_out_of_range.comp, mended.
layout(local_size_x = 32) in;
layout(set = 0, binding = 0) buffer Data { uint x[1024]; };
void main() {
  float y = 5.0 + float(x[gl_LocalInvocationIndex]);
  x[gl_LocalInvocationIndex] = uint(y);
}
