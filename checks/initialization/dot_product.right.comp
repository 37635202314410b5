#version 460
// A dot product with it, mended.
layout(local_size_x = 32) in;
layout(set = 0, binding = 0) buffer A { float a[1024]; };
void main() {
  uint i = gl_LocalInvocationIndex;
  vec4 v = vec4(1.0);
  v.xyz = vec3(1.0);
  a[i] = dot(v, vec4(1.0));
}
