#extension GL_EXT_mesh_shader : require
layout(triangles, max_vertices = 3, max_primitives = 1) out;
// BODY
void main() {
    invocation = gl_GlobalInvocationID.x;
    SetMeshOutputsEXT(0, 0);
    atomicAdd(visits[invocation], 1u);
    body();
}
