#version 450
#extension GL_KHR_cooperative_matrix : enable
#extension GL_KHR_memory_scope_semantics : enable
#extension GL_KHR_shader_subgroup_basic : enable
#extension GL_EXT_shader_explicit_arithmetic_types_float16 : enable
#pragma use_vulkan_memory_model

layout(local_size_x = 64) in;
layout(binding = 0) readonly buffer X_ { float16_t X[]; };
layout(binding = 1) readonly buffer W_ { float16_t W[]; };
layout(binding = 2) workgroupcoherent buffer T_ { float16_t tmp[]; };
layout(binding = 3) writeonly buffer Y_ { float Y[]; };

void main() {
    coopmat<float16_t, gl_ScopeSubgroup, 16, 16, gl_MatrixUseA> a;
    coopmat<float16_t, gl_ScopeSubgroup, 16, 8, gl_MatrixUseB> b;
    const uint n = gl_SubgroupID * 8;
    coopMatLoad(a, X, 0, 16, gl_CooperativeMatrixLayoutRowMajor);
    coopMatLoad(b, W, n, 16, gl_CooperativeMatrixLayoutRowMajor);
    coopmat<float, gl_ScopeSubgroup, 16, 8, gl_MatrixUseAccumulator> h =
        coopMatMulAdd(a, b, coopmat<float, gl_ScopeSubgroup, 16, 8, gl_MatrixUseAccumulator>(0.0));
    coopMatStore(coopmat<float16_t, gl_ScopeSubgroup, 16, 8, gl_MatrixUseAccumulator>(h), tmp, n, 16, gl_CooperativeMatrixLayoutRowMajor);

    controlBarrier(gl_ScopeWorkgroup, gl_ScopeWorkgroup, gl_StorageSemanticsBuffer, gl_SemanticsAcquireRelease);

    coopMatLoad(a, tmp, 0, 16, gl_CooperativeMatrixLayoutRowMajor);
    h = coopMatMulAdd(a, b, coopmat<float, gl_ScopeSubgroup, 16, 8, gl_MatrixUseAccumulator>(0.0));
    coopMatStore(h, Y, n, 16, gl_CooperativeMatrixLayoutRowMajor);
}
