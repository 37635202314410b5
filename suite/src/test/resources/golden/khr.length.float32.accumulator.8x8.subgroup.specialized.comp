#version 460
#extension GL_EXT_shader_explicit_arithmetic_types : require
#extension GL_KHR_cooperative_matrix : require
#extension GL_KHR_memory_scope_semantics : require
#extension GL_KHR_shader_subgroup_basic : require

layout(local_size_x = 64) in;

layout(constant_id = 0) const uint ROWS = 1u;
layout(constant_id = 1) const uint COLUMNS = 1u;
layout(set = 0, binding = 0, std430) buffer LengthsBuffer { int lengths[]; };

void main() {
    const uint localInstance = gl_SubgroupID;
    const uint instance = gl_WorkGroupID.x * gl_NumSubgroups + localInstance;
    coopmat<float, gl_ScopeSubgroup, ROWS, COLUMNS, gl_MatrixUseAccumulator> m;

    m = coopmat<float, gl_ScopeSubgroup, ROWS, COLUMNS, gl_MatrixUseAccumulator>(-1.5);
    lengths[16u + instance * gl_SubgroupSize + gl_SubgroupInvocationID] = m.length();
}
