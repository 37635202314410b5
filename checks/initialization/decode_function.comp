#version 460
// A decode function that returns what was never set.
// expect: initialization
// complaint: are undefined is stored
#extension GL_EXT_buffer_reference : require
#extension GL_KHR_cooperative_matrix : require
#extension GL_KHR_memory_scope_semantics : require
#extension GL_NV_cooperative_matrix2 : require
layout(local_size_x = 32) in;
layout(set = 0, binding = 0) buffer A { float a[1024]; };
#define MATRIX coopmat<float, gl_ScopeSubgroup, 16, 16, gl_MatrixUseAccumulator>
layout(buffer_reference, std430) buffer D { float d; };
float none(const in D from, const in uint block[2], const in uint place[2]) {
  float never;
  return block[0] == 3 ? never : 1.0;
}
void main() {
  MATRIX m = MATRIX(1.0);
  tensorLayoutNV<2> l = createTensorLayoutNV(2);
  l = setTensorLayoutDimensionNV(l, 16, 16);
  coopMatLoadTensorNV(m, a, 0, l, none);
  coopMatStore(m, a, 0, 16, gl_CooperativeMatrixLayoutRowMajor); // <-
}
