#version 460
#extension GL_KHR_cooperative_matrix : require
#extension GL_KHR_memory_scope_semantics : require
#extension GL_EXT_shader_explicit_arithmetic_types : require
#extension GL_EXT_bfloat16 : require
#extension GL_EXT_float_e4m3 : require
#extension GL_EXT_float_e5m2 : require
// EXTENSIONS
layout(local_size_x = 32) in;
layout(set = 0, binding = 0, std430) buffer Brains { bfloat16_t brains[]; };
layout(set = 0, binding = 1, std430) buffer E4 { floate4m3_t e4[]; };
layout(set = 0, binding = 2, std430) buffer E5 { floate5m2_t e5[]; };
layout(set = 0, binding = 3, std430) buffer Floats { float floats[]; };
// GLOBAL
void main() {
    const int ROWS = gl_CooperativeMatrixLayoutRowMajor;
    coopmat<bfloat16_t, gl_ScopeSubgroup, 16, 16, gl_MatrixUseA> a;
    coopmat<floate4m3_t, gl_ScopeSubgroup, 16, 16, gl_MatrixUseA> b;
    coopmat<float, gl_ScopeSubgroup, 16, 16, gl_MatrixUseA> f;
    bfloat16_t x = brains[0];
    floate4m3_t y = e4[0];
    floate5m2_t z = e5[0];
    coopMatLoad(a, brains, 0, 16, ROWS);
    coopMatLoad(b, e4, 0, 16, ROWS);
    coopMatLoad(f, floats, 0, 16, ROWS);
    // MAIN
    coopMatStore(a, brains, 256, 16, ROWS);
    coopMatStore(b, e4, 256, 16, ROWS);
    floats[300] = float(x) + float(y) + float(z);
}
