#extension GL_EXT_mesh_shader : require
// BODY
void main() {
    invocation = gl_GlobalInvocationID.x;
    atomicAdd(visits[invocation], 1u);
    body();
    EmitMeshTasksEXT(0, 0, 0);
}
