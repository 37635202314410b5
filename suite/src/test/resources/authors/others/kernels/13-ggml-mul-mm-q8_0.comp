#version 450
#extension GL_KHR_cooperative_matrix : enable
#extension GL_KHR_memory_scope_semantics : enable
#extension GL_KHR_shader_subgroup_basic : enable
#extension GL_EXT_control_flow_attributes : enable
#extension GL_EXT_shader_explicit_arithmetic_types : require
#extension GL_EXT_shader_16bit_storage : require
#extension GL_EXT_shader_8bit_storage : require

#define QUANT_K 32
struct block_q8_0 {
    float16_t d;
    int8_t qs[QUANT_K];
};

layout(constant_id = 0) const uint THREADS = 64;
layout(constant_id = 1) const uint SG = 32;
layout(local_size_x_id = 0) in;

layout(binding = 0) readonly buffer A { block_q8_0 data_a[]; };
layout(binding = 1) readonly buffer B { vec4 data_b[]; };
layout(binding = 2) buffer D { float data_d[]; };
layout(push_constant) uniform parameter { uint M, N, K; } p;

const uint BM = 32;
const uint BN = 16;
const uint BK = 32;
const uint LDS = BK + 8;

shared float16_t sa[BM * LDS];
shared float16_t sb[BN * LDS];

void load_a(uint row0, uint k0) {
    for (uint i = gl_LocalInvocationIndex; i < BM * BK / 2; i += THREADS) {
        const uint r = i / (BK / 2);
        const uint iqs = (i % (BK / 2)) * 2;
        const uint ib = ((row0 + r) * p.K + k0) / QUANT_K;
        const float d = float(data_a[ib].d);
        const vec2 v = vec2(int(data_a[ib].qs[iqs]), int(data_a[ib].qs[iqs + 1])) * d;
        sa[r * LDS + iqs] = float16_t(v.x);
        sa[r * LDS + iqs + 1] = float16_t(v.y);
    }
}

void load_b(uint col0, uint k0) {
    for (uint i = gl_LocalInvocationIndex; i < BN * BK / 4; i += THREADS) {
        const uint c = i / (BK / 4);
        const uint k4 = i % (BK / 4);
        const vec4 v = data_b[((col0 + c) * p.K + k0) / 4 + k4];
        sb[c * LDS + k4 * 4 + 0] = float16_t(v.x);
        sb[c * LDS + k4 * 4 + 1] = float16_t(v.y);
        sb[c * LDS + k4 * 4 + 2] = float16_t(v.z);
        sb[c * LDS + k4 * 4 + 3] = float16_t(v.w);
    }
}

void main() {
    const uint row0 = gl_WorkGroupID.x * BM;
    const uint col0 = gl_WorkGroupID.y * BN;
    const uint nsg = THREADS / SG;
    coopmat<float, gl_ScopeSubgroup, 16, 16, gl_MatrixUseAccumulator> acc[2];
    acc[0] = coopmat<float, gl_ScopeSubgroup, 16, 16, gl_MatrixUseAccumulator>(0.0);
    acc[1] = acc[0];

    for (uint k0 = 0; k0 < p.K; k0 += BK) {
        load_a(row0, k0);
        load_b(col0, k0);
        barrier();
        for (uint t = gl_SubgroupID; t < BM / 16; t += nsg) {
            [[unroll]] for (uint k = 0; k < BK; k += 16) {
                coopmat<float16_t, gl_ScopeSubgroup, 16, 16, gl_MatrixUseA> a;
                coopmat<float16_t, gl_ScopeSubgroup, 16, 16, gl_MatrixUseB> b;
                coopMatLoad(a, sa, t * 16 * LDS + k, LDS, gl_CooperativeMatrixLayoutRowMajor);
                coopMatLoad(b, sb, k, LDS, gl_CooperativeMatrixLayoutColumnMajor);
                acc[t / nsg] = coopMatMulAdd(a, b, acc[t / nsg]);
            }
        }
        barrier();
    }
    for (uint t = gl_SubgroupID; t < BM / 16; t += nsg) {
        coopMatStore(acc[t / nsg], data_d, col0 * p.M + row0 + t * 16, p.M, gl_CooperativeMatrixLayoutColumnMajor);
    }
}
