#version 450
#extension GL_KHR_cooperative_matrix : enable
#extension GL_KHR_memory_scope_semantics : enable
#extension GL_EXT_shader_explicit_arithmetic_types_float16 : enable

layout(local_size_x_id = 0) in;
layout(constant_id = 1) const uint TM = 16;
layout(constant_id = 2) const uint TN = 16;
layout(constant_id = 3) const uint TK = 16;
layout(constant_id = 4) const uint M = 32;
layout(constant_id = 5) const uint N = 32;
layout(constant_id = 6) const uint K = 32;

layout(binding = 0) readonly buffer A_ { float16_t A[]; };
layout(binding = 1) readonly buffer B_ { float16_t B[]; };
layout(binding = 2) buffer C_ { float C[]; };

void main() {
    const uint row = gl_WorkGroupID.y * TM;
    const uint col = gl_WorkGroupID.x * TN;
    if (row >= M || col >= N) return; // uniform: depends on the workgroup only
    coopmat<float, gl_ScopeSubgroup, TM, TN, gl_MatrixUseAccumulator> acc =
        coopmat<float, gl_ScopeSubgroup, TM, TN, gl_MatrixUseAccumulator>(0.0);
    for (uint k = 0; k < K; k += TK) {
        coopmat<float16_t, gl_ScopeSubgroup, TM, TK, gl_MatrixUseA> a;
        coopmat<float16_t, gl_ScopeSubgroup, TK, TN, gl_MatrixUseB> b;
        coopMatLoad(a, A, row * K + k, K, gl_CooperativeMatrixLayoutRowMajor);
        coopMatLoad(b, B, k * N + col, N, gl_CooperativeMatrixLayoutRowMajor);
        acc = coopMatMulAdd(a, b, acc);
    }
    coopMatStore(acc, C, row * N + col, N, gl_CooperativeMatrixLayoutRowMajor);
}
