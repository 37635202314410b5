#version 460
#extension GL_KHR_cooperative_matrix : enable
#extension GL_NV_cooperative_matrix2 : enable
#extension GL_KHR_memory_scope_semantics : enable
#extension GL_EXT_shader_explicit_arithmetic_types_float16 : enable

layout(local_size_x = 32) in;
layout(binding = 0) readonly buffer A_ { float16_t A[]; };
layout(binding = 1) readonly buffer B_ { float16_t B[]; };
layout(binding = 2) writeonly buffer C_ { float C[]; };
layout(binding = 3) readonly buffer Bias_ { float bias[]; };
layout(push_constant) uniform P { uint N; uint K; } p;

float epilogue(const in uint row, const in uint col, const in float x, const in uint r0, const in uint c0) {
    const uint r = r0 + row, c = c0 + col;
    const float v = x + bias[c];
    const float g = 0.5 * v * (1.0 + tanh(0.7978845608 * (v + 0.044715 * v * v * v)));
    return c <= r ? g : 0.0;
}

void main() {
    const uint r0 = gl_WorkGroupID.y * 16, c0 = gl_WorkGroupID.x * 16;
    coopmat<float, gl_ScopeSubgroup, 16, 16, gl_MatrixUseAccumulator> acc =
        coopmat<float, gl_ScopeSubgroup, 16, 16, gl_MatrixUseAccumulator>(0.0);
    for (uint k = 0; k < p.K; k += 16) {
        coopmat<float16_t, gl_ScopeSubgroup, 16, 16, gl_MatrixUseA> a;
        coopmat<float16_t, gl_ScopeSubgroup, 16, 16, gl_MatrixUseB> b;
        coopMatLoad(a, A, r0 * p.K + k, p.K, gl_CooperativeMatrixLayoutRowMajor);
        coopMatLoad(b, B, k * p.N + c0, p.N, gl_CooperativeMatrixLayoutRowMajor);
        acc = coopMatMulAdd(a, b, acc);
    }
    coopMatPerElementNV(acc, acc, epilogue, r0, c0);
    coopMatStore(acc, C, r0 * p.N + c0, p.N, gl_CooperativeMatrixLayoutRowMajor);
}
