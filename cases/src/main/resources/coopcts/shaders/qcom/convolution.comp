#version 460
#extension GL_KHR_cooperative_matrix : require
#extension GL_QCOM_cooperative_matrix_conversion : require
#extension GL_KHR_memory_scope_semantics : require
#extension GL_KHR_shader_subgroup_basic : require
#extension GL_EXT_shader_explicit_arithmetic_types : require
// A convolution of 3 x 3 over an image of K channels, one line of M pixels for each subgroup: an invocation gathers the
// channels of its pixel's neighbour, which become a row of A; those of invocations beyond M must have no effect. Sums
// go back to the invocations, where the bias is added and what is below zero is cut.
layout(local_size_x = ${LOCAL_SIZE}) in;

const uint M = ${M};
const uint N = ${N};
const uint K = ${K};
const uint PITCH = ${PITCH};
#define C ${C}
layout(set = 0, binding = 0, std430) readonly buffer ImageBuffer { ${A} image[]; };
layout(set = 0, binding = 1, std430) readonly buffer WeightBuffer { ${B} weights[]; };
layout(set = 0, binding = 2, std430) readonly buffer BiasBuffer { C bias[]; };
layout(set = 0, binding = 3, std430) writeonly buffer ResultBuffer { C result[]; };

void main() {
    const uint line = gl_WorkGroupID.x * gl_NumSubgroups + gl_SubgroupID;
    coopmat<C, gl_ScopeSubgroup, M, N, gl_MatrixUseAccumulator> sum =
        coopmat<C, gl_ScopeSubgroup, M, N, gl_MatrixUseAccumulator>(C(0));
    for (uint tap = 0; tap < 9; tap++) {
        const uint pixel = (line + tap / 3) * PITCH + gl_SubgroupInvocationID + tap % 3;
        ${A} channels[${K}];
        for (uint k = 0; k < K; k++) {
            channels[k] = image[pixel * K + k];
        }
        coopmat<${A}, gl_ScopeSubgroup, M, K, gl_MatrixUseA> a;
        coopmat<${B}, gl_ScopeSubgroup, K, N, gl_MatrixUseB> b;
        vectorToCoopmatQCOM(channels, a);
        coopMatLoad(b, weights, tap * K * N, N, gl_CooperativeMatrixLayoutRowMajor);
        sum = coopMatMulAdd(a, b, sum);
    }
    C features[${N}];
    coopmatToVectorQCOM(sum, features);
    if (gl_SubgroupInvocationID < M) {
        for (uint n = 0; n < N; n++) {
            result[(line * M + gl_SubgroupInvocationID) * N + n] = max(features[n] + bias[n], C(0));
        }
    }
}
