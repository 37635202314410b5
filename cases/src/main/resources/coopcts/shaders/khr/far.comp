#version 460
#extension GL_KHR_cooperative_matrix : require
#extension GL_KHR_memory_scope_semantics : require
#extension GL_KHR_shader_subgroup_basic : require
#extension GL_EXT_shader_explicit_arithmetic_types : require
${EXTENSIONS}
// Offsets and strides beyond 64 Ki elements, in the order that the push constant says.
layout(local_size_x = ${LOCAL_SIZE}) in;

layout(push_constant, std430) uniform Push { uint element; } push;

#define T ${COMPONENT}
#define MATRIX coopmat<T, ${SCOPE}, ${ROWS}, ${COLUMNS}, ${USE}>
layout(set = 0, binding = 0, std430) readonly buffer SourceBuffer { T source[]; };
layout(set = 0, binding = 1, std430) writeonly buffer ResultBuffer { T result[]; };

void main() {
    const uint instance = gl_WorkGroupID.x * gl_NumSubgroups + gl_SubgroupID;
    const uint element = push.element + instance * ${TILE};
    MATRIX m;
    coopMatLoad(m, source, element, ${STRIDE}, ${SOURCE_LAYOUT});
    coopMatStore(m, result, element, ${STRIDE}, ${RESULT_LAYOUT});
}
