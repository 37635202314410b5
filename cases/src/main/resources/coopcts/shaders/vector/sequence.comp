#version 460
#extension GL_NV_cooperative_vector : require
#extension GL_EXT_shader_explicit_arithmetic_types : require
// The first pass does something to a matrix; the second one multiplies each invocation's vector with what became of it.
layout(local_size_x = ${LOCAL_SIZE}) in;

#define T ${COMPONENT}
const uint M = ${M};
const uint N = ${N};
const uint ALL = ${ALL};
// Elements of the matrix's place in memory.
const uint FIRST = ${FIRST};
const uint BEHIND = ${BEHIND};
layout(push_constant, std430) uniform Push { uint pass; } push;
layout(set = 0, binding = 0, std430) ${LEFT_ACCESS}buffer LeftBuffer { float16_t left[]; };
layout(set = 0, binding = 1, std430) readonly buffer RightBuffer { float16_t right[]; };
layout(set = 0, binding = 2, std430) buffer MatrixBuffer { T matrix[]; };
layout(set = 0, binding = 3, std430) readonly buffer OneBuffer { T ones[]; };
layout(set = 0, binding = 4, std430) readonly buffer ConvertedBuffer { uint converted[]; };
layout(set = 0, binding = 5, std430) writeonly buffer ResultBuffer { float16_t result[]; };

void main() {
    const uint lane = gl_GlobalInvocationID.x;
    if (push.pass == 0) {
        ${MAIN}
    } else {
        coopvecNV<float16_t, N> x;
        coopvecNV<float16_t, M> y;
        coopVecLoadNV(x, ${INPUT}, lane * ${RIGHT_STRIDE});
        coopVecMatMulNV(y, x, gl_ComponentTypeFloat16NV, ${MATRIX}, ${OFFSET}, gl_ComponentTypeFloat16NV, M, N,
            ${LAYOUT}, false, 0);
        coopVecStoreNV(y, result, lane * ${RESULT_STRIDE});
    }
}
