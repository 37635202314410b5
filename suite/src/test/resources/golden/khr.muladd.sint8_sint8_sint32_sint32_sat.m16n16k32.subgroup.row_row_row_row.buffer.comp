#version 460
#extension GL_EXT_shader_explicit_arithmetic_types : require
#extension GL_KHR_cooperative_matrix : require
#extension GL_KHR_memory_scope_semantics : require
#extension GL_KHR_shader_subgroup_basic : require

layout(local_size_x = 64) in;

layout(push_constant, std430) uniform Push {
    uint matrixCElement;
    uint matrixCTile;
    uint matrixCStride;
    uint matrixAElement;
    uint matrixATile;
    uint matrixAStride;
    uint matrixBElement;
    uint matrixBTile;
    uint matrixBStride;
    uint resultElement;
    uint resultTile;
    uint resultStride;
} push;
layout(set = 0, binding = 0, std430) readonly buffer MatrixABuffer { int8_t matrixA[]; };
layout(set = 0, binding = 1, std430) readonly buffer MatrixBBuffer { int8_t matrixB[]; };
layout(set = 0, binding = 2, std430) readonly buffer MatrixCBuffer { int matrixC[]; };
layout(set = 0, binding = 3, std430) buffer ResultBuffer { int result[]; };

void main() {
    const uint localInstance = gl_SubgroupID;
    const uint instance = gl_WorkGroupID.x * gl_NumSubgroups + localInstance;
    coopmat<int, gl_ScopeSubgroup, 16, 16, gl_MatrixUseAccumulator> c;
    coopmat<int8_t, gl_ScopeSubgroup, 16, 32, gl_MatrixUseA> a;
    coopmat<int8_t, gl_ScopeSubgroup, 32, 16, gl_MatrixUseB> b;
    coopmat<int, gl_ScopeSubgroup, 16, 16, gl_MatrixUseAccumulator> d;

    coopMatLoad(c, matrixC, push.matrixCElement + instance * push.matrixCTile, push.matrixCStride, gl_CooperativeMatrixLayoutRowMajor);
    coopMatLoad(a, matrixA, push.matrixAElement + instance * push.matrixATile, push.matrixAStride, gl_CooperativeMatrixLayoutRowMajor);
    coopMatLoad(b, matrixB, push.matrixBElement + instance * push.matrixBTile, push.matrixBStride, gl_CooperativeMatrixLayoutRowMajor);
    d = coopMatMulAdd(a, b, c, gl_MatrixOperandsSaturatingAccumulation);
    coopMatStore(d, result, push.resultElement + instance * push.resultTile, push.resultStride, gl_CooperativeMatrixLayoutRowMajor);
}
