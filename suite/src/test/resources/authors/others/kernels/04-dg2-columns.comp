#version 450
#extension GL_KHR_cooperative_matrix : enable
#extension GL_KHR_memory_scope_semantics : enable
#extension GL_EXT_shader_explicit_arithmetic_types_float16 : enable

layout(local_size_x = 8) in;
layout(set = 0, binding = 0, std430) readonly buffer X { float16_t x[32 * 32]; };
layout(set = 0, binding = 1, std430) readonly buffer W { float16_t wT[16 * 32]; };
layout(set = 0, binding = 2, std430) writeonly buffer Y { float y[32 * 16]; };

void main() {
    uint n0 = gl_WorkGroupID.x * 8u;
    uint m0 = gl_WorkGroupID.y * 8u;
    coopmat<float, gl_ScopeSubgroup, 8, 8, gl_MatrixUseAccumulator> acc =
        coopmat<float, gl_ScopeSubgroup, 8, 8, gl_MatrixUseAccumulator>(0.0f);
    for (uint k0 = 0u; k0 < 32u; k0 += 16u) {
        coopmat<float16_t, gl_ScopeSubgroup, 8, 16, gl_MatrixUseA> xa;
        coopmat<float16_t, gl_ScopeSubgroup, 16, 8, gl_MatrixUseB> wb;
        coopMatLoad(xa, x, m0 * 32u + k0, 32u, gl_CooperativeMatrixLayoutRowMajor);
        // wT is [n][k]: column n of B is contiguous
        coopMatLoad(wb, wT, n0 * 32u + k0, 32u, gl_CooperativeMatrixLayoutColumnMajor);
        acc = coopMatMulAdd(xa, wb, acc);
    }
    coopMatStore(acc, y, m0 * 16u + n0, 16u, gl_CooperativeMatrixLayoutRowMajor);
}
