#version 450
#extension GL_KHR_cooperative_matrix : enable
#extension GL_NV_cooperative_matrix2 : enable
#extension GL_KHR_memory_scope_semantics : enable
#extension GL_EXT_shader_explicit_arithmetic_types_float16 : require

layout(local_size_x = 128, local_size_y = 1, local_size_z = 1) in;
layout(binding = 0) readonly buffer A { float16_t data_a[]; };
layout(binding = 1) readonly buffer B { float16_t data_b[]; };
layout(binding = 2) writeonly buffer D { float data_d[]; };
layout(push_constant) uniform parameter { uint M; uint N; uint K; } p;

const uint BM = 64;
const uint BN = 64;
const uint BK = 32;

void main() {
    const uint ir = gl_WorkGroupID.x;
    const uint ic = gl_WorkGroupID.y;

    tensorLayoutNV<2, gl_CooperativeMatrixClampModeConstantNV> tA = createTensorLayoutNV(2, gl_CooperativeMatrixClampModeConstantNV);
    tensorLayoutNV<2, gl_CooperativeMatrixClampModeConstantNV> tB = createTensorLayoutNV(2, gl_CooperativeMatrixClampModeConstantNV);
    tensorLayoutNV<2, gl_CooperativeMatrixClampModeConstantNV> tD = createTensorLayoutNV(2, gl_CooperativeMatrixClampModeConstantNV);
    tensorViewNV<2, false, 1, 0> tT = createTensorViewNV(2, false, 1, 0);

    tA = setTensorLayoutDimensionNV(tA, p.M, p.K);
    tB = setTensorLayoutDimensionNV(tB, p.N, p.K);
    tD = setTensorLayoutDimensionNV(tD, p.N, p.M);

    coopmat<float, gl_ScopeWorkgroup, BM, BN, gl_MatrixUseAccumulator> sum =
        coopmat<float, gl_ScopeWorkgroup, BM, BN, gl_MatrixUseAccumulator>(0.0);

    for (uint k = 0; k < p.K; k += BK) {
        coopmat<float16_t, gl_ScopeWorkgroup, BM, BK, gl_MatrixUseA> a;
        coopmat<float16_t, gl_ScopeWorkgroup, BK, BN, gl_MatrixUseB> b;
        coopMatLoadTensorNV(a, data_a, 0, sliceTensorLayoutNV(tA, ir * BM, BM, k, BK));
        coopMatLoadTensorNV(b, data_b, 0, sliceTensorLayoutNV(tB, ic * BN, BN, k, BK), tT);
        sum = coopMatMulAdd(a, b, sum);
    }
    coopMatStoreTensorNV(sum, data_d, 0, sliceTensorLayoutNV(tD, ic * BN, BN, ir * BM, BM), tT);
}
