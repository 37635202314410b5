${HEAD}
// Loads of one tensor through many views.
layout(set = 0, binding = 0, std430) readonly buffer TensorBuffer { T tensor[]; };
layout(set = 0, binding = 1, std430) writeonly buffer ResultBuffer { T result[]; };

void main() {
    MATRIX m = MATRIX(T(0));
    uint place = INSTANCE * ${COUNT};
${LOADS}
}
