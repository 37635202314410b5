#version 460
#extension GL_KHR_cooperative_matrix : require
#extension GL_QCOM_cooperative_matrix_conversion : require
#extension GL_KHR_memory_scope_semantics : require
#extension GL_EXT_shader_explicit_arithmetic_types : require

// Two convolution layers of 1 x 1 that never leave the invocations: Y = relu(X * W1) * W2 for 64 pixels, 16 channels in,
// 64 in between, 64 out. The accumulator becomes an array of each invocation, is changed there, and goes back a slice of
// 16 channels at a time as the A operand of the next layer.
layout(local_size_x = 64) in;

layout(set = 0, binding = 0, std430) readonly buffer XBuffer { float16_t x[]; };
layout(set = 0, binding = 1, std430) readonly buffer W1Buffer { float16_t w1[]; };
layout(set = 0, binding = 2, std430) readonly buffer W2Buffer { float16_t w2[]; };
layout(set = 0, binding = 3, std430) writeonly buffer YBuffer { float16_t y[]; };

#define ACCUMULATOR coopmat<float16_t, gl_ScopeSubgroup, 64, 64, gl_MatrixUseAccumulator>

void main() {
    coopmat<float16_t, gl_ScopeSubgroup, 64, 16, gl_MatrixUseA> a;
    coopmat<float16_t, gl_ScopeSubgroup, 16, 64, gl_MatrixUseB> b;
    coopMatLoad(a, x, 0, 16, gl_CooperativeMatrixLayoutRowMajor);
    coopMatLoad(b, w1, 0, 64, gl_CooperativeMatrixLayoutRowMajor);
    ACCUMULATOR hidden = coopMatMulAdd(a, b, ACCUMULATOR(float16_t(0)));
    float16_t channels[64];
    coopmatToVectorQCOM(hidden, channels);
    for (int i = 0; i < 64; i++) {
        channels[i] = max(channels[i], float16_t(0));
    }
    ACCUMULATOR sum = ACCUMULATOR(float16_t(0));
    for (int k = 0; k < 64; k += 16) {
        float16_t slice[16];
        extractSubArrayQCOM(channels, k, slice);
        uint packed[8];
        bitcastQCOM(slice, packed);
        vectorToCoopmatQCOM(packed, a);
        coopMatLoad(b, w2, k * 64, 64, gl_CooperativeMatrixLayoutRowMajor);
        sum = coopMatMulAdd(a, b, sum);
    }
    coopMatStore(sum, y, 0, 64, gl_CooperativeMatrixLayoutRowMajor);
}
