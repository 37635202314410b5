#version 450
#extension GL_KHR_cooperative_matrix : enable
#extension GL_NV_cooperative_matrix2 : enable
#extension GL_KHR_memory_scope_semantics : enable
#extension GL_EXT_shader_explicit_arithmetic_types_float16 : enable

layout(local_size_x = 32) in;
layout(binding = 0) readonly buffer A_ { float16_t A[]; };
layout(binding = 1) readonly buffer B_ { float16_t B[]; };
layout(binding = 2) writeonly buffer C_ { float C[]; };
layout(push_constant) uniform P { uint M; } p;

void main() {
    const uint row = gl_WorkGroupID.x * 16;
    tensorLayoutNV<2> tA = createTensorLayoutNV(2);
    tA = setTensorLayoutDimensionNV(tA, p.M, 16);
    tensorLayoutNV<2, gl_CooperativeMatrixClampModeConstantNV> tC = createTensorLayoutNV(2, gl_CooperativeMatrixClampModeConstantNV);
    tC = setTensorLayoutDimensionNV(tC, p.M, 16);
    coopmat<float16_t, gl_ScopeSubgroup, 16, 16, gl_MatrixUseA> a;
    coopmat<float16_t, gl_ScopeSubgroup, 16, 16, gl_MatrixUseB> b;
    coopMatLoadTensorNV(a, A, 0, sliceTensorLayoutNV(tA, row, 16, 0, 16));
    coopMatLoad(b, B, 0, 16, gl_CooperativeMatrixLayoutRowMajor);
    coopmat<float, gl_ScopeSubgroup, 16, 16, gl_MatrixUseAccumulator> c =
        coopMatMulAdd(a, b, coopmat<float, gl_ScopeSubgroup, 16, 16, gl_MatrixUseAccumulator>(0.0));
    coopMatStoreTensorNV(c, C, 0, sliceTensorLayoutNV(tC, row, 16, 0, 16));
}
