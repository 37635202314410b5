#version 450
#extension GL_KHR_cooperative_matrix : enable
#extension GL_KHR_memory_scope_semantics : enable
#extension GL_KHR_shader_subgroup_basic : enable
#extension GL_EXT_shader_explicit_arithmetic_types_float16 : require

layout(local_size_x = 64) in;
layout(binding = 0) readonly buffer Q { float16_t data_q[]; };
layout(binding = 1) readonly buffer K { float16_t data_k[]; };
layout(binding = 2) readonly buffer V { float16_t data_v[]; };
layout(binding = 3) writeonly buffer O { float data_o[]; };
layout(binding = 4) writeonly buffer ML { vec2 data_ml[]; };
layout(push_constant) uniform parameter { uint KV; uint k_num; float scale; } p;

shared float S[16 * 36];
shared float16_t P[16 * 40];
shared vec2 ml[16];
shared float fac[16];

void main() {
    const uint tid = gl_LocalInvocationIndex;
    const uint sg = gl_SubgroupID;
    const uint per = p.KV / p.k_num;
    const uint kv0 = gl_WorkGroupID.z * per;
    if (tid < 16) ml[tid] = vec2(-1.0e30, 0.0);
    barrier();

    coopmat<float, gl_ScopeSubgroup, 16, 16, gl_MatrixUseAccumulator> o =
        coopmat<float, gl_ScopeSubgroup, 16, 16, gl_MatrixUseAccumulator>(0.0);
    for (uint j = kv0; j < kv0 + per; j += 32) {
        coopmat<float, gl_ScopeSubgroup, 16, 16, gl_MatrixUseAccumulator> s =
            coopmat<float, gl_ScopeSubgroup, 16, 16, gl_MatrixUseAccumulator>(0.0);
        for (uint d = 0; d < 32; d += 16) {
            coopmat<float16_t, gl_ScopeSubgroup, 16, 16, gl_MatrixUseA> qm;
            coopmat<float16_t, gl_ScopeSubgroup, 16, 16, gl_MatrixUseB> km;
            coopMatLoad(qm, data_q, d, 32, gl_CooperativeMatrixLayoutRowMajor);
            coopMatLoad(km, data_k, (j + sg * 16) * 32 + d, 32, gl_CooperativeMatrixLayoutColumnMajor);
            s = coopMatMulAdd(qm, km, s);
        }
        s *= p.scale;
        coopMatStore(s, S, sg * 16, 36, gl_CooperativeMatrixLayoutRowMajor);
        barrier();
        if (tid < 16) {
            float m = ml[tid].x;
            for (uint c = 0; c < 32; ++c) m = max(m, S[tid * 36 + c]);
            const float f = exp(ml[tid].x - m);
            float l = ml[tid].y * f;
            for (uint c = 0; c < 32; ++c) {
                const float e = exp(S[tid * 36 + c] - m);
                P[tid * 40 + c] = float16_t(e);
                l += e;
            }
            fac[tid] = f;
            ml[tid] = vec2(m, l);
        }
        barrier();
        coopmat<float, gl_ScopeSubgroup, 16, 16, gl_MatrixUseAccumulator> fm;
        coopMatLoad(fm, fac, 0, 0, gl_CooperativeMatrixLayoutColumnMajor);
        o = o * fm;
        for (uint c = 0; c < 32; c += 16) {
            coopmat<float16_t, gl_ScopeSubgroup, 16, 16, gl_MatrixUseA> pm;
            coopmat<float16_t, gl_ScopeSubgroup, 16, 16, gl_MatrixUseB> vm;
            coopMatLoad(pm, P, c, 40, gl_CooperativeMatrixLayoutRowMajor);
            coopMatLoad(vm, data_v, (j + c) * 32 + sg * 16, 32, gl_CooperativeMatrixLayoutRowMajor);
            o = coopMatMulAdd(pm, vm, o);
        }
        barrier();
    }
    coopMatStore(o, data_o, gl_WorkGroupID.z * 512 + sg * 16, 32, gl_CooperativeMatrixLayoutRowMajor);
    if (tid < 16) data_ml[gl_WorkGroupID.z * 16 + tid] = ml[tid];
}
