#version 460
#extension GL_KHR_cooperative_matrix : require
#extension GL_QCOM_cooperative_matrix_conversion : require
#extension GL_KHR_memory_scope_semantics : require
#extension GL_EXT_shader_explicit_arithmetic_types : require
// Each invocation reinterprets an array of its own, and writes both the copy and the array back.
layout(local_size_x = ${LOCAL_SIZE}) in;

layout(set = 0, binding = 0, std430) readonly buffer SourceBuffer { ${FROM} source[]; };
layout(set = 0, binding = 1, std430) writeonly buffer ResultBuffer { ${TO} result[]; };
layout(set = 0, binding = 2, std430) writeonly buffer KeptBuffer { ${FROM} kept[]; };

void main() {
    const uint own = gl_GlobalInvocationID.x;
    ${FROM} from[${FROM_LENGTH}];
    ${TO} to[${TO_LENGTH}];
    for (uint i = 0; i < ${FROM_LENGTH}; i++) {
        from[i] = source[own * ${FROM_LENGTH} + i];
    }
    bitcastQCOM(from, to);
    for (uint i = 0; i < ${TO_LENGTH}; i++) {
        result[own * ${TO_LENGTH} + i] = to[i];
    }
    for (uint i = 0; i < ${FROM_LENGTH}; i++) {
        kept[own * ${FROM_LENGTH} + i] = from[i];
    }
}
