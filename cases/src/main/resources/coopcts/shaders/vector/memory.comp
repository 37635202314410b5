#version 460
#extension GL_NV_cooperative_vector : require
#extension GL_EXT_shader_explicit_arithmetic_types : require
#extension GL_EXT_buffer_reference : require
// Vectors and matrices in shared memory, by address, and in arrays of a declared size.
layout(local_size_x = ${LOCAL_SIZE}) in;

#define T ${COMPONENT}
const uint N = ${N};
#define VECTOR coopvecNV<T, N>
layout(buffer_reference, std430, buffer_reference_align = 64) buffer Elements { T elements[]; };
layout(set = 0, binding = 0, std430) readonly buffer SourceBuffer { T source[${SOURCE_LENGTH}]; };
layout(set = 0, binding = 1, std430) writeonly buffer ResultBuffer { T result[${RESULT_LENGTH}]; };
layout(set = 0, binding = 2, std430) readonly buffer MatrixBuffer { T matrix[${MATRIX_LENGTH}]; };
layout(set = 0, binding = 3, std430) readonly buffer AddressBuffer { Elements from; Elements to; Elements by; } addresses;
${SHARED}

void main() {
    const uint lane = gl_GlobalInvocationID.x;
    VECTOR v;
    ${MAIN}
}
