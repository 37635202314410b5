#version 460
#extension GL_NV_cooperative_vector : require
#extension GL_EXT_shader_explicit_arithmetic_types : require
${EXTENSION}
// Each invocation loads two vectors of its own and stores one.
layout(local_size_x = ${LOCAL_SIZE}) in;

${CONSTANTS}
#define T ${COMPONENT}
#define VECTOR coopvecNV<T, ${N}>
layout(push_constant, std430) uniform Push { uint zero; } push;
layout(set = 0, binding = 0, std430) readonly buffer SourceBuffer { ${ELEMENT} source[]; };
layout(set = 0, binding = 1, std430) buffer ResultBuffer { ${ELEMENT} result[]; };
${GLOBAL}
void main() {
    const uint lane = gl_GlobalInvocationID.x;
    VECTOR v;
    VECTOR w;
    VECTOR r;
    coopVecLoadNV(v, source, (2 * lane + 0) * ${STRIDE});
    coopVecLoadNV(w, source, (2 * lane + 1) * ${STRIDE});
${MAIN}
    coopVecStoreNV(r, result, lane * ${STRIDE} + 16);
}
