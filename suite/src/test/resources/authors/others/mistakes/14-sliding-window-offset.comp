#version 450
#extension GL_KHR_cooperative_matrix : enable
#extension GL_KHR_memory_scope_semantics : enable
#extension GL_EXT_shader_explicit_arithmetic_types_float16 : enable

layout(local_size_x = 32) in;
layout(binding = 0) readonly buffer X_ { float16_t x[]; };   // rows of 24
layout(binding = 1) readonly buffer W_ { float16_t w[]; };
layout(binding = 2) writeonly buffer Y_ { float y[]; };

void main() {
    coopmat<float16_t, gl_ScopeSubgroup, 16, 16, gl_MatrixUseA> a;
    coopmat<float16_t, gl_ScopeSubgroup, 16, 16, gl_MatrixUseB> b;
    coopmat<float, gl_ScopeSubgroup, 16, 16, gl_MatrixUseAccumulator> acc =
        coopmat<float, gl_ScopeSubgroup, 16, 16, gl_MatrixUseAccumulator>(0.0);
    coopMatLoad(b, w, 0, 16, gl_CooperativeMatrixLayoutRowMajor);
    // 1-D convolution with 3 taps
    for (uint tap = 0; tap < 3; ++tap) {
        coopMatLoad(a, x, tap, 24, gl_CooperativeMatrixLayoutRowMajor);
        acc = coopMatMulAdd(a, b, acc);
    }
    coopMatStore(acc, y, 0, 16, gl_CooperativeMatrixLayoutRowMajor);
}
