#version 460
#extension GL_KHR_cooperative_matrix : require
#extension GL_KHR_memory_scope_semantics : require
#extension GL_KHR_shader_subgroup_basic : require
#extension GL_EXT_shader_explicit_arithmetic_types : require
${EXTENSIONS}
// One dispatch stores matrices to a buffer, the next one loads them from there.
layout(local_size_x = ${LOCAL_SIZE}) in;

layout(push_constant, std430) uniform Push { uint dispatch; } push;

#define T ${COMPONENT}
#define MATRIX coopmat<T, ${SCOPE}, ${ROWS}, ${COLUMNS}, ${USE}>
layout(set = 0, binding = 0, std430) readonly buffer SourceBuffer { T source[]; };
layout(set = 0, binding = 1, std430) buffer BetweenBuffer { T between[]; };
layout(set = 0, binding = 2, std430) writeonly buffer ResultBuffer { T result[]; };

void main() {
    const uint instance = gl_WorkGroupID.x * gl_NumSubgroups + gl_SubgroupID;
    const uint element = ${GUARD} + instance * ${TILE};
    MATRIX m;
    if (push.dispatch == 0) {
        coopMatLoad(m, source, element, ${STRIDE}, ${SOURCE_LAYOUT});
        coopMatStore(m, between, element, ${STRIDE}, ${SOURCE_LAYOUT});
    } else {
        coopMatLoad(m, between, element, ${STRIDE}, ${SOURCE_LAYOUT});
        coopMatStore(m, result, element, ${STRIDE}, ${RESULT_LAYOUT});
    }
}
