#version 460
#extension GL_KHR_cooperative_matrix : enable
#extension GL_KHR_memory_scope_semantics : enable
#extension GL_KHR_shader_subgroup_basic : enable
#extension GL_EXT_shader_explicit_arithmetic_types_float16 : enable
#extension GL_EXT_shader_16bit_storage : enable

layout(local_size_x_id = 0) in;
layout(constant_id = 0) const uint THREADS = 64;
layout(constant_id = 1) const uint SG = 32;
layout(binding = 0) readonly buffer Q { float16_t q[]; };
layout(binding = 1) readonly buffer K { float16_t k[]; };
layout(binding = 2) writeonly buffer S { float16_t s[]; };
layout(push_constant) uniform P { float scale; };

shared float sc[32 * 16];
shared float red[32];

void main() {
    const uint z = gl_WorkGroupID.z;
    for (uint t = gl_SubgroupID; t < 2; t += THREADS / SG) {
        coopmat<float16_t, gl_ScopeSubgroup, 16, 16, gl_MatrixUseA> a;
        coopmat<float16_t, gl_ScopeSubgroup, 16, 16, gl_MatrixUseB> b;
        coopMatLoad(a, q, z * 512 + t * 256, 16, gl_CooperativeMatrixLayoutRowMajor);
        coopMatLoad(b, k, z * 256, 16, gl_CooperativeMatrixLayoutColumnMajor);
        coopmat<float, gl_ScopeSubgroup, 16, 16, gl_MatrixUseAccumulator> c =
            coopMatMulAdd(a, b, coopmat<float, gl_ScopeSubgroup, 16, 16, gl_MatrixUseAccumulator>(0.0));
        c *= scale;
        coopMatStore(c, sc, t * 256, 16, gl_CooperativeMatrixLayoutRowMajor);
    }
    barrier();
    const uint row = gl_LocalInvocationIndex;
    if (row < 32) {
        float m = sc[row * 16];
        for (uint i = 1; i < 16; ++i) m = max(m, sc[row * 16 + i]);
        float sum = 0.0;
        for (uint i = 0; i < 16; ++i) {
            const float e = exp(sc[row * 16 + i] - m);
            sc[row * 16 + i] = e;
            sum += e;
        }
        red[row] = 1.0 / sum;
    }
    barrier();
    for (uint i = gl_LocalInvocationIndex; i < 512; i += THREADS)
        s[z * 512 + i] = float16_t(sc[i] * red[i / 16]);
}
