#version 460
#extension GL_KHR_cooperative_matrix : require
#extension GL_KHR_memory_scope_semantics : require
#extension GL_EXT_shader_explicit_arithmetic_types : require
#extension GL_QCOM_cooperative_matrix_conversion : require
// EXTENSIONS
layout(local_size_x = 64) in;
layout(set = 0, binding = 0, std430) buffer Halves { float16_t halves[]; };
layout(set = 0, binding = 1, std430) buffer Floats { float floats[]; };
// GLOBAL
void main() {
    const int ROWS = gl_CooperativeMatrixLayoutRowMajor;
    coopmat<float16_t, gl_ScopeSubgroup, 64, 16, gl_MatrixUseA> a;
    coopmat<float16_t, gl_ScopeSubgroup, 16, 64, gl_MatrixUseB> b;
    coopmat<float, gl_ScopeSubgroup, 64, 64, gl_MatrixUseAccumulator> c;
    float16_t line[16];
    float16_t other[64];
    float wide[64];
    uint words[32];
    for (int i = 0; i < 64; i++) {
        other[i] = halves[i];
        wide[i] = floats[i];
    }
    extractSubArrayQCOM(other, 16, line);
    vectorToCoopmatQCOM(line, a);
    bitcastQCOM(other, words);
    coopMatLoad(c, floats, 0, 64, ROWS);
    coopmatToVectorQCOM(c, wide);
    // MAIN
    coopMatStore(a, halves, 0, 16, ROWS);
    floats[0] = wide[1] + float(words[2]);
}
