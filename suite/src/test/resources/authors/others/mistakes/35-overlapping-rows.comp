#version 450
#extension GL_KHR_cooperative_matrix : enable
#extension GL_KHR_memory_scope_semantics : enable

layout(local_size_x = 32) in;
layout(binding = 0) readonly buffer In { float src[]; };
layout(binding = 1) writeonly buffer Out { float dst[]; };

#define TILE_M 8
#define TILE_N 16

void main() {
    coopmat<float, gl_ScopeSubgroup, 16, 16, gl_MatrixUseAccumulator> m;
    coopMatLoad(m, src, 0, TILE_N, gl_CooperativeMatrixLayoutRowMajor);
    m = m + m;
    coopMatStore(m, dst, 0, TILE_M, gl_CooperativeMatrixLayoutRowMajor);
}
