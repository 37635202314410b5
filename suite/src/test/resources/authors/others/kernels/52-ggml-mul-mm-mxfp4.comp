#version 450
#extension GL_KHR_cooperative_matrix : enable
#extension GL_KHR_memory_scope_semantics : enable
#extension GL_EXT_shader_explicit_arithmetic_types : require
#extension GL_EXT_shader_16bit_storage : require
#extension GL_EXT_shader_8bit_storage : require

struct block_mxfp4 {
    uint8_t e;
    uint8_t qs[16];
};

layout(local_size_x_id = 0) in;
layout(constant_id = 0) const uint WARP = 32;
layout(binding = 0) readonly buffer A { block_mxfp4 data_a[]; };
layout(binding = 1) readonly buffer B { float16_t data_b[]; };
layout(binding = 2) writeonly buffer D { float data_d[]; };
layout(push_constant) uniform parameter { uint M, N, K; } p;

shared float16_t sa[16 * 40];

float e2m1(uint q) {
    const uint ex = (q >> 1) & 3u;
    const float mag = ex == 0u ? 0.5 * float(q & 1u) : (1.0 + 0.5 * float(q & 1u)) * float(1u << (ex - 1u));
    return (q & 8u) != 0u ? -mag : mag;
}

void main() {
    const uint tid = gl_LocalInvocationIndex;
    const uint col0 = gl_WorkGroupID.y * 16;
    coopmat<float, gl_ScopeSubgroup, 16, 16, gl_MatrixUseAccumulator> acc =
        coopmat<float, gl_ScopeSubgroup, 16, 16, gl_MatrixUseAccumulator>(0.0);
    for (uint k0 = 0; k0 < p.K; k0 += 32) {
        for (uint i = tid; i < 256; i += WARP) {
            const uint ib = (i / 16) * (p.K / 32) + k0 / 32;
            // exponents far from 127 would overflow a half: kept within +-8 of it
            const int e = clamp(int(data_a[ib].e) - 127, -8, 8);
            const uint q = uint(data_a[ib].qs[i % 16]);
            sa[(i / 16) * 40 + i % 16] = float16_t(ldexp(e2m1(q & 0xFu), e));
            sa[(i / 16) * 40 + i % 16 + 16] = float16_t(ldexp(e2m1(q >> 4), e));
        }
        barrier();
        for (uint k = 0; k < 32; k += 16) {
            coopmat<float16_t, gl_ScopeSubgroup, 16, 16, gl_MatrixUseA> a;
            coopmat<float16_t, gl_ScopeSubgroup, 16, 16, gl_MatrixUseB> b;
            coopMatLoad(a, sa, k, 40, gl_CooperativeMatrixLayoutRowMajor);
            coopMatLoad(b, data_b, col0 * p.K + k0 + k, p.K, gl_CooperativeMatrixLayoutColumnMajor);
            acc = coopMatMulAdd(a, b, acc);
        }
        barrier();
    }
    coopMatStore(acc, data_d, col0 * p.M, p.M, gl_CooperativeMatrixLayoutColumnMajor);
}
