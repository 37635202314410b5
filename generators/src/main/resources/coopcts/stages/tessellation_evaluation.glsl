layout(isolines) in;
// BODY
// A patch is a line with a vertex at each end.
void main() {
    invocation = gl_PrimitiveID;
    if (atomicAdd(visits[invocation], 1u) == 0u) {
        body();
    }
    gl_Position = vec4(gl_TessCoord, 1.0);
}
