#version 460
// matrix_of_others_words.comp, mended.
// with: --subgroup-size 32
#extension GL_KHR_cooperative_matrix : require
#extension GL_KHR_memory_scope_semantics : require
layout(local_size_x = 32) in;
shared float t[256];
layout(set = 0, binding = 0) buffer Data { float x[1024]; };
void main() {
  for (uint i = gl_LocalInvocationIndex; i < 256; i += 32) {
    t[i] = 1.0;
  }
  barrier();
  coopmat<float, gl_ScopeSubgroup, 16, 16, gl_MatrixUseAccumulator> m;
  coopMatLoad(m, t, 0, 16, gl_CooperativeMatrixLayoutRowMajor);
  coopMatStore(m, x, 0, 16, gl_CooperativeMatrixLayoutRowMajor);
}
