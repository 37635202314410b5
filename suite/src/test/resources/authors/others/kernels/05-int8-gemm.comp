#version 450
#extension GL_KHR_cooperative_matrix : enable
#extension GL_KHR_memory_scope_semantics : enable
#extension GL_EXT_shader_explicit_arithmetic_types_int8 : enable

layout(local_size_x = 32) in;
layout(binding = 0) readonly buffer A { int8_t a[]; };
layout(binding = 1) readonly buffer B { int8_t b[]; };
layout(binding = 2) writeonly buffer C { int c[]; };
layout(push_constant) uniform P { uint K; };

void main() {
    uint m = gl_WorkGroupID.y * 16;
    uint n = gl_WorkGroupID.x * 16;
    uint N = gl_NumWorkGroups.x * 16;
    coopmat<int, gl_ScopeSubgroup, 16, 16, gl_MatrixUseAccumulator> acc;
    acc = coopmat<int, gl_ScopeSubgroup, 16, 16, gl_MatrixUseAccumulator>(0);
    for (uint k = 0; k + 32 <= K; k += 32) {
        coopmat<int8_t, gl_ScopeSubgroup, 16, 32, gl_MatrixUseA> ma;
        coopmat<int8_t, gl_ScopeSubgroup, 32, 16, gl_MatrixUseB> mb;
        coopMatLoad(ma, a, m * K + k, K, gl_CooperativeMatrixLayoutRowMajor);
        coopMatLoad(mb, b, n * K + k, K, gl_CooperativeMatrixLayoutColumnMajor);
        acc = coopMatMulAdd(ma, mb, acc);
    }
    coopMatStore(acc, c, m * N + n, N, gl_CooperativeMatrixLayoutRowMajor);
}
