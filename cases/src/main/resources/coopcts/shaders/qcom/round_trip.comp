#version 460
#extension GL_KHR_cooperative_matrix : require
#extension GL_QCOM_cooperative_matrix_conversion : require
#extension GL_KHR_memory_scope_semantics : require
#extension GL_KHR_shader_subgroup_basic : require
#extension GL_EXT_shader_explicit_arithmetic_types : require
// Arrays to a matrix and back.
layout(local_size_x = ${LOCAL_SIZE}) in;

${CONSTANTS}
layout(set = 0, binding = 0, std430) readonly buffer SourceBuffer { ${ELEMENT} source[]; };
layout(set = 0, binding = 1, std430) writeonly buffer ResultBuffer { ${ELEMENT} result[]; };

void main() {
    const uint instance = gl_WorkGroupID.x * gl_NumSubgroups + gl_SubgroupID;
    const uint own = instance * gl_SubgroupSize + gl_SubgroupInvocationID;
    ${ELEMENT} line[${LENGTH}];
    ${ELEMENT} back[${LENGTH}];
    for (uint i = 0; i < ${LENGTH}; i++) {
        line[i] = source[own * ${LENGTH} + i];
    }
    coopmat<${COMPONENT}, gl_ScopeSubgroup, ${ROWS}, ${COLUMNS}, ${USE}> m;
    vectorToCoopmatQCOM(line, m);
    coopmatToVectorQCOM(m, back);
    for (uint i = 0; i < ${LENGTH}; i++) {
        result[own * ${LENGTH} + i] = back[i];
    }
}
