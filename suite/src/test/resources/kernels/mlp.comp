#version 460
#extension GL_NV_cooperative_vector : require
#extension GL_EXT_shader_explicit_arithmetic_types : require

// A network of two layers, 16 -> 24 -> 8, evaluated by each invocation for an input of its own.
layout(local_size_x = 40) in;

const uint INPUTS = 16;
const uint HIDDEN = 24;
const uint OUTPUTS = 8;

layout(set = 0, binding = 0, std430) readonly buffer Inputs { float16_t inputs[]; };
layout(set = 0, binding = 1, std430) readonly buffer Weights { float16_t weights[]; };
layout(set = 0, binding = 2, std430) readonly buffer Biases { float16_t biases[]; };
layout(set = 0, binding = 3, std430) writeonly buffer Outputs { float16_t outputs[]; };

void main() {
    coopvecNV<float16_t, INPUTS> x;
    coopVecLoadNV(x, inputs, gl_LocalInvocationIndex * INPUTS * 2);
    coopvecNV<float16_t, HIDDEN> hidden;
    coopVecMatMulAddNV(hidden, x, gl_ComponentTypeFloat16NV, weights, 0, gl_ComponentTypeFloat16NV, biases, 0,
        gl_ComponentTypeFloat16NV, HIDDEN, INPUTS, gl_CooperativeVectorMatrixLayoutRowMajorNV, false, 32);
    hidden = max(hidden, coopvecNV<float16_t, HIDDEN>(float16_t(0)));
    coopvecNV<float16_t, OUTPUTS> y;
    coopVecMatMulAddNV(y, hidden, gl_ComponentTypeFloat16NV, weights, 24 * 32, gl_ComponentTypeFloat16NV, biases, 64,
        gl_ComponentTypeFloat16NV, OUTPUTS, HIDDEN, gl_CooperativeVectorMatrixLayoutColumnMajorNV, false, 16);
    coopVecStoreNV(y, outputs, gl_LocalInvocationIndex * OUTPUTS * 2);
}
