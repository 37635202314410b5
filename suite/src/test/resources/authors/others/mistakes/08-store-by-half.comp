#version 450
#extension GL_KHR_cooperative_matrix : enable
#extension GL_KHR_memory_scope_semantics : enable

layout(local_size_x = 32) in;
layout(binding = 0) readonly buffer In { float src[]; };
layout(binding = 1) writeonly buffer Out { float dst[]; };

void main() {
    coopmat<float, gl_ScopeSubgroup, 16, 16, gl_MatrixUseAccumulator> m;
    coopMatLoad(m, src, 0, 16, gl_CooperativeMatrixLayoutRowMajor);
    m *= 2.0;
    // 16 rows, one invocation a row
    if (gl_LocalInvocationIndex < 16) {
        coopMatStore(m, dst, 0, 16, gl_CooperativeMatrixLayoutRowMajor);
    }
}
