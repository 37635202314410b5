#version 450
#extension GL_KHR_cooperative_matrix : enable
#extension GL_NV_cooperative_matrix2 : enable
#extension GL_KHR_memory_scope_semantics : enable
#extension GL_EXT_buffer_reference : enable
#extension GL_EXT_shader_explicit_arithmetic_types : require
#extension GL_EXT_shader_16bit_storage : require
#extension GL_EXT_shader_8bit_storage : require

struct block_q8_0 { float16_t d; int8_t qs[32]; };

layout(buffer_reference, std430, buffer_reference_align = 2) buffer decodeBufQ8_0 { block_q8_0 block; };

float16_t dequantQ8_0(const in decodeBufQ8_0 bl, const in uint blockCoords[2], const in uint coordInBlock[2]) {
    return float16_t(int(bl.block.qs[coordInBlock[1]])) * bl.block.d;
}

layout(local_size_x = 32) in;
layout(binding = 0) readonly buffer A { uint8_t data_a[]; };   // 32 rows of one 34-byte block
layout(binding = 1) writeonly buffer D { float16_t data_d[]; };
layout(push_constant) uniform parameter { uint M, K; } p;

void main() {
    tensorLayoutNV<2> tA = createTensorLayoutNV(2);
    tA = setTensorLayoutDimensionNV(tA, p.M, p.K);
    tA = setTensorLayoutBlockSizeNV(tA, 1, 32);
    coopmat<float16_t, gl_ScopeSubgroup, 16, 32, gl_MatrixUseA> a;
    coopMatLoadTensorNV(a, data_a, 0, sliceTensorLayoutNV(tA, 16, 16, 0, 32), dequantQ8_0);
    coopMatStore(a, data_d, 0, 32, gl_CooperativeMatrixLayoutRowMajor);
}
