#version 460
#extension GL_EXT_bfloat16 : require
#extension GL_EXT_shader_explicit_arithmetic_types : require
#extension GL_KHR_cooperative_matrix : require
#extension GL_KHR_memory_scope_semantics : require
#extension GL_KHR_shader_subgroup_basic : require

layout(local_size_x = 64) in;

layout(constant_id = 7) const bfloat16_t SCALAR = bfloat16_t(0.5);
layout(push_constant, std430) uniform Push {
    uint resultElement;
    uint resultTile;
    uint resultStride;
} push;
layout(set = 0, binding = 0, std430) buffer ResultBuffer { bfloat16_t result[]; };

void main() {
    const uint localInstance = gl_SubgroupID;
    const uint instance = gl_WorkGroupID.x * gl_NumSubgroups + localInstance;
    coopmat<bfloat16_t, gl_ScopeSubgroup, 16, 16, gl_MatrixUseAccumulator> m;

    m = coopmat<bfloat16_t, gl_ScopeSubgroup, 16, 16, gl_MatrixUseAccumulator>(SCALAR);
    coopMatStore(m, result, push.resultElement + instance * push.resultTile, push.resultStride, gl_CooperativeMatrixLayoutRowMajor);
}
