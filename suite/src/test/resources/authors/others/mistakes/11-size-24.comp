#version 450
#extension GL_KHR_cooperative_matrix : enable
#extension GL_KHR_memory_scope_semantics : enable
#extension GL_EXT_shader_explicit_arithmetic_types_float16 : enable

layout(local_size_x = 32) in;
layout(binding = 0) readonly buffer A_ { float16_t A[]; };
layout(binding = 1) readonly buffer B_ { float16_t B[]; };
layout(binding = 2) writeonly buffer C_ { float C[]; };

const uint TM = 24;
const uint TN = 24;
const uint TK = 16;

void main() {
    coopmat<float16_t, gl_ScopeSubgroup, TM, TK, gl_MatrixUseA> a;
    coopmat<float16_t, gl_ScopeSubgroup, TK, TN, gl_MatrixUseB> b;
    coopmat<float, gl_ScopeSubgroup, TM, TN, gl_MatrixUseAccumulator> c =
        coopmat<float, gl_ScopeSubgroup, TM, TN, gl_MatrixUseAccumulator>(0.0);
    coopMatLoad(a, A, 0, TK, gl_CooperativeMatrixLayoutRowMajor);
    coopMatLoad(b, B, 0, TN, gl_CooperativeMatrixLayoutRowMajor);
    c = coopMatMulAdd(a, b, c);
    coopMatStore(c, C, 0, TN, gl_CooperativeMatrixLayoutRowMajor);
}
