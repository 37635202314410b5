#version 460
// Each invocation squares a number of its own.
layout(local_size_x = 50) in;

layout(push_constant, std430) uniform Push { uint more; } push;
layout(set = 0, binding = 0, std430) readonly buffer SourceBuffer { uint source[]; };
layout(set = 0, binding = 1, std430) writeonly buffer ResultBuffer { uint result[]; };

void main() {
    const uint lane = gl_GlobalInvocationID.x;
    result[lane] = source[lane] * source[lane] + push.more;
}
