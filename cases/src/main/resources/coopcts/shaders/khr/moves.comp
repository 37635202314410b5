#version 460
#extension GL_KHR_cooperative_matrix : require
#extension GL_KHR_memory_scope_semantics : require
#extension GL_KHR_shader_subgroup_basic : require
#extension GL_EXT_shader_explicit_arithmetic_types : require
${EXTENSIONS}
layout(local_size_x = ${LOCAL_SIZE}) in;

layout(push_constant, std430) uniform Push {
    uint zero;
    uint one;
    uint turns;
} push;

#define T ${COMPONENT}
layout(set = 0, binding = 0, std430) ${QUALIFIERS} buffer SourceBuffer { T source[${SOURCE_LENGTH}]; };
layout(set = 0, binding = 1, std430) ${QUALIFIERS} buffer ResultBuffer { T result[]; };

${CONSTANTS}
const int ROW_MAJOR = gl_CooperativeMatrixLayoutRowMajor;
const uint STRIDE = ${STRIDE};
const uint TILE = ${TILE};
#define MATRIX coopmat<T, ${SCOPE}, ${ROWS}, ${COLUMNS}, ${USE}>
${GLOBAL}
void main() {
    const uint localInstance = gl_SubgroupID;
    const uint instance = gl_WorkGroupID.x * gl_NumSubgroups + localInstance;
    MATRIX m0;
    MATRIX m1;
    MATRIX m2;
    MATRIX r0;
    MATRIX r1;
    coopMatLoad(m0, source, (3 * instance + 0) * TILE, STRIDE, ROW_MAJOR);
    coopMatLoad(m1, source, (3 * instance + 1) * TILE, STRIDE, ROW_MAJOR);
    coopMatLoad(m2, source, (3 * instance + 2) * TILE, STRIDE, ROW_MAJOR);
${MAIN}
    coopMatStore(r0, result, (2 * instance + 0) * TILE, STRIDE, ROW_MAJOR);
    coopMatStore(r1, result, (2 * instance + 1) * TILE, STRIDE, ROW_MAJOR);
}
