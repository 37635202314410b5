#version 450
#extension GL_KHR_cooperative_matrix : enable
#extension GL_KHR_memory_scope_semantics : enable

layout(local_size_x = 32) in;
layout(binding = 0) readonly buffer In { float src[]; };
layout(binding = 1) writeonly buffer Out { float dst[]; };
layout(push_constant) uniform P { int transposed; } p;

void main() {
    const int lay = p.transposed != 0 ? gl_CooperativeMatrixLayoutColumnMajor : gl_CooperativeMatrixLayoutRowMajor;
    coopmat<float, gl_ScopeSubgroup, 16, 16, gl_MatrixUseAccumulator> m;
    coopMatLoad(m, src, 0, 16, lay);
    coopMatStore(m, dst, 0, 16, gl_CooperativeMatrixLayoutRowMajor);
}
