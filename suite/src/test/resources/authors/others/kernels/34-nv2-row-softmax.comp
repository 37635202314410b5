#version 460
#extension GL_KHR_cooperative_matrix : enable
#extension GL_NV_cooperative_matrix2 : enable
#extension GL_KHR_memory_scope_semantics : enable
#extension GL_EXT_shader_explicit_arithmetic_types_int32 : enable

layout(local_size_x = 32) in;
layout(binding = 0) readonly buffer In { float src[]; };
layout(binding = 1) writeonly buffer Out { float dst[]; };

float opMax(const in float a, const in float b) { return a > b ? a : b; }
float opAdd(const in float a, const in float b) { return a + b; }
float expSub(const in uint32_t row, const in uint32_t col, const in float x, const in float m) { return exp(x - m); }

void main() {
    coopmat<float, gl_ScopeSubgroup, 16, 32, gl_MatrixUseAccumulator> x, m, s;
    uint base = gl_WorkGroupID.x * 16 * 32;
    coopMatLoad(x, src, base, 32, gl_CooperativeMatrixLayoutRowMajor);
    coopMatReduceNV(m, x, gl_CooperativeMatrixReduceRowNV, opMax);
    coopMatPerElementNV(x, x, expSub, m);
    coopMatReduceNV(s, x, gl_CooperativeMatrixReduceRowNV, opAdd);
    x = x / s;
    coopMatStore(x, dst, base, 32, gl_CooperativeMatrixLayoutRowMajor);
}
