#version 450
#extension GL_KHR_cooperative_matrix : require
#extension GL_KHR_memory_scope_semantics : require
#extension GL_EXT_shader_explicit_arithmetic_types_float16 : require
#extension GL_EXT_shader_16bit_storage : require

layout(constant_id = 0) const int has_bias = 0;
layout(local_size_x = 32, local_size_y = 1, local_size_z = 1) in;

layout(binding = 0) readonly buffer a_blob { uvec2 a_blob_data[]; };   // 4 halves a uvec2
layout(binding = 1) readonly buffer b_blob { uvec2 b_blob_data[]; };
layout(binding = 2) writeonly buffer top_blob { float top_blob_data[]; };
layout(binding = 3) readonly buffer bias_blob { float bias_blob_data[]; };

layout(push_constant) uniform parameter { int M; int N; int K; int relu; } p;

const int TK4 = 4;                 // 16 halves = 4 words pairs
shared uvec2 tmp_a[16 * (TK4 + 2)];
shared uvec2 tmp_b[2][16 * (TK4 + 2)];

void main() {
    const int lane = int(gl_LocalInvocationID.x);
    const int gm = int(gl_WorkGroupID.x) * 16;

    coopmat<float, gl_ScopeSubgroup, 16, 16, gl_MatrixUseAccumulator> sum0;
    coopmat<float, gl_ScopeSubgroup, 16, 16, gl_MatrixUseAccumulator> sum1;
    if (has_bias == 1) {
        // bias runs along N: the same row 16 times
        coopMatLoad(sum0, bias_blob_data, 0, 0, gl_CooperativeMatrixLayoutRowMajor);
        coopMatLoad(sum1, bias_blob_data, 16, 0, gl_CooperativeMatrixLayoutRowMajor);
    } else {
        sum0 = coopmat<float, gl_ScopeSubgroup, 16, 16, gl_MatrixUseAccumulator>(0.f);
        sum1 = coopmat<float, gl_ScopeSubgroup, 16, 16, gl_MatrixUseAccumulator>(0.f);
    }

    const int K4 = p.K / 4;
    for (int k = 0; k < K4; k += TK4) {
        for (int i = lane; i < 64; i += 32) {
            const int r = i / TK4;
            const int q = i % TK4;
            tmp_a[r * (TK4 + 2) + q] = a_blob_data[(gm + r) * K4 + k + q];
            tmp_b[0][r * (TK4 + 2) + q] = b_blob_data[r * K4 + k + q];
            tmp_b[1][r * (TK4 + 2) + q] = b_blob_data[(16 + r) * K4 + k + q];
        }
        barrier();
        coopmat<float16_t, gl_ScopeSubgroup, 16, 16, gl_MatrixUseA> A;
        coopmat<float16_t, gl_ScopeSubgroup, 16, 16, gl_MatrixUseB> B;
        // stride in uvec2: 6 * 8 = 48 bytes
        coopMatLoad(A, tmp_a, 0, 6, gl_CooperativeMatrixLayoutRowMajor);
        coopMatLoad(B, tmp_b[0], 0, 6, gl_CooperativeMatrixLayoutColumnMajor);
        sum0 = coopMatMulAdd(A, B, sum0);
        coopMatLoad(B, tmp_b[1], 0, 6, gl_CooperativeMatrixLayoutColumnMajor);
        sum1 = coopMatMulAdd(A, B, sum1);
        barrier();
    }
    if (p.relu != 0) {
        for (int i = 0; i < sum0.length(); i++) sum0[i] = max(sum0[i], 0.f);
        for (int i = 0; i < sum1.length(); i++) sum1[i] = max(sum1[i], 0.f);
    }
    coopMatStore(sum0, top_blob_data, gm * p.N, p.N, gl_CooperativeMatrixLayoutRowMajor);
    coopMatStore(sum1, top_blob_data, gm * p.N + 16, p.N, gl_CooperativeMatrixLayoutRowMajor);
}
