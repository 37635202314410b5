#version 450
#extension GL_KHR_cooperative_matrix : enable
#extension GL_KHR_memory_scope_semantics : enable
#extension GL_EXT_shader_explicit_arithmetic_types_float16 : require

layout(local_size_x = 32) in;
layout(binding = 0) readonly buffer A { float16_t data_a[]; };
layout(binding = 1) readonly buffer B { float16_t data_b[]; };
layout(binding = 2) writeonly buffer D { float data_d[]; };
layout(push_constant) uniform parameter { uint M, N, K, k_split_count; } p;

void main() {
    const uint chunk = (p.K + p.k_split_count - 1) / p.k_split_count;
    const uint k_begin = gl_WorkGroupID.z * chunk;
    const uint k_end = min(k_begin + chunk, p.K);
    coopmat<float, gl_ScopeSubgroup, 16, 16, gl_MatrixUseAccumulator> acc =
        coopmat<float, gl_ScopeSubgroup, 16, 16, gl_MatrixUseAccumulator>(0.0);
    for (uint k = k_begin; k < k_end; k += 16) {
        coopmat<float16_t, gl_ScopeSubgroup, 16, 16, gl_MatrixUseA> a;
        coopmat<float16_t, gl_ScopeSubgroup, 16, 16, gl_MatrixUseB> b;
        coopMatLoad(a, data_a, k, p.K, gl_CooperativeMatrixLayoutRowMajor);
        coopMatLoad(b, data_b, k, p.K, gl_CooperativeMatrixLayoutColumnMajor);
        acc = coopMatMulAdd(a, b, acc);
    }
    coopMatStore(acc, data_d, gl_WorkGroupID.z * p.M * p.N, p.M, gl_CooperativeMatrixLayoutColumnMajor);
}
