#version 460
#extension GL_KHR_cooperative_matrix : enable
#extension GL_NV_cooperative_matrix2 : enable
#extension GL_KHR_memory_scope_semantics : enable
#extension GL_EXT_shader_explicit_arithmetic_types_float16 : enable

layout(local_size_x = 32) in;
layout(binding = 0) readonly buffer A_ { float16_t A[]; };
layout(binding = 1) readonly buffer B_ { float16_t B[]; };
layout(binding = 2) readonly buffer W_ { float16_t W[]; };
layout(binding = 3) writeonly buffer Y_ { float Y[]; };
layout(binding = 4) writeonly buffer Z_ { float Z[]; };

void main() {
    coopmat<float16_t, gl_ScopeSubgroup, 16, 16, gl_MatrixUseA> a;
    coopmat<float16_t, gl_ScopeSubgroup, 16, 16, gl_MatrixUseB> b, w;
    coopMatLoad(a, A, 0, 16, gl_CooperativeMatrixLayoutRowMajor);
    coopMatLoad(b, B, 0, 16, gl_CooperativeMatrixLayoutRowMajor);
    coopMatLoad(w, W, 0, 16, gl_CooperativeMatrixLayoutRowMajor);

    coopmat<float16_t, gl_ScopeSubgroup, 16, 16, gl_MatrixUseAccumulator> h =
        coopmat<float16_t, gl_ScopeSubgroup, 16, 16, gl_MatrixUseAccumulator>(float16_t(0.0));
    h = coopMatMulAdd(a, b, h);

    coopmat<float16_t, gl_ScopeSubgroup, 16, 16, gl_MatrixUseA> ha =
        coopmat<float16_t, gl_ScopeSubgroup, 16, 16, gl_MatrixUseA>(h);
    coopmat<float16_t, gl_ScopeSubgroup, 16, 16, gl_MatrixUseB> hT;
    coopMatTransposeNV(hT, h);

    coopmat<float, gl_ScopeSubgroup, 16, 16, gl_MatrixUseAccumulator> zero =
        coopmat<float, gl_ScopeSubgroup, 16, 16, gl_MatrixUseAccumulator>(0.0);
    coopMatStore(coopMatMulAdd(ha, w, zero), Y, 0, 16, gl_CooperativeMatrixLayoutRowMajor);
    coopMatStore(coopMatMulAdd(ha, hT, zero), Z, 0, 16, gl_CooperativeMatrixLayoutRowMajor);
}
