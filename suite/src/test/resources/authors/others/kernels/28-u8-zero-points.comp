#version 450
#extension GL_KHR_cooperative_matrix : enable
#extension GL_KHR_memory_scope_semantics : enable
#extension GL_EXT_shader_explicit_arithmetic_types_int8 : enable

layout(local_size_x = 32) in;
layout(binding = 0) readonly buffer A_ { uint8_t A[]; };
layout(binding = 1) readonly buffer B_ { uint8_t B[]; };
layout(binding = 2) buffer C_ { uint C[]; };
layout(binding = 3) readonly buffer Sums { uint col_sum[]; };
layout(push_constant) uniform P { uint zero_point; };

void main() {
    const uint m = gl_WorkGroupID.y * 16;
    coopmat<uint, gl_ScopeSubgroup, 16, 16, gl_MatrixUseAccumulator> acc, corr;
    acc = coopmat<uint, gl_ScopeSubgroup, 16, 16, gl_MatrixUseAccumulator>(0u);
    for (uint k = 0; k < 64; k += 32) {
        coopmat<uint8_t, gl_ScopeSubgroup, 16, 32, gl_MatrixUseA> a;
        coopmat<uint8_t, gl_ScopeSubgroup, 32, 16, gl_MatrixUseB> b;
        coopMatLoad(a, A, m * 64 + k, 64, gl_CooperativeMatrixLayoutRowMajor);
        coopMatLoad(b, B, k * 16, 16, gl_CooperativeMatrixLayoutRowMajor);
        acc = coopMatMulAdd(a, b, acc);
    }
    coopMatLoad(corr, col_sum, 0, 0, gl_CooperativeMatrixLayoutRowMajor);
    acc = acc - corr * zero_point;   // wraps modulo 2^32 on purpose
    coopMatStore(acc, C, m * 16, 16, gl_CooperativeMatrixLayoutRowMajor);
}
