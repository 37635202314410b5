#version 460
#extension GL_EXT_buffer_reference : require
#extension GL_EXT_shader_explicit_arithmetic_types_int64 : require

// result[i] = values[i] * FACTOR + weights[i % COUNT] + offset, and the number of invocations in a counter.
layout(constant_id = 0) const uint COUNT = 1;
layout(constant_id = 1) const float FACTOR = 1.0;
layout(local_size_x = 32) in;

layout(buffer_reference, std430, buffer_reference_align = 4) readonly buffer Weights { float weight[]; };

layout(push_constant, std430) uniform Push {
    float offset;
    uint last;
} push;

layout(set = 0, binding = 0, std430) readonly buffer Input {
    Weights weights;
    float values[];
};
layout(set = 0, binding = 1, std430) buffer Output {
    uint counter;
    float result[];
};

float weightOf(uint i) {
    return weights.weight[i % COUNT];
}

void main() {
    const uint i = gl_GlobalInvocationID.x;
    if (i >= push.last) {
        return;
    }
    float sum = values[i] * FACTOR;
    switch (i % 3) {
    case 0:
        sum += weightOf(i);
        break;
    case 1:
        sum += 2.0 * weightOf(i);
    default:
        sum -= 1.0;
    }
    for (uint k = 0; k < i % 4; ++k) {
        sum += float(k);
    }
    result[i] = sum + push.offset;
    atomicAdd(counter, 1u);
}
