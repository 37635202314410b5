#version 460
// slice_outside.comp, mended.
// with: --subgroup-size 32
#extension GL_KHR_cooperative_matrix : require
#extension GL_NV_cooperative_matrix2 : require
#extension GL_KHR_memory_scope_semantics : require
layout(local_size_x = 32) in;
layout(set = 0, binding = 0) buffer Data { float x[1024]; };
void main() {
  tensorLayoutNV<2, gl_CooperativeMatrixClampModeConstantNV> t = createTensorLayoutNV(2, gl_CooperativeMatrixClampModeConstantNV);
  t = setTensorLayoutDimensionNV(t, 8, 8);
  t = sliceTensorLayoutNV(t, 0, 16, 0, 16);
  coopmat<float, gl_ScopeSubgroup, 16, 16, gl_MatrixUseAccumulator> m = coopmat<float, gl_ScopeSubgroup, 16, 16, gl_MatrixUseAccumulator>(0.0);
  coopMatLoadTensorNV(m, x, 0, t);
  coopMatStore(m, x, 512, 16, gl_CooperativeMatrixLayoutRowMajor);
}
