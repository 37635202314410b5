#version 450
#extension GL_KHR_cooperative_matrix : enable
#extension GL_NV_cooperative_matrix2 : enable
#extension GL_KHR_memory_scope_semantics : enable
#extension GL_KHR_shader_subgroup_basic : enable
#extension GL_EXT_shader_explicit_arithmetic_types_float16 : enable

layout(local_size_x = 128) in;
layout(binding = 0) readonly buffer A_ { float16_t A[]; };
layout(binding = 1) readonly buffer B_ { float16_t B[]; };
layout(binding = 2) writeonly buffer C_ { float C[]; };

void main() {
    coopmat<float16_t, gl_ScopeWorkgroup, 32, 32, gl_MatrixUseA> a;
    coopmat<float16_t, gl_ScopeWorkgroup, 32, 32, gl_MatrixUseB> b;
    coopMatLoad(a, A, 0, 32, gl_CooperativeMatrixLayoutRowMajor);
    coopMatLoad(b, B, 0, 32, gl_CooperativeMatrixLayoutRowMajor);
    coopmat<float, gl_ScopeWorkgroup, 32, 32, gl_MatrixUseAccumulator> c =
        coopMatMulAdd(a, b, coopmat<float, gl_ScopeWorkgroup, 32, 32, gl_MatrixUseAccumulator>(0.0));
    if (gl_SubgroupID == 0)
        coopMatStore(c, C, 0, 32, gl_CooperativeMatrixLayoutRowMajor);
}
