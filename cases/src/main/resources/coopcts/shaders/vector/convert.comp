#version 460
#extension GL_NV_cooperative_vector : require
#extension GL_EXT_shader_explicit_arithmetic_types : require
${EXTENSION}
// Each invocation turns a vector of its own into one of another component type.
layout(local_size_x = ${LOCAL_SIZE}) in;

#define S ${SOURCE}
#define T ${TARGET}
const uint N = ${N};
#define VECTOR coopvecNV<S, N>
#define RESULT coopvecNV<T, N>
layout(set = 0, binding = 0, std430) readonly buffer SourceBuffer { S source[]; };
layout(set = 0, binding = 1, std430) buffer ResultBuffer { T result[]; };

void main() {
    const uint lane = gl_GlobalInvocationID.x;
    VECTOR v;
    RESULT r;
    coopVecLoadNV(v, source, lane * ${SOURCE_STRIDE});
    ${MAIN}
    coopVecStoreNV(r, result, lane * ${TARGET_STRIDE});
}
