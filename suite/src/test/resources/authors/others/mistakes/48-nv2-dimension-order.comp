#version 450
#extension GL_KHR_cooperative_matrix : enable
#extension GL_NV_cooperative_matrix2 : enable
#extension GL_KHR_memory_scope_semantics : enable
#extension GL_EXT_shader_explicit_arithmetic_types_float16 : enable

layout(local_size_x = 32) in;
layout(binding = 0) readonly buffer A_ { float16_t A[]; };  // [M][K]
layout(binding = 1) readonly buffer B_ { float16_t B[]; };  // [K][16]
layout(binding = 2) writeonly buffer C_ { float C[]; };
layout(push_constant) uniform P { uint M, K; } p;

void main() {
    const uint row = gl_WorkGroupID.x * 16;
    tensorLayoutNV<2> tA = setTensorLayoutDimensionNV(createTensorLayoutNV(2), p.K, p.M);
    tensorLayoutNV<2> tB = setTensorLayoutDimensionNV(createTensorLayoutNV(2), p.K, 16);
    coopmat<float, gl_ScopeSubgroup, 16, 16, gl_MatrixUseAccumulator> c =
        coopmat<float, gl_ScopeSubgroup, 16, 16, gl_MatrixUseAccumulator>(0.0);
    for (uint k = 0; k < p.K; k += 16) {
        coopmat<float16_t, gl_ScopeSubgroup, 16, 16, gl_MatrixUseA> a;
        coopmat<float16_t, gl_ScopeSubgroup, 16, 16, gl_MatrixUseB> b;
        coopMatLoadTensorNV(a, A, 0, sliceTensorLayoutNV(tA, row, 16, k, 16));
        coopMatLoadTensorNV(b, B, 0, sliceTensorLayoutNV(tB, k, 16, 0, 16));
        c = coopMatMulAdd(a, b, c);
    }
    coopMatStore(c, C, row * 16, 16, gl_CooperativeMatrixLayoutRowMajor);
}
