#version 460
// start_of_a_matrix.comp, mended.
// with: --subgroup-size 32
#extension GL_KHR_cooperative_matrix : require
#extension GL_KHR_memory_scope_semantics : require
layout(local_size_x = 32) in;
layout(set = 0, binding = 0) buffer Data { float x[1024]; };
void main() {
  coopmat<float, gl_ScopeSubgroup, 16, 16, gl_MatrixUseAccumulator> m;
  coopMatLoad(m, x, 4, 16, gl_CooperativeMatrixLayoutRowMajor);
  coopMatStore(m, x, 512, 16, gl_CooperativeMatrixLayoutRowMajor);
}
