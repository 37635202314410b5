#version 460
#extension GL_KHR_cooperative_matrix : require
#extension GL_KHR_memory_scope_semantics : require
#extension GL_EXT_shader_explicit_arithmetic_types : require
// EXTENSIONS
layout(local_size_x = 32) in;

layout(set = 0, binding = 0, std430) buffer Bytes { int8_t bytes[]; };
layout(set = 0, binding = 1, std430) buffer Words { int words[]; };
// GLOBAL

void main() {
    const int ROWS = gl_CooperativeMatrixLayoutRowMajor;
    coopmat<int8_t, gl_ScopeSubgroup, 16, 32, gl_MatrixUseA> a;
    coopmat<int8_t, gl_ScopeSubgroup, 32, 16, gl_MatrixUseB> b;
    coopmat<int, gl_ScopeSubgroup, 16, 16, gl_MatrixUseAccumulator> c;
    coopMatLoad(a, bytes, 0, 32, ROWS);
    coopMatLoad(b, bytes, 1024, 16, ROWS);
    coopMatLoad(c, words, 0, 16, ROWS);
    c = coopMatMulAdd(a, b, c);
    // MAIN
    coopMatStore(c, words, 0, 16, ROWS);
}
