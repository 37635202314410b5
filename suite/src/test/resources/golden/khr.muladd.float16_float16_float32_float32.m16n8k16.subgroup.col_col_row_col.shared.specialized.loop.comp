#version 460
#extension GL_EXT_shader_explicit_arithmetic_types : require
#extension GL_KHR_cooperative_matrix : require
#extension GL_KHR_memory_scope_semantics : require
#extension GL_KHR_shader_subgroup_basic : require

layout(local_size_x = 64) in;

layout(constant_id = 0) const uint M = 1u;
layout(constant_id = 1) const uint N = 1u;
layout(constant_id = 2) const uint K = 1u;
layout(push_constant, std430) uniform Push {
    uint matrixACount;
    uint matrixBCount;
    uint matrixCElement;
    uint matrixCTile;
    uint matrixCStride;
    uint steps;
    uint matrixAElement;
    uint matrixATile;
    uint matrixAStep;
    uint matrixAStride;
    uint matrixBElement;
    uint matrixBTile;
    uint matrixBStep;
    uint matrixBStride;
    uint resultElement;
    uint resultTile;
    uint resultStride;
} push;
layout(set = 0, binding = 0, std430) readonly buffer MatrixABuffer { float16_t matrixA[]; };
layout(set = 0, binding = 1, std430) readonly buffer MatrixBBuffer { float16_t matrixB[]; };
layout(set = 0, binding = 2, std430) readonly buffer MatrixCBuffer { float matrixC[]; };
layout(set = 0, binding = 3, std430) buffer ResultBuffer { float result[]; };
shared float16_t matrixAShared[1600];
shared float16_t matrixBShared[832];

void main() {
    const uint localInstance = gl_SubgroupID;
    const uint instance = gl_WorkGroupID.x * gl_NumSubgroups + localInstance;
    coopmat<float, gl_ScopeSubgroup, M, N, gl_MatrixUseAccumulator> c;
    coopmat<float16_t, gl_ScopeSubgroup, M, K, gl_MatrixUseA> a;
    coopmat<float16_t, gl_ScopeSubgroup, K, N, gl_MatrixUseB> b;

    for (uint i = gl_LocalInvocationIndex; i < push.matrixACount; i += gl_WorkGroupSize.x) {
        matrixAShared[i] = matrixA[gl_WorkGroupID.x * push.matrixACount + i];
    }
    barrier();
    for (uint i = gl_LocalInvocationIndex; i < push.matrixBCount; i += gl_WorkGroupSize.x) {
        matrixBShared[i] = matrixB[gl_WorkGroupID.x * push.matrixBCount + i];
    }
    barrier();
    coopMatLoad(c, matrixC, push.matrixCElement + instance * push.matrixCTile, push.matrixCStride, gl_CooperativeMatrixLayoutRowMajor);
    for (uint step = 0; step < push.steps; ++step) {
        coopMatLoad(a, matrixAShared, push.matrixAElement + localInstance * push.matrixATile + step * push.matrixAStep, push.matrixAStride, gl_CooperativeMatrixLayoutColumnMajor);
        coopMatLoad(b, matrixBShared, push.matrixBElement + localInstance * push.matrixBTile + step * push.matrixBStep, push.matrixBStride, gl_CooperativeMatrixLayoutColumnMajor);
        c = coopMatMulAdd(a, b, c);
    }
    coopMatStore(c, result, push.resultElement + instance * push.resultTile, push.resultStride, gl_CooperativeMatrixLayoutColumnMajor);
}
