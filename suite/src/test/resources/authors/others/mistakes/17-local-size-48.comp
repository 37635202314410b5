#version 450
#extension GL_KHR_cooperative_matrix : enable
#extension GL_KHR_memory_scope_semantics : enable
#extension GL_KHR_shader_subgroup_basic : enable

layout(local_size_x = 48) in;
layout(binding = 0) readonly buffer In { float src[]; };
layout(binding = 1) writeonly buffer Out { float dst[]; };

void main() {
    if (gl_SubgroupID == 0) {
        coopmat<float, gl_ScopeSubgroup, 16, 16, gl_MatrixUseAccumulator> m;
        coopMatLoad(m, src, 0, 16, gl_CooperativeMatrixLayoutColumnMajor);
        coopMatStore(m, dst, 0, 16, gl_CooperativeMatrixLayoutRowMajor);
    }
}
