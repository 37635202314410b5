#version 450
#extension GL_KHR_cooperative_matrix : enable
#extension GL_KHR_memory_scope_semantics : enable

layout(local_size_x = 32) in;
layout(binding = 0) readonly buffer In { float src[]; };
layout(binding = 1) writeonly buffer Out { float sums[]; };

shared float tile[256];
shared float rowsum[16];

void main() {
    const uint t = gl_LocalInvocationIndex;
    coopmat<float, gl_ScopeSubgroup, 16, 16, gl_MatrixUseAccumulator> m;
    coopMatLoad(m, src, 0, 16, gl_CooperativeMatrixLayoutRowMajor);
    m = m * m;
    coopMatStore(m, tile, 0, 16, gl_CooperativeMatrixLayoutRowMajor);
    if (t < 16) rowsum[t] = 0.0;
    barrier();
    for (uint i = t; i < 256; i += 32) rowsum[i / 16] += tile[i];
    barrier();
    if (t < 16) sums[t] = rowsum[t];
}
