#version 460
#extension GL_KHR_cooperative_matrix : require
#extension GL_KHR_memory_scope_semantics : require
#extension GL_KHR_shader_subgroup_basic : require
#extension GL_EXT_shader_explicit_arithmetic_types : require
${EXTENSIONS}
// Every second subgroup loads with a longer stride than the others.
layout(local_size_x = ${LOCAL_SIZE}) in;

#define T ${COMPONENT}
#define MATRIX coopmat<T, ${SCOPE}, ${ROWS}, ${COLUMNS}, ${USE}>
layout(set = 0, binding = 0, std430) readonly buffer SourceBuffer { T source[]; };
layout(set = 0, binding = 1, std430) writeonly buffer ResultBuffer { T result[]; };

void main() {
    const uint instance = gl_WorkGroupID.x * gl_NumSubgroups + gl_SubgroupID;
    const uint element = ${GUARD} + instance * ${TILE};
    const uint stride = ${STRIDE} + instance % 2 * ${STEP};
    MATRIX m;
    coopMatLoad(m, source, element, stride, ${SOURCE_LAYOUT});
    coopMatStore(m, result, element, ${STRIDE}, ${RESULT_LAYOUT});
}
