#version 460
#extension GL_KHR_cooperative_matrix : require
#extension GL_QCOM_cooperative_matrix_conversion : require
#extension GL_KHR_memory_scope_semantics : require
#extension GL_EXT_shader_explicit_arithmetic_types : require
// Each invocation takes a part of an array of its own.
layout(local_size_x = ${LOCAL_SIZE}) in;

layout(push_constant, std430) uniform Push { int start; int step; } push;
layout(set = 0, binding = 0, std430) readonly buffer SourceBuffer { ${T} source[]; };
layout(set = 0, binding = 1, std430) writeonly buffer ResultBuffer { ${T} result[]; };
layout(set = 0, binding = 2, std430) writeonly buffer KeptBuffer { ${T} kept[]; };

void main() {
    const uint own = gl_GlobalInvocationID.x;
    ${T} from[${FROM_LENGTH}];
    ${T} part[${TO_LENGTH}];
    for (uint i = 0; i < ${FROM_LENGTH}; i++) {
        from[i] = source[own * ${FROM_LENGTH} + i];
    }
    int start = (push.start + push.step * int(own)) % ${STARTS} * ${TO_LENGTH};
    extractSubArrayQCOM(from, start, part);
    for (uint i = 0; i < ${TO_LENGTH}; i++) {
        result[own * ${TO_LENGTH} + i] = part[i];
    }
    for (uint i = 0; i < ${FROM_LENGTH}; i++) {
        kept[own * ${FROM_LENGTH} + i] = from[i];
    }
}
