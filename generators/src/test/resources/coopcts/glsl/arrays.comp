#version 460
#extension GL_EXT_shader_explicit_arithmetic_types : require
#extension GL_KHR_cooperative_matrix : require
#extension GL_KHR_memory_scope_semantics : require
#extension GL_QCOM_cooperative_matrix_conversion : require

layout(local_size_x = 32) in;

layout(push_constant, std430) uniform Push {
    uint start;
} push;
layout(set = 0, binding = 0, std430) readonly buffer SourceBuffer { uint source[]; };
layout(set = 0, binding = 1, std430) writeonly buffer HalvesBuffer { float16_t halves[]; };
layout(set = 0, binding = 2, std430) writeonly buffer WordsBuffer { uint words[]; };
layout(set = 0, binding = 3, std430) writeonly buffer KeptBuffer { uint kept[]; };

void main() {
    const uint instance = gl_GlobalInvocationID.x;

    {
        uint whole[16];
        float16_t made[32];
        for (uint i = 0; i < 16; ++i) {
            whole[i] = source[instance * 16 + i];
        }
        bitcastQCOM(whole, made);
        for (uint i = 0; i < 32; ++i) {
            halves[instance * 32 + i] = made[i];
        }
        for (uint i = 0; i < 16; ++i) {
            kept[instance * 16 + i] = whole[i];
        }
    }
    {
        uint whole[16];
        uint made[4];
        for (uint i = 0; i < 16; ++i) {
            whole[i] = source[instance * 16 + i];
        }
        extractSubArrayQCOM(whole, int(push.start), made);
        for (uint i = 0; i < 4; ++i) {
            words[instance * 4 + i] = made[i];
        }
        for (uint i = 0; i < 16; ++i) {
            kept[instance * 16 + i] = whole[i];
        }
    }
}
