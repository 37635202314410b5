#version 450
#extension GL_KHR_cooperative_matrix : enable
#extension GL_KHR_memory_scope_semantics : enable
#extension GL_EXT_shader_explicit_arithmetic_types_float16 : require

layout(local_size_x = 32) in;
layout(binding = 0) readonly buffer A { float16_t data_a[]; };  // [expert][M][K]
layout(binding = 1) readonly buffer B { float data_b[]; };      // [token][K], padded to 40 rows of room
layout(binding = 2) writeonly buffer D { float data_d[]; };     // [token][M]
layout(binding = 3) readonly buffer Ids { uint data_ids[]; };
layout(push_constant) uniform parameter { uint M, K, n_tokens; } p;

shared uint row_ids[16];
shared uint n_rows;
shared float16_t sb[16 * 24];
shared float stage[16 * 16];

void main() {
    const uint tid = gl_LocalInvocationID.x;
    const uint expert = gl_WorkGroupID.z;
    const uint row0 = gl_WorkGroupID.x * 16;

    if (tid == 0) {
        uint n = 0;
        for (uint t = 0; t < p.n_tokens && n < 16; ++t) {
            if (data_ids[t] == expert) {
                row_ids[n++] = t;
            }
        }
        n_rows = n;
    }
    barrier();
    const uint n = n_rows;
    if (n == 0) return; // the same for the whole workgroup

    coopmat<float, gl_ScopeSubgroup, 16, 16, gl_MatrixUseAccumulator> acc =
        coopmat<float, gl_ScopeSubgroup, 16, 16, gl_MatrixUseAccumulator>(0.0);
    for (uint k0 = 0; k0 < p.K; k0 += 16) {
        for (uint i = tid; i < 256; i += 32) {
            const uint c = i / 16;
            sb[c * 24 + i % 16] = c < n ? float16_t(data_b[row_ids[c] * p.K + k0 + i % 16]) : float16_t(0);
        }
        barrier();
        coopmat<float16_t, gl_ScopeSubgroup, 16, 16, gl_MatrixUseA> a;
        coopmat<float16_t, gl_ScopeSubgroup, 16, 16, gl_MatrixUseB> b;
        coopMatLoad(a, data_a, (expert * p.M + row0) * p.K + k0, p.K, gl_CooperativeMatrixLayoutRowMajor);
        coopMatLoad(b, sb, 0, 24, gl_CooperativeMatrixLayoutColumnMajor);
        acc = coopMatMulAdd(a, b, acc);
        barrier();
    }
    coopMatStore(acc, stage, 0, 16, gl_CooperativeMatrixLayoutColumnMajor);
    barrier();
    for (uint i = tid; i < n * 16; i += 32) {
        data_d[row_ids[i / 16] * p.M + row0 + i % 16] = stage[i];
    }
}
