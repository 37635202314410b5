#version 450
#extension GL_KHR_cooperative_matrix : enable
#extension GL_KHR_memory_scope_semantics : enable
#extension GL_EXT_shader_explicit_arithmetic_types : require
#extension GL_EXT_shader_16bit_storage : require
#extension GL_EXT_shader_8bit_storage : require

struct block_q4_0 {
    float16_t d;
    uint8_t qs[16];
};

layout(local_size_x = 32) in;
layout(binding = 0) readonly buffer A { block_q4_0 data_a[]; };
layout(binding = 1) readonly buffer B { float data_b[]; };
layout(binding = 2) writeonly buffer D { float data_d[]; };
layout(push_constant) uniform parameter { uint M, N, K; } p;

#define LOAD_VEC 2
#define STRIDE_V 20  // f16vec2 elements in a row of 32 + 8 halves

shared f16vec2 buf_a[16 * STRIDE_V];
shared f16vec2 buf_b[16 * STRIDE_V];

vec2 dequant(uint ib, uint j) {
    // j-th byte holds element j in its low and element j+16 in its high nibble
    const uint q = uint(data_a[ib].qs[j]);
    return (vec2(float(q & 0xF), float(q >> 4)) - 8.0f) * float(data_a[ib].d);
}

void main() {
    const uint lane = gl_LocalInvocationID.x;
    const uint row0 = gl_WorkGroupID.x * 16;
    coopmat<float16_t, gl_ScopeSubgroup, 16, 16, gl_MatrixUseAccumulator> sum =
        coopmat<float16_t, gl_ScopeSubgroup, 16, 16, gl_MatrixUseAccumulator>(float16_t(0));

    for (uint k0 = 0; k0 < p.K; k0 += 32) {
        for (uint i = lane; i < 16 * 8; i += 32) {
            const uint r = i / 8;
            const uint j = (i % 8) * 2;
            const uint ib = (row0 + r) * (p.K / 32) + k0 / 32;
            const vec2 v0 = dequant(ib, j);
            const vec2 v1 = dequant(ib, j + 1);
            buf_a[r * STRIDE_V + j / 2]     = f16vec2(v0.x, v1.x);
            buf_a[r * STRIDE_V + j / 2 + 8] = f16vec2(v0.y, v1.y);
        }
        for (uint i = lane; i < 16 * 16; i += 32) {
            const uint c = i / 16;
            const uint k = (i % 16) * LOAD_VEC;
            buf_b[c * STRIDE_V + k / 2] = c < p.N
                ? f16vec2(data_b[c * p.K + k0 + k], data_b[c * p.K + k0 + k + 1]) : f16vec2(0.0);
        }
        barrier();
        for (uint k = 0; k < 32; k += 16) {
            coopmat<float16_t, gl_ScopeSubgroup, 16, 16, gl_MatrixUseA> ma;
            coopmat<float16_t, gl_ScopeSubgroup, 16, 16, gl_MatrixUseB> mb;
            coopMatLoad(ma, buf_a, k / 2, STRIDE_V, gl_CooperativeMatrixLayoutRowMajor);
            coopMatLoad(mb, buf_b, k / 2, STRIDE_V, gl_CooperativeMatrixLayoutColumnMajor);
            sum = coopMatMulAdd(ma, mb, sum);
        }
        barrier();
    }
    coopmat<float, gl_ScopeSubgroup, 16, 16, gl_MatrixUseAccumulator> d =
        coopmat<float, gl_ScopeSubgroup, 16, 16, gl_MatrixUseAccumulator>(sum);
    coopMatStore(d, data_d, row0, p.M, gl_CooperativeMatrixLayoutColumnMajor);
}
