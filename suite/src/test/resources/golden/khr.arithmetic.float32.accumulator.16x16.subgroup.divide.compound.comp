#version 460
#extension GL_EXT_shader_explicit_arithmetic_types : require
#extension GL_KHR_cooperative_matrix : require
#extension GL_KHR_memory_scope_semantics : require
#extension GL_KHR_shader_subgroup_basic : require

layout(local_size_x = 64) in;

layout(push_constant, std430) uniform Push {
    uint firstElement;
    uint firstTile;
    uint firstStride;
    uint secondElement;
    uint secondTile;
    uint secondStride;
    uint resultElement;
    uint resultTile;
    uint resultStride;
} push;
layout(set = 0, binding = 0, std430) readonly buffer FirstBuffer { float first[]; };
layout(set = 0, binding = 1, std430) readonly buffer SecondBuffer { float second[]; };
layout(set = 0, binding = 2, std430) buffer ResultBuffer { float result[]; };

void main() {
    const uint localInstance = gl_SubgroupID;
    const uint instance = gl_WorkGroupID.x * gl_NumSubgroups + localInstance;
    coopmat<float, gl_ScopeSubgroup, 16, 16, gl_MatrixUseAccumulator> left;
    coopmat<float, gl_ScopeSubgroup, 16, 16, gl_MatrixUseAccumulator> right;

    coopMatLoad(left, first, push.firstElement + instance * push.firstTile, push.firstStride, gl_CooperativeMatrixLayoutRowMajor);
    coopMatLoad(right, second, push.secondElement + instance * push.secondTile, push.secondStride, gl_CooperativeMatrixLayoutRowMajor);
    left /= right;
    coopMatStore(left, result, push.resultElement + instance * push.resultTile, push.resultStride, gl_CooperativeMatrixLayoutRowMajor);
}
