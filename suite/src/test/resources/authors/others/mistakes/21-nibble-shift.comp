#version 450
#extension GL_KHR_cooperative_matrix : enable
#extension GL_KHR_memory_scope_semantics : enable
#extension GL_EXT_shader_explicit_arithmetic_types_float16 : enable

layout(local_size_x = 32) in;
layout(binding = 0) readonly buffer Q_ { uint wq[]; };    // 16 rows of 16 nibbles: two words a row
layout(binding = 1) readonly buffer X_ { float16_t x[]; };
layout(binding = 2) writeonly buffer Y_ { float y[]; };

shared float16_t sw[16 * 24];

void main() {
    const uint r = gl_LocalInvocationIndex;
    if (r < 16) {
        const uint word = wq[r * 2];
        for (uint j = 0; j < 16; ++j)
            sw[r * 24 + j] = float16_t(int((word >> (4 * j)) & 0xF) - 8);
    }
    barrier();
    coopmat<float16_t, gl_ScopeSubgroup, 16, 16, gl_MatrixUseA> a;
    coopmat<float16_t, gl_ScopeSubgroup, 16, 16, gl_MatrixUseB> b;
    coopMatLoad(a, sw, 0, 24, gl_CooperativeMatrixLayoutRowMajor);
    coopMatLoad(b, x, 0, 16, gl_CooperativeMatrixLayoutRowMajor);
    coopmat<float, gl_ScopeSubgroup, 16, 16, gl_MatrixUseAccumulator> c =
        coopMatMulAdd(a, b, coopmat<float, gl_ScopeSubgroup, 16, 16, gl_MatrixUseAccumulator>(0.0));
    coopMatStore(c, y, 0, 16, gl_CooperativeMatrixLayoutRowMajor);
}
