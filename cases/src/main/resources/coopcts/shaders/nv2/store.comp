${HEAD}
// A tensor store; what it leaves out must stay.
layout(set = 0, binding = 0, std430) readonly buffer SourceBuffer { T source[]; };
layout(set = 0, binding = 1, std430) buffer TensorBuffer { ${ELEMENT} tensor[]; };
layout(set = 0, binding = 2, std430) readonly buffer NumberBuffer { uint numbers[]; };

void main() {
    MATRIX m;
    coopMatLoad(m, source, INSTANCE * SIZE, ${COLUMNS}, ROW_MAJOR);
${LAYOUT}
    coopMatStoreTensorNV(m, tensor, ${OFFSET}, ${ARGUMENTS});
}
