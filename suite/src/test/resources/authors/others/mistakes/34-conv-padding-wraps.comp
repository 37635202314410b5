#version 450
#extension GL_KHR_cooperative_matrix : enable
#extension GL_KHR_memory_scope_semantics : enable
#extension GL_EXT_shader_explicit_arithmetic_types_float16 : enable

layout(local_size_x = 32) in;
layout(binding = 0) readonly buffer W_ { float16_t w[]; };   // [16][16], 9 used
layout(binding = 1) readonly buffer X_ { float x[]; };       // 8x8
layout(binding = 2) writeonly buffer Y_ { float y[]; };      // 16 channels x 16 pixels
layout(push_constant) uniform P { uint H, W; } p;

shared float16_t col[16 * 24];

void main() {
    for (uint i = gl_LocalInvocationIndex; i < 256; i += 32) {
        const uint k = i / 16, n = i % 16;
        float v = 0.0;
        if (k < 9) {
            const uint iy = n / p.W + k / 3 - 1;
            const uint ix = n % p.W + k % 3 - 1;
            if (ix < p.W) v = x[iy * p.W + ix];
        }
        col[k * 24 + n] = float16_t(v);
    }
    barrier();
    coopmat<float16_t, gl_ScopeSubgroup, 16, 16, gl_MatrixUseA> a;
    coopmat<float16_t, gl_ScopeSubgroup, 16, 16, gl_MatrixUseB> b;
    coopMatLoad(a, w, 0, 16, gl_CooperativeMatrixLayoutRowMajor);
    coopMatLoad(b, col, 0, 24, gl_CooperativeMatrixLayoutRowMajor);
    coopmat<float, gl_ScopeSubgroup, 16, 16, gl_MatrixUseAccumulator> c =
        coopMatMulAdd(a, b, coopmat<float, gl_ScopeSubgroup, 16, 16, gl_MatrixUseAccumulator>(0.0));
    coopMatStore(c, y, 0, 16, gl_CooperativeMatrixLayoutRowMajor);
}
