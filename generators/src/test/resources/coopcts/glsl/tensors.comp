#version 460
#extension GL_EXT_bfloat16 : require
#extension GL_EXT_buffer_reference : require
#extension GL_EXT_long_vector : require
#extension GL_EXT_scalar_block_layout : require
#extension GL_EXT_shader_explicit_arithmetic_types : require
#extension GL_KHR_cooperative_matrix : require
#extension GL_KHR_memory_scope_semantics : require
#extension GL_KHR_shader_subgroup_basic : require
#extension GL_NV_cooperative_matrix2 : require
#extension GL_NV_cooperative_matrix_decode_vector : require

layout(local_size_x = 32) in;

layout(push_constant, std430) uniform Push {
    uint start;
    uint zero;
    uint number;
} push;
layout(set = 0, binding = 0, std430) readonly buffer SourceBuffer { float source[]; };
layout(set = 0, binding = 1, std430) workgroupcoherent buffer KeptBuffer { float16_t kept[]; };
layout(set = 0, binding = 2, std430) buffer BytesBuffer { uint8_t bytes[]; };
layout(set = 0, binding = 3, std430) writeonly buffer ResultBuffer { float result[]; };

uint8_t and_uint8(const in uint8_t x, const in uint8_t y) { return x & y; }

float below_float32(const in uint32_t row, const in uint32_t column, const in float x, const in uint32_t number) { return row + 70000u < number ? x : -x; }

float turned_float32(float x, uint32_t column) { return column % 2 == 0 ? x : -x; }

float called_float32(const in uint32_t row, const in uint32_t column, const in float x) { return turned_float32(x, column); }

float checkers_float32(const in uint32_t row, const in uint32_t column, const in float x) { return (row + column) % 2 == 0 ? x : -x; }

float max_float32(const in float x, const in float y) { return max(x, y); }

float min_float32(const in float x, const in float y) { return min(x, y); }

float product_float32(const in float x, const in float y) { return x * y; }

float stripes_float32(const in uint32_t row, const in uint32_t column, const in float x, const in float y) { return column % 2 == 0 ? x : y; }

float sum_float32(const in float x, const in float y) { return x + y; }

bfloat16_t triangle_bfloat16(const in uint32_t row, const in uint32_t column, const in bfloat16_t x) { if (row < column) { return bfloat16_t(0); } return x; }

float triangle_float32(const in uint32_t row, const in uint32_t column, const in float x) { return row < column ? float(0) : x; }

uint8_t xor_uint8(const in uint8_t x, const in uint8_t y) { return x ^ y; }

layout(buffer_reference, scalar, buffer_reference_align = 1) readonly buffer Block0 { uint8_t values[8]; };
uint8_t decode0(const in Block0 ref, const in uint32_t at[2], const in uint32_t inside[2]) { return ref.values[(inside[0]) * 4u + inside[1] + 0u]; }

layout(buffer_reference, scalar, buffer_reference_align = 1) readonly buffer Block1 { uint8_t values[8]; };
uint8_t decode1(const in Block1 ref, const in uint32_t at[2], const in uint32_t inside[2]) { return ref.values[(inside[0]) * 4u + inside[1] + 0u]; }
vector<uint8_t, 4> decodeVector1(const in Block1 ref, const in uint32_t at[2], const in uint32_t inside[2]) {
    vector<uint8_t, 4> result;
    for (uint i = 0; i < 4; i++) {
        result[i] = ref.values[(inside[0]) * 4u + inside[1] + i];
    }
    return result;
}

layout(buffer_reference, scalar, buffer_reference_align = 1) readonly buffer Block2 { uint8_t values[8]; };
uint8_t decode2(const in Block2 ref, const in uint32_t at[2], const in uint32_t inside[2]) { return uint8_t((0u + at[0] * 3u + inside[0] * 1u + at[1] * 5u + (inside[1] + 0u) * 5u) % 7u); }

layout(buffer_reference, scalar, buffer_reference_align = 1) readonly buffer Block3 { uint8_t values[8]; };
uint8_t decode3(const in Block3 ref, const in uint32_t at[2], const in uint32_t inside[2]) { return uint8_t((0u + at[0] * 3u + inside[0] * 1u + at[1] * 5u + (inside[1] + 0u) * 5u) % 7u); }
vector<uint8_t, 4> decodeVector3(const in Block3 ref, const in uint32_t at[2], const in uint32_t inside[2]) {
    vector<uint8_t, 4> result;
    for (uint i = 0; i < 4; i++) {
        result[i] = uint8_t((0u + at[0] * 3u + inside[0] * 1u + at[1] * 5u + (inside[1] + i) * 5u) % 7u);
    }
    return result;
}

layout(buffer_reference, scalar, buffer_reference_align = 2) readonly buffer Block4 { workgroupcoherent float16_t values[8]; };
float16_t fetched4(Block4 ref, uint i) { return ref.values[i]; }
float16_t decode4(const in Block4 ref, const in uint32_t at[2], const in uint32_t inside[2]) { return fetched4(ref, (inside[0]) * 4u + inside[1]); }

layout(buffer_reference, scalar, buffer_reference_align = 2) readonly buffer Block5 { workgroupcoherent float16_t values[8]; };
float16_t fetched5(Block5 ref, uint i) { return ref.values[i]; }
float16_t decode5(const in Block5 ref, const in uint32_t at[2], const in uint32_t inside[2]) { return fetched5(ref, (inside[0]) * 4u + inside[1]); }
vector<float16_t, 4> decodeVector5(const in Block5 ref, const in uint32_t at[2], const in uint32_t inside[2]) {
    vector<float16_t, 4> result;
    for (uint i = 0; i < 4; i++) {
        result[i] = ref.values[(inside[0]) * 4u + inside[1] + i];
    }
    return result;
}

layout(buffer_reference, scalar, buffer_reference_align = 2) readonly buffer Block6 { workgroupcoherent float16_t values[8]; };
float16_t decode6(const in Block6 ref, const in uint32_t at[2], const in uint32_t inside[2]) { return ref.values[(inside[0]) * 4u + inside[1] + 0u]; }

layout(buffer_reference, scalar, buffer_reference_align = 2) readonly buffer Block7 { workgroupcoherent float16_t values[8]; };
float16_t decode7(const in Block7 ref, const in uint32_t at[2], const in uint32_t inside[2]) { return ref.values[(inside[0]) * 4u + inside[1] + 0u]; }
layout(buffer_reference, scalar, buffer_reference_align = 2) readonly buffer Pair7 { workgroupcoherent float16_t values[16]; };
vector<float16_t, 4> decodeVector7(const in Pair7 ref, const in uint32_t at[2], const in uint32_t inside[2]) {
    vector<float16_t, 4> result;
    for (uint i = 0; i < 4; i++) {
        result[i] = ref.values[8u + (inside[0]) * 4u + inside[1] + i];
    }
    return result;
}

layout(buffer_reference, scalar, buffer_reference_align = 1) readonly buffer Block8 { uint8_t values[8]; };
uint8_t decode8(const in Block8 ref, const in uint32_t at[2], const in uint32_t inside[2]) { return uint8_t((0u + at[0] * 3u + inside[0] * 1u + at[1] * 5u + (inside[1] + 0u) * 5u) % 13u); }

layout(buffer_reference, scalar, buffer_reference_align = 1) readonly buffer Block9 { uint8_t values[8]; };
uint8_t decode9(const in Block9 ref, const in uint32_t at[2], const in uint32_t inside[2]) { return uint8_t((0u + at[0] * 3u + inside[0] * 1u + at[1] * 5u + (inside[1] + 0u) * 5u) % 13u); }
vector<uint8_t, 4> decodeVector9(const in Block9 ref, const in uint32_t at[2], const in uint32_t inside[2]) {
    vector<uint8_t, 4> result;
    for (uint i = 0; i < 4; i++) {
        result[i] = uint8_t((0u + at[0] * 3u + inside[0] * 1u + at[1] * 5u + (inside[1] + i) * 5u) % 13u);
    }
    return result;
}

layout(buffer_reference, scalar, buffer_reference_align = 1) readonly buffer Block10 { uint8_t values[8]; };
uint8_t decode10(const in Block10 ref, const in uint32_t at[2], const in uint32_t inside[2]) { return uint8_t((0u + at[0] * 3u + inside[0] * 1u + at[1] * 5u + (inside[1] + 0u) * 5u) % 13u); }

layout(buffer_reference, scalar, buffer_reference_align = 1) readonly buffer Block11 { uint8_t values[8]; };
uint8_t decode11(const in Block11 ref, const in uint32_t at[2], const in uint32_t inside[2]) { return uint8_t((0u + at[0] * 3u + inside[0] * 1u + at[1] * 5u + (inside[1] + 0u) * 5u) % 13u); }
vector<uint8_t, 4> decodeVector11(const in Block11 ref, const in uint32_t at[2], const in uint32_t inside[2]) {
    vector<uint8_t, 4> result;
    for (uint i = 0; i < 4; i++) {
        result[i] = inside[1] % 4u != 0 ? uint8_t(99) : uint8_t(32u + (0u + at[0] * 3u + inside[0] * 1u + at[1] * 5u + (inside[1] + i) * 5u) % 13u);
    }
    return result;
}

void main() {
    const uint localInstance = gl_SubgroupID;
    const uint instance = gl_WorkGroupID.x * gl_NumSubgroups + localInstance;
    coopmat<float, gl_ScopeSubgroup, 16, 16, gl_MatrixUseAccumulator> m;
    coopmat<uint8_t, gl_ScopeSubgroup, 16, 16, gl_MatrixUseAccumulator> u;
    coopmat<float16_t, gl_ScopeSubgroup, 16, 16, gl_MatrixUseAccumulator> h;
    coopmat<float, gl_ScopeSubgroup, 8, 8, gl_MatrixUseAccumulator> q;
    coopmat<bfloat16_t, gl_ScopeSubgroup, 16, 16, gl_MatrixUseAccumulator> n;
    coopmat<float, gl_ScopeSubgroup, 16, 16, gl_MatrixUseA> a;
    coopmat<float, gl_ScopeSubgroup, 16, 16, gl_MatrixUseB> b;

    {
        tensorLayoutNV<2, gl_CooperativeMatrixClampModeConstantNV> t = createTensorLayoutNV(2, gl_CooperativeMatrixClampModeConstantNV);
        t = setTensorLayoutDimensionNV(t, 40u, 50u);
        t = setTensorLayoutStrideNV(t, 64u, 1u);
        t = sliceTensorLayoutNV(t, -3, 16u, 5u, 16u);
        t = setTensorLayoutClampValueNV(t, 1065353216u);
        coopMatLoadTensorNV(m, source, 0u, t);
    }
    {
        tensorLayoutNV<3, gl_CooperativeMatrixClampModeMirrorRepeatNV> t = createTensorLayoutNV(3, gl_CooperativeMatrixClampModeMirrorRepeatNV);
        t = setTensorLayoutDimensionNV(t, 4u + push.zero, 40u + push.zero, 50u + push.zero);
        tensorViewNV<2, true, 1, 0> tView = createTensorViewNV(2, true, 1, 0);
        tView = setTensorViewDimensionsNV(tView, 16u + push.zero, 16u + push.zero);
        tView = setTensorViewStrideNV(tView, 50u + push.zero, 1u + push.zero);
        tView = setTensorViewClipNV(tView, 0u + push.zero, 12u + push.zero, 2u + push.zero, 9u + push.zero);
        coopMatLoadTensorNV(m, source, push.start, t, tView);
    }
    {
        tensorLayoutNV<2, gl_CooperativeMatrixClampModeUndefinedNV> t = createTensorLayoutNV(2, gl_CooperativeMatrixClampModeUndefinedNV);
        t = setTensorLayoutDimensionNV(t, 32u, 32u);
        t = setTensorLayoutBlockSizeNV(t, 2u, 4u);
        coopMatLoadTensorNV(u, bytes, 0u, t, decode0);
    }
    {
        tensorLayoutNV<2, gl_CooperativeMatrixClampModeUndefinedNV> t = createTensorLayoutNV(2, gl_CooperativeMatrixClampModeUndefinedNV);
        t = setTensorLayoutDimensionNV(t, 32u, 32u);
        t = setTensorLayoutBlockSizeNV(t, 2u, 4u);
        coopMatLoadTensorNV(u, bytes, 0u, t, decode1, decodeVector1);
    }
    {
        tensorLayoutNV<2, gl_CooperativeMatrixClampModeUndefinedNV> t = createTensorLayoutNV(2, gl_CooperativeMatrixClampModeUndefinedNV);
        t = setTensorLayoutDimensionNV(t, 32u, 32u);
        t = setTensorLayoutBlockSizeNV(t, 2u, 4u);
        coopMatLoadTensorNV(u, bytes, 0u, t, decode2);
    }
    {
        tensorLayoutNV<2, gl_CooperativeMatrixClampModeUndefinedNV> t = createTensorLayoutNV(2, gl_CooperativeMatrixClampModeUndefinedNV);
        t = setTensorLayoutDimensionNV(t, 32u, 32u);
        t = setTensorLayoutBlockSizeNV(t, 2u, 4u);
        coopMatLoadTensorNV(u, bytes, 0u, t, decode3, decodeVector3);
    }
    {
        tensorLayoutNV<2, gl_CooperativeMatrixClampModeUndefinedNV> t = createTensorLayoutNV(2, gl_CooperativeMatrixClampModeUndefinedNV);
        t = setTensorLayoutDimensionNV(t, 32u, 32u);
        t = setTensorLayoutBlockSizeNV(t, 2u, 4u);
        coopMatLoadTensorNV(h, kept, 0u, t, decode4);
    }
    {
        tensorLayoutNV<2, gl_CooperativeMatrixClampModeUndefinedNV> t = createTensorLayoutNV(2, gl_CooperativeMatrixClampModeUndefinedNV);
        t = setTensorLayoutDimensionNV(t, 32u, 32u);
        t = setTensorLayoutBlockSizeNV(t, 2u, 4u);
        coopMatLoadTensorNV(h, kept, 0u, t, decode5, decodeVector5);
    }
    {
        tensorLayoutNV<2, gl_CooperativeMatrixClampModeUndefinedNV> t = createTensorLayoutNV(2, gl_CooperativeMatrixClampModeUndefinedNV);
        t = setTensorLayoutDimensionNV(t, 32u, 32u);
        t = setTensorLayoutBlockSizeNV(t, 2u, 4u);
        coopMatLoadTensorNV(h, kept, 0u, t, decode6);
    }
    {
        tensorLayoutNV<2, gl_CooperativeMatrixClampModeUndefinedNV> t = createTensorLayoutNV(2, gl_CooperativeMatrixClampModeUndefinedNV);
        t = setTensorLayoutDimensionNV(t, 32u, 32u);
        t = setTensorLayoutBlockSizeNV(t, 2u, 4u);
        coopMatLoadTensorNV(h, kept, 0u, t, decode7, decodeVector7);
    }
    {
        tensorLayoutNV<2, gl_CooperativeMatrixClampModeUndefinedNV> t = createTensorLayoutNV(2, gl_CooperativeMatrixClampModeUndefinedNV);
        t = setTensorLayoutDimensionNV(t, 32u, 32u);
        t = setTensorLayoutBlockSizeNV(t, 2u, 4u);
        coopMatLoadTensorNV(u, bytes, 0u, t, decode8);
    }
    {
        tensorLayoutNV<2, gl_CooperativeMatrixClampModeUndefinedNV> t = createTensorLayoutNV(2, gl_CooperativeMatrixClampModeUndefinedNV);
        t = setTensorLayoutDimensionNV(t, 32u, 32u);
        t = setTensorLayoutBlockSizeNV(t, 2u, 4u);
        coopMatLoadTensorNV(u, bytes, 0u, t, decode9, decodeVector9);
    }
    {
        tensorLayoutNV<2, gl_CooperativeMatrixClampModeUndefinedNV> t = createTensorLayoutNV(2, gl_CooperativeMatrixClampModeUndefinedNV);
        t = setTensorLayoutDimensionNV(t, 32u, 32u);
        t = setTensorLayoutBlockSizeNV(t, 2u, 4u);
        coopMatLoadTensorNV(u, bytes, 0u, t, decode10);
    }
    {
        tensorLayoutNV<2, gl_CooperativeMatrixClampModeUndefinedNV> t = createTensorLayoutNV(2, gl_CooperativeMatrixClampModeUndefinedNV);
        t = setTensorLayoutDimensionNV(t, 32u, 32u);
        t = setTensorLayoutBlockSizeNV(t, 2u, 4u);
        coopMatLoadTensorNV(u, bytes, 0u, t, decode11, decodeVector11);
    }
    {
        tensorLayoutNV<2, gl_CooperativeMatrixClampModeClampToEdgeNV> t = createTensorLayoutNV(2, gl_CooperativeMatrixClampModeClampToEdgeNV);
        t = setTensorLayoutDimensionNV(t, 20u, 20u);
        coopMatStoreTensorNV(m, result, instance, t);
    }
    {
        tensorLayoutNV<2, gl_CooperativeMatrixClampModeRepeatNV> t = createTensorLayoutNV(2, gl_CooperativeMatrixClampModeRepeatNV);
        t = setTensorLayoutDimensionNV(t, 20u, 20u);
        coopMatStoreTensorNV(m, result, instance, t);
    }
    coopMatReduceNV(m, m, gl_CooperativeMatrixReduceRowAndColumnNV, max_float32);
    coopMatReduceNV(m, m, gl_CooperativeMatrixReduceRowAndColumnNV, min_float32);
    coopMatReduceNV(m, m, gl_CooperativeMatrixReduceRowAndColumnNV, sum_float32);
    coopMatReduceNV(m, m, gl_CooperativeMatrixReduceRowAndColumnNV, product_float32);
    coopMatReduceNV(u, u, gl_CooperativeMatrixReduceColumnNV, xor_uint8);
    coopMatReduceNV(u, u, gl_CooperativeMatrixReduceRowNV, and_uint8);
    coopMatReduceNV(q, m, gl_CooperativeMatrixReduce2x2NV, sum_float32);
    coopMatPerElementNV(m, m, triangle_float32);
    coopMatPerElementNV(m, m, checkers_float32);
    coopMatPerElementNV(m, m, stripes_float32, m);
    coopMatPerElementNV(m, m, below_float32, uint32_t(push.number));
    coopMatPerElementNV(m, m, called_float32);
    n = coopmat<bfloat16_t, gl_ScopeSubgroup, 16, 16, gl_MatrixUseAccumulator>(bfloat16_t(0.0));
    coopMatPerElementNV(n, n, triangle_bfloat16);
    a = coopmat<float, gl_ScopeSubgroup, 16, 16, gl_MatrixUseA>(m);
    coopMatTransposeNV(b, m);
}
