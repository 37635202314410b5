#version 460
#extension GL_KHR_cooperative_matrix : enable
#extension GL_NV_cooperative_matrix2 : enable
#extension GL_KHR_memory_scope_semantics : enable

layout(local_size_x = 32) in;
layout(binding = 0) readonly buffer In { float src[]; };
layout(binding = 1) writeonly buffer Out { float pooled[]; };
layout(binding = 2) writeonly buffer Col { float colmax[]; };

shared float tmp[16 * 16];

float larger(const in float a, const in float b) { return max(a, b); }

void main() {
    coopmat<float, gl_ScopeSubgroup, 32, 32, gl_MatrixUseAccumulator> x;
    coopmat<float, gl_ScopeSubgroup, 16, 16, gl_MatrixUseAccumulator> y, c;
    coopMatLoad(x, src, 0, 32, gl_CooperativeMatrixLayoutRowMajor);
    coopMatReduceNV(y, x, gl_CooperativeMatrixReduce2x2NV, larger);
    coopMatStore(y, pooled, 0, 16, gl_CooperativeMatrixLayoutRowMajor);
    coopMatReduceNV(c, y, gl_CooperativeMatrixReduceColumnNV, larger);
    coopMatStore(c, tmp, 0, 16, gl_CooperativeMatrixLayoutRowMajor);
    barrier();
    if (gl_LocalInvocationIndex < 16) colmax[gl_LocalInvocationIndex] = tmp[gl_LocalInvocationIndex];
}
