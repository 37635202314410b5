#version 460
#extension GL_KHR_cooperative_matrix : require
#extension GL_NV_cooperative_matrix2 : require
#extension GL_NV_cooperative_matrix_decode_vector : require
#extension GL_KHR_memory_scope_semantics : require
#extension GL_EXT_buffer_reference : require
#extension GL_EXT_scalar_block_layout : require
#extension GL_EXT_shader_explicit_arithmetic_types : require

// C = W * X: weights W of 32 x DEPTH in blocks of 32 four-bit numbers with a scale, X of DEPTH x 32. A workgroup of 128
// invocations holds the whole result; weights are decoded while they are loaded.
layout(constant_id = 0) const uint DEPTH = 64;
layout(local_size_x = 128) in;

struct Block {
    float16_t scale;
    uint8_t nibbles[16];
};

layout(set = 0, binding = 0, scalar) readonly buffer WBuffer { Block w[]; };
layout(set = 0, binding = 1, std430) readonly buffer XBuffer { float16_t x[]; };
layout(set = 0, binding = 2, std430) writeonly buffer CBuffer { float c[]; };

layout(buffer_reference, scalar, buffer_reference_align = 2) readonly buffer BlockRef { Block block; };

layout(buffer_reference, scalar, buffer_reference_align = 2) readonly buffer WordRef {
    float16_t scale;
    uint16_t words[8];
};

float16_t decode(const in BlockRef ref, const in uint blockCoord[2], const in uint coordInBlock[2]) {
    const uint at = coordInBlock[1];
    const uint nibble = uint(ref.block.nibbles[at / 2]) >> (4 * (at & 1)) & 15;
    return ref.block.scale * float16_t(int(nibble) - 8);
}

f16vec4 decode4(const in WordRef ref, const in uint blockCoord[2], const in uint coordInBlock[2]) {
    const uint word = uint(ref.words[coordInBlock[1] / 4]);
    f16vec4 result;
    for (uint i = 0; i < 4; i++) {
        result[i] = ref.scale * float16_t(int(word >> (4 * i) & 15) - 8);
    }
    return result;
}

void main() {
    coopmat<float, gl_ScopeWorkgroup, 32, 32, gl_MatrixUseAccumulator> sum =
        coopmat<float, gl_ScopeWorkgroup, 32, 32, gl_MatrixUseAccumulator>(0.0);
    tensorLayoutNV<2> weights = createTensorLayoutNV(2);
    weights = setTensorLayoutBlockSizeNV(weights, 1, 32);
    weights = setTensorLayoutDimensionNV(weights, 32, DEPTH);
    tensorLayoutNV<2> inputs = createTensorLayoutNV(2);
    inputs = setTensorLayoutDimensionNV(inputs, DEPTH, 32);
    for (uint k = 0; k < DEPTH; k += 16) {
        coopmat<float16_t, gl_ScopeWorkgroup, 32, 16, gl_MatrixUseA> a;
        coopmat<float16_t, gl_ScopeWorkgroup, 16, 32, gl_MatrixUseB> b;
        coopMatLoadTensorNV(a, w, 0, sliceTensorLayoutNV(weights, 0, 32, k, 16), decode, decode4);
        coopMatLoadTensorNV(b, x, 0, sliceTensorLayoutNV(inputs, k, 16, 0, 32));
        sum = coopMatMulAdd(a, b, sum);
    }
    tensorLayoutNV<2> result = createTensorLayoutNV(2);
    result = setTensorLayoutDimensionNV(result, 32, 32);
    coopMatStoreTensorNV(sum, c, 0, result);
}
