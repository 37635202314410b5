#version 460
#extension GL_EXT_shader_explicit_arithmetic_types : require
#extension GL_KHR_cooperative_matrix : require
#extension GL_KHR_memory_scope_semantics : require
#extension GL_KHR_shader_subgroup_basic : require

layout(local_size_x = 64) in;

layout(push_constant, std430) uniform Push {
    uint sourceElement;
    uint sourceTile;
    uint sourceStride;
    uint resultElement;
    uint resultTile;
    uint resultStride;
} push;
layout(set = 0, binding = 0, std430) buffer ResultBuffer { uvec4 result[]; };
layout(set = 0, binding = 1, std430) readonly buffer SourceBuffer { int8_t source[]; };

void main() {
    const uint localInstance = gl_SubgroupID;
    const uint instance = gl_WorkGroupID.x * gl_NumSubgroups + localInstance;
    coopmat<int8_t, gl_ScopeSubgroup, 32, 8, gl_MatrixUseB> m;

    coopMatLoad(m, source, push.sourceElement + instance * push.sourceTile, push.sourceStride, gl_CooperativeMatrixLayoutRowMajor);
    coopMatStore(m, result, push.resultElement + instance * push.resultTile, push.resultStride, gl_CooperativeMatrixLayoutRowMajor);
}
