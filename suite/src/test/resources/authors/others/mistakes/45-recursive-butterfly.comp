#version 450
#extension GL_KHR_cooperative_matrix : enable
#extension GL_KHR_memory_scope_semantics : enable

layout(local_size_x = 32) in;
layout(binding = 0) readonly buffer In { float src[]; };
layout(binding = 1) writeonly buffer Out { float dst[]; };
layout(push_constant) uniform P { uint depth; } p;

coopmat<float, gl_ScopeSubgroup, 16, 16, gl_MatrixUseAccumulator> power(
        coopmat<float, gl_ScopeSubgroup, 16, 16, gl_MatrixUseAccumulator> m, uint d) {
    if (d == 1) return m;
    return m * power(m, d - 1);
}

void main() {
    coopmat<float, gl_ScopeSubgroup, 16, 16, gl_MatrixUseAccumulator> m;
    coopMatLoad(m, src, 0, 16, gl_CooperativeMatrixLayoutRowMajor);
    m = power(m, p.depth);
    coopMatStore(m, dst, 0, 16, gl_CooperativeMatrixLayoutRowMajor);
}
