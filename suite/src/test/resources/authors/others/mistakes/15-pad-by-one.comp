#version 450
#extension GL_KHR_cooperative_matrix : enable
#extension GL_KHR_memory_scope_semantics : enable
#extension GL_KHR_shader_subgroup_basic : enable
#extension GL_EXT_shader_explicit_arithmetic_types_float16 : enable

layout(local_size_x = 64) in;
layout(binding = 0) readonly buffer A_ { float16_t A[]; };
layout(binding = 1) readonly buffer B_ { float16_t B[]; };
layout(binding = 2) writeonly buffer C_ { float C[]; };

const uint LDS_STRIDE = 16 + 1;
shared float16_t sa[16 * LDS_STRIDE];

void main() {
    for (uint i = gl_LocalInvocationIndex; i < 256; i += 64)
        sa[(i / 16) * LDS_STRIDE + i % 16] = A[i];
    barrier();
    coopmat<float16_t, gl_ScopeSubgroup, 16, 16, gl_MatrixUseA> a;
    coopmat<float16_t, gl_ScopeSubgroup, 16, 16, gl_MatrixUseB> b;
    coopMatLoad(a, sa, 0, LDS_STRIDE, gl_CooperativeMatrixLayoutRowMajor);
    coopMatLoad(b, B, gl_SubgroupID * 16, 32, gl_CooperativeMatrixLayoutRowMajor);
    coopmat<float, gl_ScopeSubgroup, 16, 16, gl_MatrixUseAccumulator> c =
        coopMatMulAdd(a, b, coopmat<float, gl_ScopeSubgroup, 16, 16, gl_MatrixUseAccumulator>(0.0));
    coopMatStore(c, C, gl_SubgroupID * 16, 32, gl_CooperativeMatrixLayoutRowMajor);
}
