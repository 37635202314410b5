#version 460
#extension GL_EXT_shader_explicit_arithmetic_types : require
${EXTENSIONS}
// A number of each invocation's own from one format to another.
layout(local_size_x = 64) in;

${MODE}
layout(set = 0, binding = 0, std430) readonly buffer SourceBuffer { ${SOURCE} source[]; };
layout(set = 0, binding = 1, std430) writeonly buffer ResultBuffer { ${RESULT} result[]; };

void main() {
    const uint i = gl_GlobalInvocationID.x;
    ${MAIN}
}
