#version 450
#extension GL_KHR_cooperative_matrix : enable
#extension GL_KHR_memory_scope_semantics : enable
#extension GL_EXT_control_flow_attributes : enable
#extension GL_EXT_shader_explicit_arithmetic_types_float16 : require

layout(local_size_x = 32) in;
layout(binding = 0) readonly buffer Knl { float16_t knl[]; };
layout(binding = 1) readonly buffer Src { float src[]; };
layout(binding = 2) buffer Dst { float dst[]; };
layout(push_constant) uniform parameter { uint Cin, IH, IW, Cout, OH, OW; } p;

#define BS 32
#define BK 16
#define ST 24

shared float16_t Ash[BS * ST];
shared float16_t Bsh[BK * (BS + 8)];

void main() {
    const uint tid = gl_LocalInvocationID.x;
    const uint n0 = gl_WorkGroupID.x * BS;
    const uint CRS = p.Cin * 9;
    const uint NPQ = p.OH * p.OW;

    coopmat<float, gl_ScopeSubgroup, 16, 16, gl_MatrixUseAccumulator> acc[2][2];
    [[unroll]] for (int i = 0; i < 2; ++i)
        [[unroll]] for (int j = 0; j < 2; ++j)
            acc[i][j] = coopmat<float, gl_ScopeSubgroup, 16, 16, gl_MatrixUseAccumulator>(0.0);

    for (uint k0 = 0; k0 < CRS; k0 += BK) {
        for (uint i = tid; i < BS * BK; i += 32) {
            const uint r = i / BK, k = k0 + i % BK;
            Ash[r * ST + i % BK] = (r < p.Cout && k < CRS) ? knl[r * CRS + k] : float16_t(0.0);
        }
        for (uint i = tid; i < BK * BS; i += 32) {
            const uint k = k0 + i / BS, n = n0 + i % BS;
            float v = 0.0;
            if (k < CRS && n < NPQ) {
                const uint c = k / 9, ky = (k % 9) / 3, kx = k % 3;
                v = src[(c * p.IH + n / p.OW + ky) * p.IW + n % p.OW + kx];
            }
            Bsh[(i / BS) * (BS + 8) + i % BS] = float16_t(v);
        }
        barrier();
        coopmat<float16_t, gl_ScopeSubgroup, 16, 16, gl_MatrixUseA> a;
        coopmat<float16_t, gl_ScopeSubgroup, 16, 16, gl_MatrixUseB> b[2];
        coopMatLoad(b[0], Bsh, 0, BS + 8, gl_CooperativeMatrixLayoutRowMajor);
        coopMatLoad(b[1], Bsh, 16, BS + 8, gl_CooperativeMatrixLayoutRowMajor);
        [[unroll]] for (int i = 0; i < 2; ++i) {
            coopMatLoad(a, Ash, i * 16 * ST, ST, gl_CooperativeMatrixLayoutRowMajor);
            acc[i][0] = coopMatMulAdd(a, b[0], acc[i][0]);
            acc[i][1] = coopMatMulAdd(a, b[1], acc[i][1]);
        }
        barrier();
    }
    [[unroll]] for (int i = 0; i < 2; ++i)
        [[unroll]] for (int j = 0; j < 2; ++j)
            coopMatStore(acc[i][j], dst, i * 16 * NPQ + n0 + j * 16, NPQ, gl_CooperativeMatrixLayoutRowMajor);
}
