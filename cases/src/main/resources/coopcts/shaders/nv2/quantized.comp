${HEAD}
${FORMAT}
// D = A * B, where B's elements are decoded from blocks along K: a row of blocks in memory is a column of B.
layout(set = 0, binding = 0, std430) readonly buffer ABuffer { float16_t a[]; };
layout(set = 0, binding = 1, scalar) readonly buffer WeightBuffer { Block weights[]; };
layout(set = 0, binding = 2, std430) writeonly buffer DBuffer { T d[]; };
const uint M = ${M};
const uint N = ${N};
const uint DEPTH = ${DEPTH};

void main() {
    const uint row = INSTANCE / (N / ${COLUMNS}) * ${ROWS};
    const uint column = INSTANCE % (N / ${COLUMNS}) * ${COLUMNS};
    tensorLayoutNV<2> left = setTensorLayoutDimensionNV(createTensorLayoutNV(2), M, DEPTH);
    tensorLayoutNV<2> right = setTensorLayoutBlockSizeNV(createTensorLayoutNV(2), 1, ${BLOCK});
    right = setTensorLayoutDimensionNV(right, N, DEPTH);
    tensorLayoutNV<2> products = setTensorLayoutDimensionNV(createTensorLayoutNV(2), M, N);
    tensorViewNV<2, false, 1, 0> turned = createTensorViewNV(2, false, 1, 0);
    MATRIX sum = MATRIX(0.0);
    for (uint k = 0; k < DEPTH; k += ${K}) {
        coopmat<float16_t, ${SCOPE}, ${ROWS}, ${K}, gl_MatrixUseA> x;
        coopmat<float16_t, ${SCOPE}, ${K}, ${COLUMNS}, gl_MatrixUseB> y;
        coopMatLoadTensorNV(x, a, 0, sliceTensorLayoutNV(left, row, ${ROWS}, k, ${K}));
        coopMatLoadTensorNV(
            y, weights, 0, sliceTensorLayoutNV(right, column, ${COLUMNS}, k, ${K}), turned, decode);
        sum = coopMatMulAdd(x, y, sum);
    }
    coopMatStoreTensorNV(sum, d, 0, sliceTensorLayoutNV(products, row, ${ROWS}, column, ${COLUMNS}));
}
