#version 460
#extension GL_NV_cooperative_vector : require
#extension GL_EXT_shader_explicit_arithmetic_types : require
// A matrix times a vector of each invocation's own, with a bias or without.
layout(local_size_x = ${LOCAL_SIZE}) in;

layout(push_constant, std430) uniform Push { uint matrixOffset; uint matrixStep; uint biasOffset; uint biasStep; } push;
layout(set = 0, binding = 0, std430) readonly buffer InputBuffer { ${INPUT} inputs[]; };
layout(set = 0, binding = 1, std430) readonly buffer MatrixBuffer { uint matrices[]; };
layout(set = 0, binding = 2, std430) readonly buffer BiasBuffer { uint biases[]; };
layout(set = 0, binding = 3, std430) buffer ResultBuffer { ${RESULT} result[]; };

void main() {
    const uint lane = gl_GlobalInvocationID.x;
    coopvecNV<${INPUT}, ${INPUT_LENGTH}> x;
    coopvecNV<${RESULT}, ${M}> y;
    coopVecLoadNV(x, inputs, lane * ${INPUT_STRIDE});
    if (${ACTIVE}) {
        const uint matrixAt = push.matrixOffset + lane % 2 * push.matrixStep;
        const uint biasAt = push.biasOffset + lane % 2 * push.biasStep;
        ${CALL}
        coopVecStoreNV(y, result, lane * ${RESULT_STRIDE});
    }
}
