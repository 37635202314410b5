#version 450
#extension GL_KHR_cooperative_matrix : enable
#extension GL_KHR_memory_scope_semantics : enable

layout(local_size_x_id = 1) in;
layout(binding = 0) readonly buffer In { float src[]; };
layout(binding = 1) writeonly buffer Out { float dst[]; };
layout(push_constant) uniform P { float slope; } p;

void main() {
    coopmat<float, gl_ScopeSubgroup, 16, 16, gl_MatrixUseAccumulator> t;
    uint base = gl_WorkGroupID.x * 256u;
    coopMatLoad(t, src, base, 16u, gl_CooperativeMatrixLayoutRowMajor);
    for (int i = 0; i < t.length(); ++i) {
        float v = t[i];
        t[i] = v >= 0.0 ? v : v * p.slope;
    }
    coopMatStore(t, dst, base, 16u, gl_CooperativeMatrixLayoutRowMajor);
}
