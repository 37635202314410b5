#version 460
#extension GL_KHR_cooperative_matrix : require
#extension GL_QCOM_cooperative_matrix_conversion : require
#extension GL_KHR_memory_scope_semantics : require
#extension GL_KHR_shader_subgroup_basic : require
#extension GL_EXT_shader_explicit_arithmetic_types : require
// Two convolution layers of 1 x 1, Y = max(X * W1, 0) * W2, that never leave the invocations: the accumulator becomes
// an array of each invocation, is changed there, and goes back K channels at a time as the next layer's A operand.
layout(local_size_x = ${LOCAL_SIZE}) in;

const uint M = ${M};
const uint N = ${N};
const uint K = ${K};
layout(set = 0, binding = 0, std430) readonly buffer XBuffer { float16_t x[]; };
layout(set = 0, binding = 1, std430) readonly buffer W1Buffer { float16_t w1[]; };
layout(set = 0, binding = 2, std430) readonly buffer W2Buffer { float16_t w2[]; };
layout(set = 0, binding = 3, std430) writeonly buffer YBuffer { float16_t y[]; };
#define ACCUMULATOR coopmat<float16_t, gl_ScopeSubgroup, M, N, gl_MatrixUseAccumulator>

void main() {
    const uint instance = gl_WorkGroupID.x * gl_NumSubgroups + gl_SubgroupID;
    coopmat<float16_t, gl_ScopeSubgroup, M, K, gl_MatrixUseA> a;
    coopmat<float16_t, gl_ScopeSubgroup, K, N, gl_MatrixUseB> b;
    coopMatLoad(a, x, instance * M * K, K, gl_CooperativeMatrixLayoutRowMajor);
    coopMatLoad(b, w1, 0, N, gl_CooperativeMatrixLayoutRowMajor);
    ACCUMULATOR hidden = coopMatMulAdd(a, b, ACCUMULATOR(float16_t(0)));
    float16_t channels[${N}];
    coopmatToVectorQCOM(hidden, channels);
    for (int i = 0; i < ${N}; i++) {
        channels[i] = max(channels[i], float16_t(0));
    }
    ACCUMULATOR sum = ACCUMULATOR(float16_t(0));
    for (int k = 0; k < ${N}; k += ${K}) {
        float16_t slice[${K}];
        extractSubArrayQCOM(channels, k, slice);
        ${CONVERT}
        coopMatLoad(b, w2, uint(k) * N, N, gl_CooperativeMatrixLayoutRowMajor);
        sum = coopMatMulAdd(a, b, sum);
    }
    coopMatStore(sum, y, instance * M * N, N, gl_CooperativeMatrixLayoutRowMajor);
}
