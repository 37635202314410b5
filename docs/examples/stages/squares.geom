#version 460
// Each invocation squares a number of its own.
layout(points) in;
layout(points, max_vertices = 1) out;
layout(set = 0, binding = 2, std430) buffer VisitBuffer { uint visits[]; };
uint invocation;


layout(push_constant, std430) uniform Push { uint more; } push;
layout(set = 0, binding = 0, std430) readonly buffer SourceBuffer { uint source[]; };
layout(set = 0, binding = 1, std430) writeonly buffer ResultBuffer { uint result[]; };

void body() {
    const uint lane = invocation;
    result[lane] = source[lane] * source[lane] + push.more;
}

void main() {
    invocation = gl_PrimitiveIDIn;
    if (atomicAdd(visits[invocation], 1u) == 0u) {
        body();
    }
}
