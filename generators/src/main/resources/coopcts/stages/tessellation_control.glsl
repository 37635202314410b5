layout(vertices = 1) out;
// BODY
// Levels of zero: nothing is left of the patch for the stages behind.
void main() {
    invocation = gl_PrimitiveID;
    if (atomicAdd(visits[invocation], 1u) == 0u) {
        body();
    }
    gl_TessLevelOuter[0] = 0.0;
    gl_TessLevelOuter[1] = 0.0;
}
