#version 450
#extension GL_KHR_cooperative_matrix : enable
#extension GL_KHR_memory_scope_semantics : enable
#extension GL_KHR_shader_subgroup_basic : enable
#extension GL_EXT_shader_explicit_arithmetic_types_float16 : enable

layout(local_size_x = 64) in;
layout(binding = 0) readonly buffer A_ { float16_t data_a[]; };
layout(binding = 1) readonly buffer B_ { float16_t data_b[]; };
layout(binding = 2) writeonly buffer D_ { float data_d[]; };
layout(push_constant) uniform P { uint K; } p;

shared float16_t buf_a[32 * 40];
shared float16_t buf_b[32 * 40];

void main() {
    coopmat<float, gl_ScopeSubgroup, 16, 16, gl_MatrixUseAccumulator> sums[2];
    sums[0] = coopmat<float, gl_ScopeSubgroup, 16, 16, gl_MatrixUseAccumulator>(0.0);
    sums[1] = sums[0];
    for (uint block = 0; block < p.K; block += 32) {
        for (uint i = gl_LocalInvocationIndex; i < 32 * 32; i += 64) {
            buf_a[(i / 32) * 40 + i % 32] = data_a[(i / 32) * p.K + block + i % 32];
            buf_b[(i / 32) * 40 + i % 32] = data_b[(i / 32) * p.K + block + i % 32];
        }
        barrier();
        for (uint k = 0; k < 32; k += 16) {
            coopmat<float16_t, gl_ScopeSubgroup, 16, 16, gl_MatrixUseA> a;
            coopmat<float16_t, gl_ScopeSubgroup, 16, 16, gl_MatrixUseB> b;
            coopMatLoad(a, buf_a, gl_SubgroupID * 16 * 40 + k, 40, gl_CooperativeMatrixLayoutRowMajor);
            for (uint j = 0; j < 2; ++j) {
                coopMatLoad(b, buf_b, j * 16 * 40 + k, 40, gl_CooperativeMatrixLayoutColumnMajor);
                sums[j] = coopMatMulAdd(a, b, sums[j]);
            }
        }
    }
    for (uint j = 0; j < 2; ++j)
        coopMatStore(sums[j], data_d, j * 16 * 32 + gl_SubgroupID * 16, 32, gl_CooperativeMatrixLayoutColumnMajor);
}
