layout(points) in;
layout(points, max_vertices = 1) out;
// BODY
void main() {
    invocation = gl_PrimitiveIDIn;
    if (atomicAdd(visits[invocation], 1u) == 0u) {
        body();
    }
}
