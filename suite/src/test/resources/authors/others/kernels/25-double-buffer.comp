#version 460
#extension GL_KHR_cooperative_matrix : enable
#extension GL_KHR_memory_scope_semantics : enable
#extension GL_KHR_shader_subgroup_basic : enable
#extension GL_EXT_shader_explicit_arithmetic_types : enable

layout(local_size_x = 32, local_size_y = 4) in;
layout(binding = 0) readonly buffer A_ { uvec4 A[]; };  // 8 halves
layout(binding = 1) readonly buffer B_ { uvec4 B[]; };
layout(binding = 2) writeonly buffer C_ { float C[]; };
layout(push_constant) uniform P { uint M, N, K; };

const uint LDA8 = 3;  // 16 halves + 8, counted in uvec4
const uint LDB8 = 5;  // 32 halves + 8
shared uvec4 As[2][32 * LDA8];
shared uvec4 Bs[2][16 * LDB8];

void fetch(uint stage, uint row0, uint col0, uint k0) {
    const uint t = gl_LocalInvocationIndex;   // 0..127
    if (t < 64) {
        As[stage][(t / 2) * LDA8 + t % 2] = A[((row0 + t / 2) * K + k0) / 8 + t % 2];
    } else {
        const uint u = t - 64;
        Bs[stage][(u / 4) * LDB8 + u % 4] = B[((k0 + u / 4) * N + col0) / 8 + u % 4];
    }
}

void main() {
    const uint row0 = gl_WorkGroupID.y * 32, col0 = gl_WorkGroupID.x * 32;
    const uint wr = gl_SubgroupID >> 1, wc = gl_SubgroupID & 1;
    coopmat<float, gl_ScopeSubgroup, 16, 16, gl_MatrixUseAccumulator> acc =
        coopmat<float, gl_ScopeSubgroup, 16, 16, gl_MatrixUseAccumulator>(0.0);
    uint stage = 0;
    fetch(0, row0, col0, 0);
    barrier();
    for (uint k0 = 0; k0 < K; k0 += 16) {
        if (k0 + 16 < K) fetch(stage ^ 1, row0, col0, k0 + 16);
        coopmat<float16_t, gl_ScopeSubgroup, 16, 16, gl_MatrixUseA> a;
        coopmat<float16_t, gl_ScopeSubgroup, 16, 16, gl_MatrixUseB> b;
        coopMatLoad(a, As[stage], wr * 16 * LDA8, LDA8, gl_CooperativeMatrixLayoutRowMajor);
        coopMatLoad(b, Bs[stage], wc * 2, LDB8, gl_CooperativeMatrixLayoutRowMajor);
        acc = coopMatMulAdd(a, b, acc);
        barrier();
        stage ^= 1;
    }
    coopMatStore(acc, C, (row0 + wr * 16) * N + col0 + wc * 16, N, gl_CooperativeMatrixLayoutRowMajor);
}
