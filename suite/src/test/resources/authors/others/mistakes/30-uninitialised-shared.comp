#version 450
#extension GL_KHR_cooperative_matrix : enable
#extension GL_KHR_memory_scope_semantics : enable
#extension GL_EXT_shader_explicit_arithmetic_types_float16 : enable

layout(local_size_x = 32) in;
layout(binding = 0) readonly buffer A_ { float16_t A[]; };
layout(binding = 1) readonly buffer B_ { float16_t B[]; };
layout(binding = 2) writeonly buffer C_ { float C[]; };
layout(push_constant) uniform P { uint rows; } p;

shared float16_t tile[16 * 16];
shared float outTile[16 * 16];

void main() {
    const uint t = gl_LocalInvocationIndex;
    for (uint i = t; i < p.rows * 16; i += 32) tile[i] = A[i];
    barrier();
    coopmat<float16_t, gl_ScopeSubgroup, 16, 16, gl_MatrixUseA> a;
    coopmat<float16_t, gl_ScopeSubgroup, 16, 16, gl_MatrixUseB> b;
    coopMatLoad(a, tile, 0, 16, gl_CooperativeMatrixLayoutRowMajor);
    coopMatLoad(b, B, 0, 16, gl_CooperativeMatrixLayoutRowMajor);
    coopmat<float, gl_ScopeSubgroup, 16, 16, gl_MatrixUseAccumulator> c =
        coopMatMulAdd(a, b, coopmat<float, gl_ScopeSubgroup, 16, 16, gl_MatrixUseAccumulator>(0.0));
    coopMatStore(c, outTile, 0, 16, gl_CooperativeMatrixLayoutRowMajor);
    barrier();
    for (uint i = t; i < p.rows * 16; i += 32) C[i] = outTile[i];
}
