#version 450
#extension GL_KHR_cooperative_matrix : enable
#extension GL_KHR_memory_scope_semantics : enable
#extension GL_KHR_shader_subgroup_basic : enable
#extension GL_EXT_control_flow_attributes : enable
#extension GL_EXT_shader_explicit_arithmetic_types_float16 : require
#extension GL_EXT_shader_16bit_storage : require

layout(local_size_x = 128) in;

const uint Br = 16;
const uint Bc = 64;
const uint HS = 64;
const uint QLD = HS + 8;
const uint PLD = Bc + 8;
const uint SLD = Bc + 4;

layout(binding = 0) readonly buffer Q { float data_q[]; };
layout(binding = 1) readonly buffer K { float16_t data_k[]; };
layout(binding = 2) readonly buffer V { float16_t data_v[]; };
layout(binding = 3) writeonly buffer O { float data_o[]; };
layout(binding = 4) readonly buffer Msk { float16_t data_m[]; };
layout(push_constant) uniform parameter { uint KV; float scale; } p;

shared float16_t Qf[Br * QLD];
shared float sfsh[Br * SLD];
shared float16_t Pf[Br * PLD];
shared float row_m[Br];
shared float row_l[Br];
shared float row_scale[Br];
shared float osh[Br * (HS + 4)];

void main() {
    const uint tid = gl_LocalInvocationIndex;
    const uint head = gl_WorkGroupID.y;

    for (uint i = tid; i < Br * HS; i += gl_WorkGroupSize.x) {
        Qf[(i / HS) * QLD + i % HS] = float16_t(data_q[head * Br * HS + i] * p.scale);
    }
    if (tid < Br) {
        row_m[tid] = -65504.0;
        row_l[tid] = 0.0;
    }
    barrier();

    // each subgroup owns 16 output columns
    coopmat<float, gl_ScopeSubgroup, 16, 16, gl_MatrixUseAccumulator> Om =
        coopmat<float, gl_ScopeSubgroup, 16, 16, gl_MatrixUseAccumulator>(0.0);

    for (uint j = 0; j < p.KV; j += Bc) {
        coopmat<float, gl_ScopeSubgroup, 16, 16, gl_MatrixUseAccumulator> S =
            coopmat<float, gl_ScopeSubgroup, 16, 16, gl_MatrixUseAccumulator>(0.0);
        [[unroll]] for (uint d = 0; d < HS; d += 16) {
            coopmat<float16_t, gl_ScopeSubgroup, 16, 16, gl_MatrixUseA> qm;
            coopmat<float16_t, gl_ScopeSubgroup, 16, 16, gl_MatrixUseB> km;
            coopMatLoad(qm, Qf, d, QLD, gl_CooperativeMatrixLayoutRowMajor);
            coopMatLoad(km, data_k, (j + gl_SubgroupID * 16) * HS + d, HS, gl_CooperativeMatrixLayoutColumnMajor);
            S = coopMatMulAdd(qm, km, S);
        }
        coopMatStore(S, sfsh, gl_SubgroupID * 16, SLD, gl_CooperativeMatrixLayoutRowMajor);
        barrier();

        if (tid < Br) {
            const float m_old = row_m[tid];
            float m = m_old;
            for (uint c = 0; c < Bc; ++c) {
                const float s = sfsh[tid * SLD + c] + float(data_m[(tid % 8) * p.KV + j + c]);
                sfsh[tid * SLD + c] = s;
                m = max(m, s);
            }
            float l = 0.0;
            for (uint c = 0; c < Bc; ++c) {
                const float e = exp(sfsh[tid * SLD + c] - m);
                l += e;
                Pf[tid * PLD + c] = float16_t(e);
            }
            const float f = exp(m_old - m);
            row_scale[tid] = f;
            row_l[tid] = row_l[tid] * f + l;
            row_m[tid] = m;
        }
        barrier();

        // stride 0, column-major: every column is the vector of row factors
        coopmat<float, gl_ScopeSubgroup, 16, 16, gl_MatrixUseAccumulator> fm;
        coopMatLoad(fm, row_scale, 0, 0, gl_CooperativeMatrixLayoutColumnMajor);
        Om = Om * fm;
        [[unroll]] for (uint c = 0; c < Bc; c += 16) {
            coopmat<float16_t, gl_ScopeSubgroup, 16, 16, gl_MatrixUseA> pm;
            coopmat<float16_t, gl_ScopeSubgroup, 16, 16, gl_MatrixUseB> vm;
            coopMatLoad(pm, Pf, c, PLD, gl_CooperativeMatrixLayoutRowMajor);
            coopMatLoad(vm, data_v, (j + c) * HS + gl_SubgroupID * 16, HS, gl_CooperativeMatrixLayoutRowMajor);
            Om = coopMatMulAdd(pm, vm, Om);
        }
        barrier();
    }

    coopMatStore(Om, osh, gl_SubgroupID * 16, HS + 4, gl_CooperativeMatrixLayoutRowMajor);
    barrier();
    for (uint i = tid; i < Br * HS; i += gl_WorkGroupSize.x) {
        const uint r = i / HS;
        const float l = row_l[r];
        data_o[head * Br * HS + i] = l > 0.0 ? osh[r * (HS + 4) + i % HS] / l : 0.0;
    }
}
