#version 450
#extension GL_KHR_cooperative_matrix : enable
#extension GL_KHR_memory_scope_semantics : enable
#extension GL_EXT_shader_explicit_arithmetic_types_float16 : enable

layout(local_size_x = 32) in;
layout(binding = 0) readonly buffer Q_ { float16_t q[]; };
layout(binding = 1) readonly buffer K_ { float16_t k[]; };
layout(binding = 2) writeonly buffer S_ { float s[]; };
layout(push_constant) uniform P { uint n_keys; } p;

shared float sc[256];

void main() {
    coopmat<float16_t, gl_ScopeSubgroup, 16, 16, gl_MatrixUseA> a;
    coopmat<float16_t, gl_ScopeSubgroup, 16, 16, gl_MatrixUseB> b;
    coopMatLoad(a, q, 0, 16, gl_CooperativeMatrixLayoutRowMajor);
    coopMatLoad(b, k, 0, 16, gl_CooperativeMatrixLayoutColumnMajor);
    coopmat<float, gl_ScopeSubgroup, 16, 16, gl_MatrixUseAccumulator> c =
        coopMatMulAdd(a, b, coopmat<float, gl_ScopeSubgroup, 16, 16, gl_MatrixUseAccumulator>(0.0));
    coopMatStore(c, sc, 0, 16, gl_CooperativeMatrixLayoutRowMajor);
    barrier();
    const uint row = gl_LocalInvocationIndex;
    if (row < 16) {
        const float ninf = uintBitsToFloat(0xFF800000u);
        float m = ninf, l = 0.0;
        for (uint j = 0; j < 16; ++j) {
            if (j >= p.n_keys) sc[row * 16 + j] = ninf;
            m = max(m, sc[row * 16 + j]);
        }
        for (uint j = 0; j < 16; ++j) l += exp(sc[row * 16 + j] - m);
        for (uint j = 0; j < 16; ++j) s[row * 16 + j] = exp(sc[row * 16 + j] - m) / l;
    }
}
