#version 460
#extension GL_KHR_cooperative_matrix : require
#extension GL_KHR_memory_scope_semantics : require
#extension GL_EXT_shader_explicit_arithmetic_types : require
// EXTENSIONS
layout(local_size_x = 32) in;

layout(set = 0, binding = 0, std430) buffer Halves { float16_t halves[]; };
layout(set = 0, binding = 1, std430) buffer Floats { float floats[]; };
layout(set = 0, binding = 2, std430) buffer Bytes { int8_t bytes[]; };
layout(set = 0, binding = 3, std430) buffer Words { int words[]; };
shared float16_t staged[1024];
// GLOBAL

void main() {
    const int ROWS = gl_CooperativeMatrixLayoutRowMajor;
    coopmat<float16_t, gl_ScopeSubgroup, 16, 8, gl_MatrixUseA> a;
    coopmat<float16_t, gl_ScopeSubgroup, 8, 16, gl_MatrixUseB> b;
    coopmat<float, gl_ScopeSubgroup, 16, 16, gl_MatrixUseAccumulator> c;
    coopMatLoad(a, halves, 0, 8, ROWS);
    coopMatLoad(b, halves, 256, 16, ROWS);
    coopMatLoad(c, floats, 0, 16, ROWS);
    c = coopMatMulAdd(a, b, c);
    // MAIN
    coopMatStore(c, floats, 0, 16, ROWS);
}
