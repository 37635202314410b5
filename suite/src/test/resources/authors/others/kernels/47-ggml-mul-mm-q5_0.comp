#version 450
#extension GL_KHR_cooperative_matrix : enable
#extension GL_KHR_memory_scope_semantics : enable
#extension GL_KHR_shader_subgroup_basic : enable
#extension GL_EXT_control_flow_attributes : enable
#extension GL_EXT_shader_explicit_arithmetic_types : require
#extension GL_EXT_shader_16bit_storage : require
#extension GL_EXT_shader_8bit_storage : require

struct block_q5_0 {
    float16_t d;
    uint16_t qh[2];
    uint8_t qs[16];
};

layout(constant_id = 0) const uint BLOCK_SIZE = 128;
layout(constant_id = 1) const uint WARP = 32;
layout(local_size_x_id = 0, local_size_y = 1, local_size_z = 1) in;

layout(binding = 0) readonly buffer A { block_q5_0 data_a[]; };
layout(binding = 1) readonly buffer B { vec2 data_b[]; };
layout(binding = 2) writeonly buffer D { float data_d[]; };
layout(push_constant) uniform parameter { uint M, N, K; } p;

#define BK 32
#define STRIDE (BK / 2 + 4)

shared f16vec2 buf_a[32 * STRIDE];
shared f16vec2 buf_b[32 * STRIDE];

vec2 dequantize(uint ib, uint iqs) {
    const uint qh = uint(data_a[ib].qh[0]) | (uint(data_a[ib].qh[1]) << 16);
    const uint lo = (qh >> iqs) & 1u;
    const uint hi = (qh >> (iqs + 16)) & 1u;
    const uint vui = uint(data_a[ib].qs[iqs]);
    return vec2(float((vui & 0xF) | (lo << 4)), float((vui >> 4) | (hi << 4))) - 16.0;
}

void main() {
    const uint tid = gl_LocalInvocationIndex;
    const uint nb = p.K / 32;
    const uint warps = BLOCK_SIZE / WARP;
    coopmat<float, gl_ScopeSubgroup, 16, 16, gl_MatrixUseAccumulator> sums[4];
    [[unroll]] for (uint i = 0; i < 4; i++)
        sums[i] = coopmat<float, gl_ScopeSubgroup, 16, 16, gl_MatrixUseAccumulator>(0.0f);

    for (uint block = 0; block < p.K; block += BK) {
        for (uint i = tid; i < 32 * 8; i += BLOCK_SIZE) {
            const uint r = gl_WorkGroupID.x * 32 + i / 8;
            const uint j = (i % 8) * 2;
            const uint ib = r * nb + block / 32;
            const float d = float(data_a[ib].d);
            const vec2 v0 = dequantize(ib, j) * d;
            const vec2 v1 = dequantize(ib, j + 1) * d;
            buf_a[(i / 8) * STRIDE + j / 2]     = f16vec2(v0.x, v1.x);
            buf_a[(i / 8) * STRIDE + j / 2 + 8] = f16vec2(v0.y, v1.y);
        }
        for (uint i = tid; i < 32 * 16; i += BLOCK_SIZE)
            buf_b[(i / 16) * STRIDE + i % 16] = f16vec2(data_b[((gl_WorkGroupID.y * 32 + i / 16) * p.K + block) / 2 + i % 16]);
        barrier();
        for (uint t = gl_SubgroupID, n = 0; t < 4; t += warps, ++n) {
            [[unroll]] for (uint k = 0; k < BK; k += 16) {
                coopmat<float16_t, gl_ScopeSubgroup, 16, 16, gl_MatrixUseA> cache_a;
                coopmat<float16_t, gl_ScopeSubgroup, 16, 16, gl_MatrixUseB> cache_b;
                coopMatLoad(cache_a, buf_a, (t & 1) * 16 * STRIDE + k / 2, STRIDE, gl_CooperativeMatrixLayoutRowMajor);
                coopMatLoad(cache_b, buf_b, (t >> 1) * 16 * STRIDE + k / 2, STRIDE, gl_CooperativeMatrixLayoutColumnMajor);
                sums[n] = coopMatMulAdd(cache_a, cache_b, sums[n]);
            }
        }
        barrier();
    }
    for (uint t = gl_SubgroupID, n = 0; t < 4; t += warps, ++n) {
        const uint r = gl_WorkGroupID.x * 32 + (t & 1) * 16;
        const uint c = gl_WorkGroupID.y * 32 + (t >> 1) * 16;
        coopMatStore(sums[n], data_d, c * p.M + r, p.M, gl_CooperativeMatrixLayoutColumnMajor);
    }
}
