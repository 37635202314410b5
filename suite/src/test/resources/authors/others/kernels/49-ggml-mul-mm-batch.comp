#version 450
#extension GL_KHR_cooperative_matrix : enable
#extension GL_KHR_memory_scope_semantics : enable
#extension GL_EXT_shader_explicit_arithmetic_types_float16 : require

layout(local_size_x = 32) in;
layout(binding = 0) readonly buffer A { float16_t data_a[]; };
layout(binding = 1) readonly buffer B { float16_t data_b[]; };
layout(binding = 2) buffer D { float data_d[]; };
layout(push_constant) uniform parameter {
    uint M; uint N; uint K;
    uint ne02; uint ne03; uint broadcast2; uint broadcast3;
    uint batch_stride_a; uint batch_stride_b; uint batch_stride_d;
} p;

void main() {
    const uint batch = gl_WorkGroupID.z;
    const uint ne12 = p.ne02 * p.broadcast2;
    const uint i13 = batch / ne12;
    const uint i12 = batch % ne12;
    const uint i03 = i13 / p.broadcast3;
    const uint i02 = i12 / p.broadcast2;
    const uint pos_a = (i03 * p.ne02 + i02) * p.batch_stride_a;
    const uint pos_b = batch * p.batch_stride_b;

    coopmat<float, gl_ScopeSubgroup, 16, 16, gl_MatrixUseAccumulator> sum =
        coopmat<float, gl_ScopeSubgroup, 16, 16, gl_MatrixUseAccumulator>(0.0);
    for (uint k = 0; k < p.K; k += 16) {
        coopmat<float16_t, gl_ScopeSubgroup, 16, 16, gl_MatrixUseA> a;
        coopmat<float16_t, gl_ScopeSubgroup, 16, 16, gl_MatrixUseB> b;
        coopMatLoad(a, data_a, pos_a + k, p.K, gl_CooperativeMatrixLayoutRowMajor);
        coopMatLoad(b, data_b, pos_b + k, p.K, gl_CooperativeMatrixLayoutColumnMajor);
        sum = coopMatMulAdd(a, b, sum);
    }
    coopMatStore(sum, data_d, batch * p.batch_stride_d, p.M, gl_CooperativeMatrixLayoutColumnMajor);
}
