#version 460
#extension GL_KHR_cooperative_matrix : enable
#extension GL_KHR_memory_scope_semantics : enable
#extension GL_EXT_shader_explicit_arithmetic_types_float16 : enable
#extension GL_EXT_shader_16bit_storage : enable

layout(local_size_x = 64) in;
layout(set = 0, binding = 0) readonly buffer Wq { uint wq[]; };          // [16][64] nibbles
layout(set = 0, binding = 1) readonly buffer In { f16vec4 inp[]; };      // [8][64]
layout(set = 0, binding = 2) writeonly buffer Out { float outp[]; };     // [16][32]
layout(set = 0, binding = 3) readonly buffer Sc { vec2 scale_zero[]; };  // [32]
layout(push_constant) uniform P { uint N; uint Nq; uint K; } p;

shared float16_t sw[16 * 40];
shared f16vec4 sx[16 * 10];

void main() {
    const uint t = gl_LocalInvocationIndex;
    const uint n0 = gl_WorkGroupID.x * 16;
    coopmat<float, gl_ScopeSubgroup, 16, 16, gl_MatrixUseAccumulator> acc =
        coopmat<float, gl_ScopeSubgroup, 16, 16, gl_MatrixUseAccumulator>(0.0);
    for (uint k0 = 0; k0 < p.K; k0 += 32) {
        {   // 16 channels x 32 weights = 64 words of 8 nibbles
            const uint n = t / 4;
            // only the first 16 channels have words of their own: the others repeat them (weight sharing)
            const uint word = wq[(n % 16) * (p.K / 8) + k0 / 8 + t % 4];
            const vec2 sz = scale_zero[n0 + n];
            for (uint j = 0; j < 8; ++j) {
                const float q = float((word >> (4 * j)) & 0xFu);
                sw[n * 40 + (t % 4) * 8 + j] = float16_t(q * sz.x + sz.y);
            }
        }
        for (uint i = t; i < 16 * 8; i += 64)
            sx[(i / 8) * 10 + i % 8] = i / 8 < 8 ? inp[((i / 8) * p.K + k0) / 4 + i % 8] : f16vec4(0.0);
        memoryBarrierShared();
        barrier();
        for (uint k = 0; k < 32; k += 16) {
            coopmat<float16_t, gl_ScopeSubgroup, 16, 16, gl_MatrixUseA> x;
            coopmat<float16_t, gl_ScopeSubgroup, 16, 16, gl_MatrixUseB> w;
            coopMatLoad(x, sx, k / 4, 10, gl_CooperativeMatrixLayoutRowMajor);
            coopMatLoad(w, sw, k, 40, gl_CooperativeMatrixLayoutColumnMajor);
            acc = coopMatMulAdd(x, w, acc);
        }
        barrier();
    }
    coopMatStore(acc, outp, n0, p.N, gl_CooperativeMatrixLayoutRowMajor);
}
