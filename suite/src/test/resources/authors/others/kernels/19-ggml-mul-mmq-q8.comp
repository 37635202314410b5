#version 450
#extension GL_KHR_cooperative_matrix : enable
#extension GL_KHR_memory_scope_semantics : enable
#extension GL_EXT_shader_explicit_arithmetic_types_int8 : require

struct block_q8 { float d; uint qs[8]; };

layout(local_size_x = 32) in;
layout(binding = 0) readonly buffer A { block_q8 data_a[]; };
layout(binding = 1) readonly buffer B { block_q8 data_b[]; };
layout(binding = 2) writeonly buffer D { float data_d[]; };
layout(push_constant) uniform parameter { uint M, N, K; } p;

shared uint qa[16 * 12];  // 32 bytes + 16 of padding a row
shared uint qb[16 * 12];
shared float da[16];
shared float db[16];
shared int isum[16 * 16];

void main() {
    const uint tid = gl_LocalInvocationID.x;
    const uint row0 = gl_WorkGroupID.x * 16;
    const uint nb = p.K / 32;
    float sums[8];
    for (int i = 0; i < 8; ++i) sums[i] = 0.0;

    for (uint ib = 0; ib < nb; ++ib) {
        for (uint i = tid; i < 128; i += 32) {
            qa[(i / 8) * 12 + i % 8] = data_a[(row0 + i / 8) * nb + ib].qs[i % 8];
            qb[(i / 8) * 12 + i % 8] = data_b[(i / 8) * nb + ib].qs[i % 8];
        }
        if (tid < 16) da[tid] = data_a[(row0 + tid) * nb + ib].d;
        else db[tid - 16] = data_b[(tid - 16) * nb + ib].d;
        barrier();

        coopmat<int8_t, gl_ScopeSubgroup, 16, 32, gl_MatrixUseA> a;
        coopmat<int8_t, gl_ScopeSubgroup, 32, 16, gl_MatrixUseB> b;
        coopMatLoad(a, qa, 0, 12, gl_CooperativeMatrixLayoutRowMajor);
        coopMatLoad(b, qb, 0, 12, gl_CooperativeMatrixLayoutColumnMajor);
        coopmat<int, gl_ScopeSubgroup, 16, 16, gl_MatrixUseAccumulator> c =
            coopMatMulAdd(a, b, coopmat<int, gl_ScopeSubgroup, 16, 16, gl_MatrixUseAccumulator>(0));
        coopMatStore(c, isum, 0, 16, gl_CooperativeMatrixLayoutColumnMajor);
        barrier();

        for (uint i = 0; i < 8; ++i) {
            const uint e = i * 32 + tid;
            sums[i] += float(isum[e]) * da[e % 16] * db[e / 16];
        }
        barrier();
    }
    for (uint i = 0; i < 8; ++i) {
        const uint e = i * 32 + tid;
        data_d[(e / 16) * p.M + row0 + e % 16] = sums[i];
    }
}
