#extension GL_EXT_ray_tracing : require
// BODY
void main() {
    invocation = gl_LaunchIDEXT.x;
    if (atomicAdd(visits[invocation], 1u) == 0u) {
        body();
    }
}
