#version 460
#extension GL_KHR_cooperative_matrix : require
#extension GL_NV_cooperative_matrix2 : require
#extension GL_NV_cooperative_matrix_decode_vector : require
#extension GL_KHR_memory_scope_semantics : require
#extension GL_EXT_shader_explicit_arithmetic_types : require
#extension GL_EXT_buffer_reference : require
#extension GL_EXT_long_vector : require
// EXTENSIONS
layout(local_size_x = 32) in;
layout(set = 0, binding = 0, std430) buffer Halves { float16_t halves[]; };
layout(buffer_reference, std430, buffer_reference_align = 2) buffer Block { float16_t values[8]; };
layout(buffer_reference, std430, buffer_reference_align = 2) buffer Bits { uint16_t bits[8]; };
float16_t decode(const in Block block, const in uint32_t at[2], const in uint32_t inside[2]) {
    return block.values[inside[1]];
}
f16vec4 decode4(const in Block block, const in uint32_t at[2], const in uint32_t inside[2]) {
    return f16vec4(block.values[inside[1]], block.values[inside[1] + 1], block.values[inside[1] + 2], block.values[inside[1] + 3]);
}
// GLOBAL
void main() {
    coopmat<float16_t, gl_ScopeSubgroup, 16, 16, gl_MatrixUseA> a = coopmat<float16_t, gl_ScopeSubgroup, 16, 16, gl_MatrixUseA>(float16_t(0));
    tensorLayoutNV<2> layout2 = setTensorLayoutBlockSizeNV(createTensorLayoutNV(2), 1, 8);
    layout2 = setTensorLayoutDimensionNV(layout2, 64, 64);
    layout2 = sliceTensorLayoutNV(layout2, 0, 16, 0, 16);
    tensorLayoutNV<2> plain = setTensorLayoutDimensionNV(createTensorLayoutNV(2), 16, 16);
    coopMatLoadTensorNV(a, halves, 0, layout2, decode, decode4);
    // MAIN
    coopMatStoreTensorNV(a, halves, 0, plain);
}
