#version 450
#extension GL_KHR_cooperative_matrix : enable
#extension GL_KHR_memory_scope_semantics : enable

layout(local_size_x = 32) in;
layout(binding = 0) readonly buffer A_ { int8_t A[]; };
layout(binding = 1) readonly buffer B_ { int8_t B[]; };
layout(binding = 2) writeonly buffer C_ { int C[]; };

void main() {
    coopmat<int8_t, gl_ScopeSubgroup, 16, 16, gl_MatrixUseA> a;
    coopmat<int8_t, gl_ScopeSubgroup, 16, 16, gl_MatrixUseB> b;
    coopMatLoad(a, A, 0, 16, gl_CooperativeMatrixLayoutRowMajor);
    coopMatLoad(b, B, 0, 16, gl_CooperativeMatrixLayoutRowMajor);
    coopmat<int, gl_ScopeSubgroup, 16, 16, gl_MatrixUseAccumulator> c =
        coopMatMulAdd(a, b, coopmat<int, gl_ScopeSubgroup, 16, 16, gl_MatrixUseAccumulator>(0));
    coopMatStore(c, C, 0, 16, gl_CooperativeMatrixLayoutRowMajor);
}
