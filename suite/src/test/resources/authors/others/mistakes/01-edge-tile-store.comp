#version 450
#extension GL_KHR_cooperative_matrix : enable
#extension GL_KHR_memory_scope_semantics : enable
#extension GL_EXT_shader_explicit_arithmetic_types_float16 : enable

layout(local_size_x = 32) in;
layout(binding = 0) readonly buffer A_ { float16_t A[]; };
layout(binding = 1) readonly buffer B_ { float16_t B[]; };
layout(binding = 2) writeonly buffer C_ { float C[]; };
layout(push_constant) uniform P { uint M, N, K; } p;

shared float16_t sa[16 * 16];

void main() {
    const uint row = gl_WorkGroupID.y * 16;
    for (uint i = gl_LocalInvocationIndex; i < 256; i += 32)
        sa[i] = row + i / 16 < p.M ? A[(row + i / 16) * p.K + i % 16] : float16_t(0.0);
    barrier();
    coopmat<float16_t, gl_ScopeSubgroup, 16, 16, gl_MatrixUseA> a;
    coopmat<float16_t, gl_ScopeSubgroup, 16, 16, gl_MatrixUseB> b;
    coopmat<float, gl_ScopeSubgroup, 16, 16, gl_MatrixUseAccumulator> c =
        coopmat<float, gl_ScopeSubgroup, 16, 16, gl_MatrixUseAccumulator>(0.0);
    coopMatLoad(a, sa, 0, 16, gl_CooperativeMatrixLayoutRowMajor);
    coopMatLoad(b, B, 0, p.N, gl_CooperativeMatrixLayoutRowMajor);
    c = coopMatMulAdd(a, b, c);
    coopMatStore(c, C, row * p.N, p.N, gl_CooperativeMatrixLayoutRowMajor);
}
