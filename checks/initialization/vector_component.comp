#version 460
// A component of a vector that was never set.
// expect: initialization
// complaint: reaches memory
layout(local_size_x = 32) in;
layout(set = 0, binding = 0) buffer A { float a[1024]; };
void main() {
  uint i = gl_LocalInvocationIndex;
  vec4 v;
  v.xyz = vec3(1.0);
  vec4 w = v * 2.0;
  a[i] = w.x + w.w; // <-
}
