#version 460
#extension GL_EXT_shader_explicit_arithmetic_types : require
#extension GL_KHR_cooperative_matrix : require
#extension GL_KHR_memory_scope_semantics : require
#extension GL_KHR_shader_subgroup_basic : require

layout(local_size_x = 64) in;

layout(push_constant, std430) uniform Push {
    uint sourceCount;
    uint sourceElement;
    uint sourceTile;
    uint sourceStride;
    uint resultElement;
    uint resultTile;
    uint resultStride;
} push;
layout(set = 0, binding = 0, std430) readonly buffer SourceBuffer { f16vec4 source[]; };
layout(set = 0, binding = 1, std430) buffer ResultBuffer { float16_t result[]; };
shared f16vec4 sourceShared[462];

void main() {
    const uint localInstance = gl_SubgroupID;
    const uint instance = gl_WorkGroupID.x * gl_NumSubgroups + localInstance;
    coopmat<float16_t, gl_ScopeSubgroup, 16, 16, gl_MatrixUseA> m;

    for (uint i = gl_LocalInvocationIndex; i < push.sourceCount; i += gl_WorkGroupSize.x) {
        sourceShared[i] = source[gl_WorkGroupID.x * push.sourceCount + i];
    }
    barrier();
    coopMatLoad(m, sourceShared, push.sourceElement + localInstance * push.sourceTile, push.sourceStride, gl_CooperativeMatrixLayoutColumnMajor);
    coopMatStore(m, result, push.resultElement + instance * push.resultTile, push.resultStride, gl_CooperativeMatrixLayoutRowMajor);
}
