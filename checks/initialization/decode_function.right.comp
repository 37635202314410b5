#version 460
// What was never set goes nowhere that matters.
#extension GL_KHR_cooperative_matrix : require
#extension GL_KHR_memory_scope_semantics : require
#extension GL_NV_cooperative_matrix2 : require
layout(local_size_x = 32) in;
layout(set = 0, binding = 0) buffer A { float a[1024]; };
#define MATRIX coopmat<float, gl_ScopeSubgroup, 16, 16, gl_MatrixUseAccumulator>
void main() {
  MATRIX m = MATRIX(1.0);
  tensorLayoutNV<2> l = createTensorLayoutNV(2);
  l = setTensorLayoutDimensionNV(l, 16, 16);
  coopMatLoadTensorNV(m, a, 0, l);
  coopMatStore(m, a, 0, 16, gl_CooperativeMatrixLayoutRowMajor);
}
