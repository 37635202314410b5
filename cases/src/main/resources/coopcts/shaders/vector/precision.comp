#version 460
#extension GL_NV_cooperative_vector : require
#extension GL_EXT_shader_explicit_arithmetic_types : require
// Numbers with full mantissas: sums over all invocations, or a product for each.
layout(local_size_x = ${LOCAL_SIZE}) in;

#define T ${COMPONENT}
#define VECTOR coopvecNV<T, ${N}>
layout(set = 0, binding = 0, std430) readonly buffer SourceBuffer { T source[]; };
layout(set = 0, binding = 1, std430) readonly buffer MatrixBuffer { uint matrix[]; };
layout(set = 0, binding = 2, std430) buffer ResultBuffer { T result[]; };

void main() {
    const uint lane = gl_GlobalInvocationID.x;
    VECTOR v;
    coopVecLoadNV(v, source, lane * ${STRIDE});
    ${MAIN}
}
