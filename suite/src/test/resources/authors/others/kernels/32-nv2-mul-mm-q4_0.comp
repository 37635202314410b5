#version 450
#extension GL_KHR_cooperative_matrix : enable
#extension GL_NV_cooperative_matrix2 : enable
#extension GL_KHR_memory_scope_semantics : enable
#extension GL_EXT_buffer_reference : enable
#extension GL_EXT_shader_explicit_arithmetic_types : require
#extension GL_EXT_shader_16bit_storage : require
#extension GL_EXT_shader_8bit_storage : require

struct block_q4_0 {
    float16_t d;
    uint8_t qs[16];
};

layout(buffer_reference, std430, buffer_reference_align = 2) buffer decodeBufQ4_0 {
    block_q4_0 block;
};

float16_t dequantFuncQ4_0(const in decodeBufQ4_0 bl, const in uint blockCoords[2], const in uint coordInBlock[2]) {
    const float16_t d = bl.block.d;
    const uint idx = coordInBlock[1];
    const uint shift = (idx & 0x10) >> 2;
    const uint q = (uint(bl.block.qs[idx & 0xF]) >> shift) & 0xF;
    return float16_t(int(q) - 8) * d;
}

layout(local_size_x = 32) in;
layout(binding = 0) readonly buffer A { uint8_t data_a[]; };
layout(binding = 1) readonly buffer B { float16_t data_b[]; };
layout(binding = 2) writeonly buffer D { float data_d[]; };
layout(push_constant) uniform parameter { uint M, N, K; } p;

void main() {
    const uint row = gl_WorkGroupID.x * 32;
    tensorLayoutNV<2> tA = createTensorLayoutNV(2);
    tA = setTensorLayoutBlockSizeNV(tA, 1, 32);
    tA = setTensorLayoutDimensionNV(tA, p.M, p.K);
    tensorLayoutNV<2> tB = createTensorLayoutNV(2);
    tB = setTensorLayoutDimensionNV(tB, p.N, p.K);
    tensorLayoutNV<2> tD = setTensorLayoutDimensionNV(createTensorLayoutNV(2), p.N, p.M);
    tensorViewNV<2, false, 1, 0> tT = createTensorViewNV(2, false, 1, 0);

    coopmat<float, gl_ScopeSubgroup, 32, 16, gl_MatrixUseAccumulator> sum =
        coopmat<float, gl_ScopeSubgroup, 32, 16, gl_MatrixUseAccumulator>(0.0);
    for (uint k = 0; k < p.K; k += 32) {
        coopmat<float16_t, gl_ScopeSubgroup, 32, 32, gl_MatrixUseA> a;
        coopmat<float16_t, gl_ScopeSubgroup, 32, 16, gl_MatrixUseB> b;
        coopMatLoadTensorNV(a, data_a, 0, sliceTensorLayoutNV(tA, row, 32, k, 32), dequantFuncQ4_0);
        coopMatLoadTensorNV(b, data_b, 0, sliceTensorLayoutNV(tB, 0, 16, k, 32), tT);
        sum = coopMatMulAdd(a, b, sum);
    }
    coopMatStoreTensorNV(sum, data_d, 0, sliceTensorLayoutNV(tD, 0, 16, row, 32), tT);
}
