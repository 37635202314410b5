#version 460
#extension GL_NV_cooperative_vector : require
#extension GL_EXT_shader_explicit_arithmetic_types : require
// Four layers of ${N} neurons, each clamped to [0, 2] but the last; then, for training, the gradients of the last two
// layers' weights and of the last one's biases, from the error that each invocation is given.
layout(local_size_x = ${LOCAL_SIZE}) in;

const uint N = ${N};
#define VECTOR coopvecNV<float16_t, N>
layout(set = 0, binding = 0, std430) readonly buffer InputBuffer { float16_t inputs[]; };
layout(set = 0, binding = 1, std430) readonly buffer WeightBuffer { uint weights[]; };
layout(set = 0, binding = 2, std430) readonly buffer BiasBuffer { float16_t biases[]; };
layout(set = 0, binding = 3, std430) readonly buffer ErrorBuffer { float16_t errors[]; };
layout(set = 0, binding = 4, std430) writeonly buffer OutputBuffer { float16_t outputs[]; };
layout(set = 0, binding = 5, std430) buffer GradientBuffer { float16_t gradients[]; };
layout(set = 0, binding = 6, std430) buffer SumBuffer { float16_t sums[]; };

// The result is the variable that the input is.
VECTOR layer(VECTOR x, uint n) {
    coopVecMatMulAddNV(x, x, ${INTERPRETATION}, weights, n * ${CAPACITY}, ${INTERPRETATION}, biases, n * ${VECTOR_STRIDE},
        gl_ComponentTypeFloat16NV, N, N, ${LAYOUT}, false, ${MATRIX_STRIDE});
    return x;
}

VECTOR activated(VECTOR x) {
    return clamp(x, VECTOR(float16_t(0)), VECTOR(float16_t(2)));
}

void main() {
    const uint lane = gl_GlobalInvocationID.x;
    VECTOR x;
    coopVecLoadNV(x, inputs, lane * ${VECTOR_STRIDE});
    VECTOR second = activated(layer(activated(layer(x, 0)), 1));
    VECTOR third = activated(layer(second, 2));
    coopVecStoreNV(layer(third, 3), outputs, lane * ${VECTOR_STRIDE});
${TRAINING}
}
