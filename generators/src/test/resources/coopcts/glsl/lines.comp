#version 460
#extension GL_EXT_shader_explicit_arithmetic_types : require
#extension GL_KHR_cooperative_matrix : require
#extension GL_KHR_memory_scope_semantics : require
#extension GL_KHR_shader_subgroup_basic : require
#extension GL_QCOM_cooperative_matrix_conversion : require

layout(local_size_x = 64) in;

layout(push_constant, std430) uniform Push {
    uint start;
} push;
layout(set = 0, binding = 0, std430) readonly buffer SourceBuffer { float16_t source[]; };
layout(set = 0, binding = 1, std430) readonly buffer WordsBuffer { uint words[]; };
layout(set = 0, binding = 2, std430) writeonly buffer KeptBuffer { float16_t kept[]; };
layout(set = 0, binding = 3, std430) writeonly buffer ResultBuffer { float16_t result[]; };
layout(set = 0, binding = 4, std430) writeonly buffer MadeBuffer { uint made[]; };

void main() {
    const uint localInstance = gl_SubgroupID;
    const uint instance = gl_WorkGroupID.x * gl_NumSubgroups + localInstance;
    coopmat<float16_t, gl_ScopeSubgroup, 64, 16, gl_MatrixUseA> a;
    coopmat<float16_t, gl_ScopeSubgroup, 64, 32, gl_MatrixUseAccumulator> c;
    coopmat<float16_t, gl_ScopeSubgroup, 16, 64, gl_MatrixUseB> b;

    {
        float16_t line[16];
        for (uint i = 0; i < 16; ++i) {
            line[i] = source[0u + (instance * gl_SubgroupSize + gl_SubgroupInvocationID) * 16 + i];
        }
        vectorToCoopmatQCOM(line, a);
        for (uint i = 0; i < 16; ++i) {
            kept[0u + (instance * gl_SubgroupSize + gl_SubgroupInvocationID) * 16 + i] = line[i];
        }
    }
    {
        uint line[16];
        for (uint i = 0; i < 16; ++i) {
            line[i] = words[push.start + (instance * gl_SubgroupSize + gl_SubgroupInvocationID) * 16 + i];
        }
        vectorToCoopmatQCOM(line, c);
    }
    {
        float16_t line[16];
        for (uint i = 0; i < 16; ++i) {
            line[i] = source[4u + (instance * gl_SubgroupSize + gl_SubgroupInvocationID) * 16 + i];
        }
        vectorToCoopmatQCOM(line, b);
    }
    {
        float16_t line[32];
        coopmatToVectorQCOM(c, line);
        for (uint i = 0; i < 32; ++i) {
            line[i] = max(line[i], float16_t(0));
        }
        if (gl_SubgroupInvocationID < 64) {
            for (uint i = 0; i < 32; ++i) {
                result[8u + (instance * gl_SubgroupSize + gl_SubgroupInvocationID) * 32 + i] = line[i];
            }
        }
    }
    {
        uint line[16];
        coopmatToVectorQCOM(c, line);
        if (gl_SubgroupInvocationID < 64) {
            for (uint i = 0; i < 16; ++i) {
                made[8u + (instance * gl_SubgroupSize + gl_SubgroupInvocationID) * 16 + i] = line[i];
            }
        }
    }
    {
        float16_t line[32];
        coopmatToVectorQCOM(c, line);
        for (uint i = 0; i < 32; ++i) {
            line[i] = max(line[i], float16_t(0));
        }
        float16_t part[16];
        extractSubArrayQCOM(line, int(16u), part);
        vectorToCoopmatQCOM(part, a);
    }
}
