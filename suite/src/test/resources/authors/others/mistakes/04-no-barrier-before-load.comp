#version 450
#extension GL_KHR_cooperative_matrix : enable
#extension GL_KHR_memory_scope_semantics : enable
#extension GL_KHR_shader_subgroup_basic : enable
#extension GL_EXT_shader_explicit_arithmetic_types_float16 : enable

layout(local_size_x = 128) in;
layout(binding = 0) readonly buffer A_ { float16_t A[]; };
layout(binding = 1) readonly buffer B_ { float16_t B[]; };
layout(binding = 2) writeonly buffer C_ { float C[]; };
layout(push_constant) uniform P { uint K; } p;

shared float16_t sa[32 * 24];
shared float16_t sb[32 * 24];

void main() {
    const uint t = gl_LocalInvocationIndex;
    const uint wr = gl_SubgroupID / 2, wc = gl_SubgroupID % 2;
    coopmat<float, gl_ScopeSubgroup, 16, 16, gl_MatrixUseAccumulator> c =
        coopmat<float, gl_ScopeSubgroup, 16, 16, gl_MatrixUseAccumulator>(0.0);
    for (uint k = 0; k < p.K; k += 16) {
        for (uint i = t; i < 32 * 16; i += 128) {
            sa[(i / 16) * 24 + i % 16] = A[(i / 16) * p.K + k + i % 16];
            sb[(i / 16) * 24 + i % 16] = B[(i / 16) * p.K + k + i % 16];
        }
        coopmat<float16_t, gl_ScopeSubgroup, 16, 16, gl_MatrixUseA> a;
        coopmat<float16_t, gl_ScopeSubgroup, 16, 16, gl_MatrixUseB> b;
        coopMatLoad(a, sa, wr * 16 * 24, 24, gl_CooperativeMatrixLayoutRowMajor);
        coopMatLoad(b, sb, wc * 16 * 24, 24, gl_CooperativeMatrixLayoutColumnMajor);
        c = coopMatMulAdd(a, b, c);
        barrier();
    }
    coopMatStore(c, C, wr * 16 * 32 + wc * 16, 32, gl_CooperativeMatrixLayoutRowMajor);
}
