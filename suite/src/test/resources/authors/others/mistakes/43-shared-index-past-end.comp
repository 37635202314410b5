#version 450
#extension GL_KHR_cooperative_matrix : enable
#extension GL_KHR_memory_scope_semantics : enable
#extension GL_KHR_shader_subgroup_basic : enable

layout(constant_id = 0) const uint THREADS = 32;
layout(local_size_x_id = 0) in;
layout(binding = 0) readonly buffer In { float src[]; };
layout(binding = 1) writeonly buffer Out { float dst[]; };

shared float stage[16 * 16];

void main() {
    coopmat<float, gl_ScopeSubgroup, 16, 16, gl_MatrixUseAccumulator> m;
    coopMatLoad(m, src, gl_SubgroupID * 256, 16, gl_CooperativeMatrixLayoutRowMajor);
    m = m * 3.0;
    coopMatStore(m, stage, gl_SubgroupID * 256, 16, gl_CooperativeMatrixLayoutRowMajor);
    barrier();
    for (uint i = gl_SubgroupInvocationID; i < 256; i += gl_SubgroupSize)
        dst[gl_SubgroupID * 256 + i] = stage[gl_SubgroupID * 256 + i];
}
