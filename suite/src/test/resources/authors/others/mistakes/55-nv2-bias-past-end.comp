#version 450
#extension GL_KHR_cooperative_matrix : enable
#extension GL_NV_cooperative_matrix2 : enable
#extension GL_KHR_memory_scope_semantics : enable

layout(local_size_x = 32) in;
layout(binding = 0) readonly buffer In { float src[]; };
layout(binding = 1) writeonly buffer Out { float dst[]; };
layout(binding = 2) readonly buffer Bias { float bias[]; };
layout(push_constant) uniform P { uint N; } p;

float addBias(const in uint row, const in uint col, const in float x, const in uint r0) {
    return x + bias[r0 + row];
}

void main() {
    const uint r0 = gl_WorkGroupID.y * 16;
    coopmat<float, gl_ScopeSubgroup, 16, 16, gl_MatrixUseAccumulator> m;
    coopMatLoad(m, src, r0 * p.N, p.N, gl_CooperativeMatrixLayoutRowMajor);
    coopMatPerElementNV(m, m, addBias, r0);
    coopMatStore(m, dst, r0 * p.N, p.N, gl_CooperativeMatrixLayoutRowMajor);
}
