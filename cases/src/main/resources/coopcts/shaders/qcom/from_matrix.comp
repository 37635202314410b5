#version 460
#extension GL_KHR_cooperative_matrix : require
#extension GL_QCOM_cooperative_matrix_conversion : require
#extension GL_KHR_memory_scope_semantics : require
#extension GL_KHR_shader_subgroup_basic : require
#extension GL_EXT_shader_explicit_arithmetic_types : require
// A matrix becomes the invocations' arrays, line by line, and stays what it is.
layout(local_size_x = ${LOCAL_SIZE}) in;

${CONSTANTS}
layout(set = 0, binding = 0, std430) readonly buffer SourceBuffer { ${COMPONENT} source[]; };
layout(set = 0, binding = 1, std430) writeonly buffer ResultBuffer { ${ELEMENT} result[]; };
layout(set = 0, binding = 2, std430) writeonly buffer KeptBuffer { ${COMPONENT} kept[]; };

void main() {
    const uint instance = gl_WorkGroupID.x * gl_NumSubgroups + gl_SubgroupID;
    const uint own = instance * gl_SubgroupSize + gl_SubgroupInvocationID;
    coopmat<${COMPONENT}, gl_ScopeSubgroup, ${ROWS}, ${COLUMNS}, ${USE}> m;
    coopMatLoad(m, source, instance * ${TILE}, ${STRIDE}, ${LAYOUT});
    ${ELEMENT} line[${LENGTH}];
    coopmatToVectorQCOM(m, line);
    for (uint i = 0; i < ${LENGTH}; i++) {
        result[own * ${LENGTH} + i] = line[i];
    }
    coopMatStore(m, kept, instance * ${TILE}, ${STRIDE}, ${LAYOUT});
}
