#version 450
#extension GL_KHR_cooperative_matrix : enable
#extension GL_KHR_memory_scope_semantics : enable
#extension GL_EXT_shader_explicit_arithmetic_types_int8 : enable

layout(constant_id = 0) const uint TK = 16;
layout(local_size_x = 32) in;
layout(binding = 0) readonly buffer A_ { int8_t A[]; };
layout(binding = 1) readonly buffer B_ { int8_t B[]; };
layout(binding = 2) writeonly buffer C_ { int C[]; };
layout(push_constant) uniform P { uint K; } p;

void main() {
    coopmat<int, gl_ScopeSubgroup, 16, 16, gl_MatrixUseAccumulator> c =
        coopmat<int, gl_ScopeSubgroup, 16, 16, gl_MatrixUseAccumulator>(0);
    for (uint k = 0; k < p.K; k += 16) {
        coopmat<int8_t, gl_ScopeSubgroup, 16, TK, gl_MatrixUseA> a;
        coopmat<int8_t, gl_ScopeSubgroup, TK, 16, gl_MatrixUseB> b;
        coopMatLoad(a, A, k, p.K, gl_CooperativeMatrixLayoutRowMajor);
        coopMatLoad(b, B, k * 16, 16, gl_CooperativeMatrixLayoutRowMajor);
        c = coopMatMulAdd(a, b, c);
    }
    coopMatStore(c, C, 0, 16, gl_CooperativeMatrixLayoutRowMajor);
}
