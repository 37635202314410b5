#version 450
#extension GL_KHR_cooperative_matrix : enable
#extension GL_KHR_memory_scope_semantics : enable
#extension GL_EXT_shader_explicit_arithmetic_types : enable
#extension GL_EXT_control_flow_attributes : enable

layout(local_size_x_id = 0, local_size_y = 1, local_size_z = 1) in;

layout(binding = 0) readonly buffer A_ { float16_t A[]; };
layout(binding = 1) readonly buffer B_ { float16_t B[]; };
layout(binding = 2) readonly buffer C_ { float C[]; };
layout(binding = 3) buffer D_ { float D[]; };
layout(push_constant) uniform PC { float alpha; float beta; };

const uint N = 32;
const uint K = 32;

#define ACC coopmat<float, gl_ScopeSubgroup, 16, 16, gl_MatrixUseAccumulator>

void main() {
    const uint row = gl_WorkGroupID.y * 16;
    const uint col = gl_WorkGroupID.x * 16;

    ACC sum = ACC(0.0);
    [[unroll]] for (uint k = 0; k < K; k += 16) {
        coopmat<float16_t, gl_ScopeSubgroup, 16, 16, gl_MatrixUseA> a;
        coopmat<float16_t, gl_ScopeSubgroup, 16, 16, gl_MatrixUseB> b;
        coopMatLoad(a, A, row * K + k, K, gl_CooperativeMatrixLayoutRowMajor);
        coopMatLoad(b, B, k * N + col, N, gl_CooperativeMatrixLayoutRowMajor);
        sum = coopMatMulAdd(a, b, sum);
    }
    ACC c;
    coopMatLoad(c, C, row * N + col, N, gl_CooperativeMatrixLayoutRowMajor);
    ACC d = alpha * sum + c * beta;
    coopMatStore(d, D, row * N + col, N, gl_CooperativeMatrixLayoutRowMajor);
}
