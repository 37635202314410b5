#version 460
#extension GL_NV_cooperative_vector : require
#extension GL_EXT_shader_explicit_arithmetic_types : require
// Every active invocation adds its outer product to one of several matrices, and its vector to one of as many sums.
layout(local_size_x = ${LOCAL_SIZE}) in;

layout(push_constant, std430) uniform Push { uint cluster; uint count; uint matrixStep; uint sumStep; } push;
layout(set = 0, binding = 0, std430) readonly buffer LeftBuffer { float16_t left[]; };
layout(set = 0, binding = 1, std430) readonly buffer RightBuffer { float16_t right[]; };
layout(set = 0, binding = 2, std430) buffer MatrixBuffer { ${T} matrices[]; };
layout(set = 0, binding = 3, std430) buffer SumBuffer { ${S} sums[]; };

void main() {
    const uint lane = gl_GlobalInvocationID.x;
    coopvecNV<float16_t, ${M}> a;
    coopvecNV<float16_t, ${N}> b;
    coopVecLoadNV(a, left, lane * ${LEFT_STRIDE});
    coopVecLoadNV(b, right, lane * ${RIGHT_STRIDE});
    if (${ACTIVE}) {
        const uint which = lane / push.cluster % push.count;
        coopVecOuterProductAccumulateNV(a, b, matrices, 64 + which * push.matrixStep, 48,
            gl_CooperativeVectorMatrixLayoutTrainingOptimalNV, ${INTERPRETATION});
        coopVecReduceSumAccumulateNV(coopvecNV<${S}, ${M}>(a), sums, 16 + which * push.sumStep);
    }
}
