#version 460
#extension GL_KHR_cooperative_matrix : require
#extension GL_KHR_memory_scope_semantics : require
#extension GL_KHR_shader_subgroup_basic : require
#extension GL_EXT_shader_explicit_arithmetic_types : require
#extension GL_EXT_buffer_reference : require
${EXTENSIONS}
// A matrix is loaded and stored through addresses that stand in a bound buffer.
layout(local_size_x = ${LOCAL_SIZE}) in;

#define T ${COMPONENT}
#define MATRIX coopmat<T, ${SCOPE}, ${ROWS}, ${COLUMNS}, ${USE}>
layout(buffer_reference, std430, buffer_reference_align = 16) buffer Components { T values[]; };
layout(set = 0, binding = 0, std430) readonly buffer AddressBuffer { Components source; Components result; };

void main() {
    const uint instance = gl_WorkGroupID.x * gl_NumSubgroups + gl_SubgroupID;
    const uint element = ${GUARD} + instance * ${TILE};
    MATRIX m;
    coopMatLoad(m, source.values, element, ${STRIDE}, ${SOURCE_LAYOUT});
    coopMatStore(m, result.values, element, ${STRIDE}, ${RESULT_LAYOUT});
}
