#version 450
#extension GL_KHR_cooperative_matrix : enable
#extension GL_KHR_memory_scope_semantics : enable
#extension GL_EXT_shader_explicit_arithmetic_types_float16 : enable

layout(local_size_x = 16) in;
layout(binding = 0) readonly buffer A_ { float16_t A[]; };
layout(binding = 1) readonly buffer B_ { float16_t B[]; };
layout(binding = 2) writeonly buffer C_ { float C[]; };
layout(push_constant) uniform P { uint K; } p;

void main() {
    const uint row = gl_WorkGroupID.x * 8;
    coopmat<float, gl_ScopeSubgroup, 8, 16, gl_MatrixUseAccumulator> c;
    for (uint k = 0; k < p.K; k += 16) {
        coopmat<float16_t, gl_ScopeSubgroup, 8, 16, gl_MatrixUseA> a;
        coopmat<float16_t, gl_ScopeSubgroup, 16, 16, gl_MatrixUseB> b;
        coopMatLoad(a, A, row * p.K + k, p.K, gl_CooperativeMatrixLayoutRowMajor);
        coopMatLoad(b, B, k * 16, 16, gl_CooperativeMatrixLayoutRowMajor);
        c = coopMatMulAdd(a, b, c);
    }
    coopMatStore(c, C, row * 16, 16, gl_CooperativeMatrixLayoutRowMajor);
}
