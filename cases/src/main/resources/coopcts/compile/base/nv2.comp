#version 460
#extension GL_KHR_cooperative_matrix : require
#extension GL_NV_cooperative_matrix2 : require
#extension GL_KHR_memory_scope_semantics : require
#extension GL_EXT_shader_explicit_arithmetic_types : require
#extension GL_EXT_buffer_reference : require
// EXTENSIONS
layout(local_size_x = 32) in;
layout(set = 0, binding = 0, std430) buffer Halves { float16_t halves[]; };
layout(set = 0, binding = 1, std430) buffer Floats { float floats[]; };
layout(buffer_reference, std430, buffer_reference_align = 2) buffer Block { float16_t values[8]; };
float16_t decode(const in Block block, const in uint32_t at[2], const in uint32_t inside[2]) {
    return block.values[inside[1]];
}
float larger(const in float x, const in float y) { return max(x, y); }
float masked(const in uint32_t row, const in uint32_t column, const in float x) { return row < column ? 0.0 : x; }
// GLOBAL
void main() {
    coopmat<float16_t, gl_ScopeSubgroup, 16, 16, gl_MatrixUseA> a = coopmat<float16_t, gl_ScopeSubgroup, 16, 16, gl_MatrixUseA>(float16_t(0));
    coopmat<float16_t, gl_ScopeSubgroup, 16, 16, gl_MatrixUseB> b = coopmat<float16_t, gl_ScopeSubgroup, 16, 16, gl_MatrixUseB>(float16_t(0));
    coopmat<float, gl_ScopeSubgroup, 16, 16, gl_MatrixUseAccumulator> c = coopmat<float, gl_ScopeSubgroup, 16, 16, gl_MatrixUseAccumulator>(0.0);
    coopmat<float, gl_ScopeSubgroup, 16, 16, gl_MatrixUseAccumulator> d = c;
    coopmat<float, gl_ScopeSubgroup, 16, 16, gl_MatrixUseB> t;
    tensorLayoutNV<2> layout2 = setTensorLayoutDimensionNV(createTensorLayoutNV(2), 64, 64);
    layout2 = setTensorLayoutBlockSizeNV(layout2, 1, 8);
    layout2 = sliceTensorLayoutNV(layout2, 0, 16, 0, 16);
    tensorViewNV<2, false, 1, 0> view2 = createTensorViewNV(2, false, 1, 0);
    coopMatLoadTensorNV(a, halves, 0, layout2, view2, decode);
    coopMatLoadTensorNV(c, floats, 0, layout2);
    coopMatReduceNV(d, c, gl_CooperativeMatrixReduceRowNV, larger);
    coopMatPerElementNV(d, d, masked);
    coopMatTransposeNV(t, d);
    coopmat<float, gl_ScopeSubgroup, 16, 16, gl_MatrixUseA> e = coopmat<float, gl_ScopeSubgroup, 16, 16, gl_MatrixUseA>(d);
    tensorLayoutNV<2, gl_CooperativeMatrixClampModeRepeatNV> clamped = setTensorLayoutDimensionNV(createTensorLayoutNV(2, gl_CooperativeMatrixClampModeRepeatNV), 64, 64);
    // MAIN
    coopMatStoreTensorNV(d, floats, 0, clamped);
    coopMatStoreTensorNV(e, floats, 0, clamped);
    coopMatStoreTensorNV(t, floats, 0, clamped);
    coopMatStoreTensorNV(a, halves, 0, clamped);
    coopMatStoreTensorNV(b, halves, 0, clamped);
}
