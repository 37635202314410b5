// BODY
void main() {
    invocation = gl_VertexIndex;
    if (atomicAdd(visits[invocation], 1u) == 0u) {
        body();
    }
    gl_Position = vec4(0.0);
    gl_PointSize = 1.0;
}
