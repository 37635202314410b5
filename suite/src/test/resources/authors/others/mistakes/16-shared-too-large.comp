#version 450
#extension GL_KHR_cooperative_matrix : enable
#extension GL_KHR_memory_scope_semantics : enable
#extension GL_KHR_shader_subgroup_basic : enable
#extension GL_EXT_shader_explicit_arithmetic_types_float16 : enable

layout(constant_id = 0) const uint BM = 32;
layout(constant_id = 1) const uint BN = 32;
layout(constant_id = 2) const uint BK = 32;
layout(local_size_x = 256) in;
layout(binding = 0) readonly buffer A_ { float16_t A[]; };
layout(binding = 1) readonly buffer B_ { float16_t B[]; };
layout(binding = 2) writeonly buffer C_ { float C[]; };
layout(push_constant) uniform P { uint K; } p;

const uint LD = BK + 8;
shared float16_t sa[2 * BM * LD];
shared float16_t sb[2 * BN * LD];

void main() {
    const uint t = gl_LocalInvocationIndex;
    const uint sgs = BM / 16;
    uint st = 0;
    coopmat<float, gl_ScopeSubgroup, 16, 16, gl_MatrixUseAccumulator> c[8];
    for (uint j = 0; j < 8; ++j) c[j] = coopmat<float, gl_ScopeSubgroup, 16, 16, gl_MatrixUseAccumulator>(0.0);
    for (uint k0 = 0; k0 < p.K; k0 += BK) {
        for (uint i = t; i < BM * BK; i += 256) sa[(st * BM + i / BK) * LD + i % BK] = A[(i / BK) * p.K + k0 + i % BK];
        for (uint i = t; i < BN * BK; i += 256) sb[(st * BN + i / BK) * LD + i % BK] = B[(i / BK) * p.K + k0 + i % BK];
        barrier();
        if (gl_SubgroupID < sgs) {
            for (uint k = 0; k < BK; k += 16) {
                coopmat<float16_t, gl_ScopeSubgroup, 16, 16, gl_MatrixUseA> a;
                coopmat<float16_t, gl_ScopeSubgroup, 16, 16, gl_MatrixUseB> b;
                coopMatLoad(a, sa, (st * BM + gl_SubgroupID * 16) * LD + k, LD, gl_CooperativeMatrixLayoutRowMajor);
                for (uint j = 0; j < BN / 16; ++j) {
                    coopMatLoad(b, sb, (st * BN + j * 16) * LD + k, LD, gl_CooperativeMatrixLayoutColumnMajor);
                    c[j] = coopMatMulAdd(a, b, c[j]);
                }
            }
        }
        st ^= 1;
    }
    if (gl_SubgroupID < sgs)
        for (uint j = 0; j < BN / 16; ++j)
            coopMatStore(c[j], C, gl_SubgroupID * 16 * BN + j * 16, BN, gl_CooperativeMatrixLayoutRowMajor);
}
