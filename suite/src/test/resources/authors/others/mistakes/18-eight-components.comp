#version 450
#extension GL_KHR_cooperative_matrix : enable
#extension GL_KHR_memory_scope_semantics : enable

layout(local_size_x = 64) in;
layout(binding = 0) readonly buffer In { float src[]; };
layout(binding = 1) writeonly buffer Out { float dst[]; };

void main() {
    coopmat<float, gl_ScopeSubgroup, 16, 16, gl_MatrixUseAccumulator> m;
    coopMatLoad(m, src, gl_WorkGroupID.x * 256, 16, gl_CooperativeMatrixLayoutRowMajor);
    for (int i = 0; i < 8; ++i)
        m[i] = m[i] / (1.0 + exp(-m[i]));
    coopMatStore(m, dst, gl_WorkGroupID.x * 256, 16, gl_CooperativeMatrixLayoutRowMajor);
}
