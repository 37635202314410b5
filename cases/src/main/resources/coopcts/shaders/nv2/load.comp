${HEAD}
// A tensor load over what the matrix held before.
${FUNCTIONS}layout(set = 0, binding = 0, scalar) readonly buffer TensorBuffer { ${ELEMENT} tensor[]; };
layout(set = 0, binding = 1, std430) readonly buffer BeforeBuffer { T before[]; };
layout(set = 0, binding = 2, std430) writeonly buffer ResultBuffer { T result[]; };
layout(set = 0, binding = 3, std430) readonly buffer NumberBuffer { uint numbers[]; };

void main() {
    MATRIX m;
    coopMatLoad(m, before, INSTANCE * SIZE, ${COLUMNS}, ROW_MAJOR);
${LAYOUT}
    coopMatLoadTensorNV(m, tensor, ${OFFSET}, ${ARGUMENTS});
    coopMatStore(m, result, INSTANCE * SIZE, ${COLUMNS}, ROW_MAJOR);
}
