#version 450
#extension GL_KHR_cooperative_matrix : enable
#extension GL_KHR_memory_scope_semantics : enable

layout(local_size_x = 32) in;
layout(binding = 0) readonly buffer In { float src[]; };
layout(binding = 1) writeonly buffer Out { float dst[]; };
layout(push_constant) uniform P {
    uint ld;
    layout(offset = 16) float scale;
} p;

void main() {
    coopmat<float, gl_ScopeSubgroup, 16, 16, gl_MatrixUseAccumulator> m;
    coopMatLoad(m, src, 0, p.ld, gl_CooperativeMatrixLayoutRowMajor);
    m *= p.scale;
    coopMatStore(m, dst, 0, p.ld, gl_CooperativeMatrixLayoutRowMajor);
}
