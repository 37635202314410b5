#version 450
#extension GL_KHR_cooperative_matrix : enable
#extension GL_KHR_memory_scope_semantics : enable
#extension GL_KHR_shader_subgroup_basic : enable
#extension GL_EXT_shader_explicit_arithmetic_types_float16 : enable

layout(local_size_x = 128) in;
layout(binding = 0) readonly buffer A_ { float16_t A[]; };
layout(binding = 1) readonly buffer B_ { float16_t B[]; };
layout(binding = 2) buffer C_ { float C[]; };
layout(push_constant) uniform P { uint M, N, K; } p;

void main() {
    uint row = gl_WorkGroupID.y * 32 + (gl_SubgroupID / 2) * 16;
    uint col = gl_WorkGroupID.x * 32 + (gl_SubgroupID % 2) * 16;
    if (row + 16 > p.M || col + 16 > p.N) return; // uniform in the subgroup

    coopmat<float, gl_ScopeSubgroup, 16, 16, gl_MatrixUseAccumulator> acc =
        coopmat<float, gl_ScopeSubgroup, 16, 16, gl_MatrixUseAccumulator>(0);
    coopmat<float16_t, gl_ScopeSubgroup, 16, 16, gl_MatrixUseA> a;
    coopmat<float16_t, gl_ScopeSubgroup, 16, 16, gl_MatrixUseB> b;
    uint k = 0;
    while (k < p.K) {
        coopMatLoad(a, A, row * p.K + k, p.K, gl_CooperativeMatrixLayoutRowMajor);
        coopMatLoad(b, B, k * p.N + col, p.N, gl_CooperativeMatrixLayoutRowMajor);
        acc = coopMatMulAdd(a, b, acc);
        k += 16;
    }
    coopMatStore(acc, C, row * p.N + col, p.N, gl_CooperativeMatrixLayoutRowMajor);
}
