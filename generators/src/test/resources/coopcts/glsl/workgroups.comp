#version 460
#extension GL_EXT_shader_explicit_arithmetic_types : require
#extension GL_KHR_cooperative_matrix : require
#extension GL_KHR_memory_scope_semantics : require
#extension GL_KHR_shader_subgroup_basic : require

layout(local_size_x = 128) in;

layout(push_constant, std430) uniform Push {
    uint start;
} push;
layout(set = 0, binding = 0, std430) buffer MarksBuffer { uint marks[]; };
layout(set = 0, binding = 1, std430) writeonly buffer LengthsBuffer { int lengths[]; };

void main() {
    const uint localInstance = 0u;
    const uint instance = gl_WorkGroupID.x;
    coopmat<int8_t, gl_ScopeWorkgroup, 32, 32, gl_MatrixUseAccumulator> m;

    m = coopmat<int8_t, gl_ScopeWorkgroup, 32, 32, gl_MatrixUseAccumulator>(int8_t(-1));
    if (gl_LocalInvocationIndex < 64u) {
        marks[localInstance + instance * gl_WorkGroupSize.x + gl_LocalInvocationIndex] = push.start + gl_LocalInvocationIndex;
    }
    if (gl_LocalInvocationIndex % 2 == 0) {
        for (int i = 0; i < m.length(); ++i) {
            m[i] = m[i];
        }
    } else {
        for (int i = 0; i < m.length(); ++i) {
            m[i] = m[i];
        }
    }
    lengths[0u + instance * gl_WorkGroupSize.x + gl_LocalInvocationIndex] = m.length();
}
