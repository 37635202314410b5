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
layout(buffer_reference, std430, buffer_reference_align = 2) buffer decodeBufB { float16_t e; };

layout(local_size_x = 32) in;
layout(binding = 0) readonly buffer A { uint8_t data_a[]; };      // [expert][M] blocks
layout(binding = 1) readonly buffer B { float16_t data_b[]; };    // [32 tokens][K]
layout(binding = 2) writeonly buffer D { float data_d[]; };
layout(binding = 3) readonly buffer Ids { uint ids[]; };
layout(push_constant) uniform parameter { uint M, K, n_ids; } p;

float16_t dequantFuncQ8_0(const in decodeBufQ8_0 bl, const in uint blockCoords[2], const in uint coordInBlock[2]) {
    return float16_t(int(bl.block.qs[coordInBlock[1]])) * bl.block.d;
}

// the tensor that is addressed is (slot, k): the slot's token gives the row
float16_t decodeFuncB(const in decodeBufB bl, const in uint blockCoords[2], const in uint coordInBlock[2]) {
    const uint slot = blockCoords[0];
    if (slot >= p.n_ids) return float16_t(0.0);
    const uint row = ids[slot];
    return data_b[row * p.K + blockCoords[1]];
}

void main() {
    const uint expert = gl_WorkGroupID.z;
    tensorLayoutNV<2> tA = createTensorLayoutNV(2);
    tA = setTensorLayoutBlockSizeNV(tA, 1, 32);
    tA = setTensorLayoutDimensionNV(tA, 2 * p.M, p.K);
    tensorLayoutNV<2, gl_CooperativeMatrixClampModeConstantNV> tB = createTensorLayoutNV(2, gl_CooperativeMatrixClampModeConstantNV);
    tB = setTensorLayoutDimensionNV(tB, expert * 4 + 4, p.K);
    tensorViewNV<2, false, 1, 0> tT = createTensorViewNV(2, false, 1, 0);

    coopmat<float16_t, gl_ScopeSubgroup, 32, 32, gl_MatrixUseA> a;
    coopmat<float16_t, gl_ScopeSubgroup, 32, 16, gl_MatrixUseB> b;
    coopMatLoadTensorNV(a, data_a, 0, sliceTensorLayoutNV(tA, expert * p.M, 32, 0, 32), dequantFuncQ8_0);
    coopMatLoadTensorNV(b, data_b, 0, sliceTensorLayoutNV(tB, expert * 4, 16, 0, 32), tT, decodeFuncB);
    coopmat<float, gl_ScopeSubgroup, 32, 16, gl_MatrixUseAccumulator> c =
        coopMatMulAdd(a, b, coopmat<float, gl_ScopeSubgroup, 32, 16, gl_MatrixUseAccumulator>(0.0));
    coopMatStore(c, data_d, expert * 16 * p.M, p.M, gl_CooperativeMatrixLayoutColumnMajor);
}
