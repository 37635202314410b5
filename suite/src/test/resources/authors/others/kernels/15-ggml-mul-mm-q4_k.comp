#version 450
#extension GL_KHR_cooperative_matrix : enable
#extension GL_KHR_memory_scope_semantics : enable
#extension GL_EXT_shader_explicit_arithmetic_types : require
#extension GL_EXT_shader_16bit_storage : require
#extension GL_EXT_shader_8bit_storage : require

struct block_q4_K {
    f16vec2 dm;
    uint8_t scales[12];
    uint8_t qs[128];
};

layout(local_size_x = 64) in;
layout(binding = 0) readonly buffer A { block_q4_K data_a[]; };
layout(binding = 1) readonly buffer B { float data_b[]; };
layout(binding = 2) writeonly buffer D { float data_d[]; };
layout(push_constant) uniform parameter { uint M, N, K; } p;

const uint BK = 64;
const uint LD = BK + 8;
shared float16_t sa[16 * LD];
shared float16_t sb[16 * LD];

uvec2 scale_min(uint ib, uint j) {
    if (j < 4) {
        return uvec2(uint(data_a[ib].scales[j]) & 63u, uint(data_a[ib].scales[j + 4]) & 63u);
    }
    const uint s = uint(data_a[ib].scales[j + 4]);
    return uvec2((s & 0xFu) | ((uint(data_a[ib].scales[j - 4]) >> 6) << 4),
                 (s >> 4) | ((uint(data_a[ib].scales[j]) >> 6) << 4));
}

void main() {
    const uint tid = gl_LocalInvocationID.x;
    const uint row0 = gl_WorkGroupID.x * 16;
    coopmat<float, gl_ScopeSubgroup, 16, 16, gl_MatrixUseAccumulator> acc =
        coopmat<float, gl_ScopeSubgroup, 16, 16, gl_MatrixUseAccumulator>(0.0);
    for (uint k0 = 0; k0 < p.K; k0 += BK) {
        // 64 values of a superblock: two sub-blocks of 32, low and high nibbles of the same 32 bytes
        const uint quarter = (k0 % 256) / 64;
        for (uint i = tid; i < 16 * 32; i += 64) {
            const uint r = i / 32;
            const uint b = i % 32;
            const uint ib = (row0 + r) * (p.K / 256) + k0 / 256;
            const uint q = uint(data_a[ib].qs[quarter * 32 + b]);
            const vec2 dm = vec2(data_a[ib].dm);
            const uvec2 s0 = scale_min(ib, quarter * 2);
            const uvec2 s1 = scale_min(ib, quarter * 2 + 1);
            sa[r * LD + b]      = float16_t(dm.x * float(s0.x) * float(q & 0xFu) - dm.y * float(s0.y));
            sa[r * LD + b + 32] = float16_t(dm.x * float(s1.x) * float(q >> 4)   - dm.y * float(s1.y));
        }
        for (uint i = tid; i < 16 * BK; i += 64) {
            sb[(i / BK) * LD + i % BK] = float16_t(data_b[(i / BK) * p.K + k0 + i % BK]);
        }
        barrier();
        for (uint k = 0; k < BK; k += 16) {
            coopmat<float16_t, gl_ScopeSubgroup, 16, 16, gl_MatrixUseA> a;
            coopmat<float16_t, gl_ScopeSubgroup, 16, 16, gl_MatrixUseB> b;
            coopMatLoad(a, sa, k, LD, gl_CooperativeMatrixLayoutRowMajor);
            coopMatLoad(b, sb, k, LD, gl_CooperativeMatrixLayoutColumnMajor);
            acc = coopMatMulAdd(a, b, acc);
        }
        barrier();
    }
    coopMatStore(acc, data_d, row0, p.M, gl_CooperativeMatrixLayoutColumnMajor);
}
