#version 460
#extension GL_KHR_cooperative_matrix : require
#extension GL_KHR_memory_scope_semantics : require
// EXTENSIONS
layout(local_size_x = 32) in;
layout(set = 0, binding = 1, std430) buffer Floats { float floats[]; };
float mine[256];
// GLOBAL
void main() {
    const int ROWS = gl_CooperativeMatrixLayoutRowMajor;
    coopmat<float, gl_ScopeSubgroup, 16, 16, gl_MatrixUseAccumulator> c;
    mine[0] = 1.0;
    coopMatLoad(c, floats, 0, 16, ROWS);
    // MAIN
    coopMatStore(c, floats, 0, 16, ROWS);
}
