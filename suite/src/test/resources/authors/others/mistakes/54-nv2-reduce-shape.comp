#version 450
#extension GL_KHR_cooperative_matrix : enable
#extension GL_NV_cooperative_matrix2 : enable
#extension GL_KHR_memory_scope_semantics : enable

layout(local_size_x = 32) in;
layout(binding = 0) readonly buffer In { float src[]; };
layout(binding = 1) writeonly buffer Out { float dst[]; };

float add(const in float a, const in float b) { return a + b; }

void main() {
    coopmat<float, gl_ScopeSubgroup, 32, 16, gl_MatrixUseAccumulator> m;
    coopmat<float, gl_ScopeSubgroup, 16, 16, gl_MatrixUseAccumulator> s;
    coopMatLoad(m, src, 0, 16, gl_CooperativeMatrixLayoutRowMajor);
    coopMatReduceNV(s, m, gl_CooperativeMatrixReduceRowNV, add);
    coopMatStore(s, dst, 0, 16, gl_CooperativeMatrixLayoutRowMajor);
}
