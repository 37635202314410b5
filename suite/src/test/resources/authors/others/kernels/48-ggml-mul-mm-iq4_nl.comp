#version 450
#extension GL_KHR_cooperative_matrix : enable
#extension GL_KHR_memory_scope_semantics : enable
#extension GL_EXT_shader_explicit_arithmetic_types : require
#extension GL_EXT_shader_16bit_storage : require
#extension GL_EXT_shader_8bit_storage : require

struct block_iq4_nl {
    float16_t d;
    uint8_t qs[16];
};

const int kvalues_const[16] = int[16](-120, -100, -80, -62, -47, -33, -20, -9, 2, 14, 27, 40, 55, 70, 90, 112);

layout(local_size_x = 16) in;
layout(binding = 0) readonly buffer A { block_iq4_nl data_a[]; };
layout(binding = 1) readonly buffer B { float data_b[]; };
layout(binding = 2) writeonly buffer D { float data_d[]; };
layout(push_constant) uniform parameter { uint M, N, K; } p;

shared float kvalues[16];
shared float16_t sa[8 * 40];
shared float16_t sb[16 * 40];

void main() {
    const uint tid = gl_LocalInvocationID.x;
    kvalues[tid] = float(kvalues_const[tid]);
    barrier();
    const uint row0 = gl_WorkGroupID.x * 8;
    coopmat<float, gl_ScopeSubgroup, 8, 16, gl_MatrixUseAccumulator> acc =
        coopmat<float, gl_ScopeSubgroup, 8, 16, gl_MatrixUseAccumulator>(0.0);
    for (uint k0 = 0; k0 < p.K; k0 += 32) {
        for (uint i = tid; i < 8 * 16; i += 16) {
            const uint ib = (row0 + i / 16) * (p.K / 32) + k0 / 32;
            const uint q = uint(data_a[ib].qs[i % 16]);
            const float d = float(data_a[ib].d);
            sa[(i / 16) * 40 + i % 16] = float16_t(d * kvalues[q & 0xF]);
            sa[(i / 16) * 40 + i % 16 + 16] = float16_t(d * kvalues[q >> 4]);
        }
        for (uint i = tid; i < 16 * 32; i += 16)
            sb[(i / 32) * 40 + i % 32] = float16_t(data_b[(i / 32) * p.K + k0 + i % 32]);
        barrier();
        for (uint k = 0; k < 32; k += 16) {
            coopmat<float16_t, gl_ScopeSubgroup, 8, 16, gl_MatrixUseA> a;
            coopmat<float16_t, gl_ScopeSubgroup, 16, 16, gl_MatrixUseB> b;
            coopMatLoad(a, sa, k, 40, gl_CooperativeMatrixLayoutRowMajor);
            coopMatLoad(b, sb, k, 40, gl_CooperativeMatrixLayoutColumnMajor);
            acc = coopMatMulAdd(a, b, acc);
        }
        barrier();
    }
    coopMatStore(acc, data_d, row0, p.M, gl_CooperativeMatrixLayoutColumnMajor);
}
