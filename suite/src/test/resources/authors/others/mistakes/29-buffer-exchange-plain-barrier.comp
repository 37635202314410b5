#version 450
#extension GL_KHR_cooperative_matrix : enable
#extension GL_KHR_memory_scope_semantics : enable
#extension GL_KHR_shader_subgroup_basic : enable
#extension GL_EXT_shader_explicit_arithmetic_types_float16 : enable

layout(local_size_x = 64) in;
layout(binding = 0) readonly buffer X_ { float16_t X[]; };
layout(binding = 1) readonly buffer W_ { float16_t W[]; };
layout(binding = 2) buffer T_ { float16_t tmp[]; };
layout(binding = 3) writeonly buffer Y_ { float Y[]; };

#define ACC coopmat<float, gl_ScopeSubgroup, 16, 16, gl_MatrixUseAccumulator>

void main() {
    coopmat<float16_t, gl_ScopeSubgroup, 16, 16, gl_MatrixUseA> a;
    coopmat<float16_t, gl_ScopeSubgroup, 16, 16, gl_MatrixUseB> b;
    coopMatLoad(a, X, 0, 16, gl_CooperativeMatrixLayoutRowMajor);
    coopMatLoad(b, W, gl_SubgroupID * 256, 16, gl_CooperativeMatrixLayoutRowMajor);
    ACC h = coopMatMulAdd(a, b, ACC(0.0));
    coopMatStore(coopmat<float16_t, gl_ScopeSubgroup, 16, 16, gl_MatrixUseAccumulator>(h), tmp, gl_SubgroupID * 256, 16, gl_CooperativeMatrixLayoutRowMajor);
    barrier();
    coopMatLoad(a, tmp, (1 - gl_SubgroupID) * 256, 16, gl_CooperativeMatrixLayoutRowMajor);
    h = coopMatMulAdd(a, b, ACC(0.0));
    coopMatStore(h, Y, gl_SubgroupID * 256, 16, gl_CooperativeMatrixLayoutRowMajor);
}
