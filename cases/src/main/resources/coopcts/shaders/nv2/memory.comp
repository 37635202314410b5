${HEAD}
// A tile out of a tensor with a frame around it, by way of other memory than an ordinary buffer, or of numbers that are
// known only when the pipeline is made.
layout(set = 0, binding = 0, std430) readonly buffer SourceBuffer { T source[]; };
layout(set = 0, binding = 1, std430) writeonly buffer ResultBuffer { T result[]; };
layout(set = 0, binding = 2, std430) ${SHARING} buffer BetweenBuffer { T between[]; };
layout(buffer_reference, std430, buffer_reference_align = 16) buffer Tensor { T elements[]; };
layout(set = 0, binding = 3, std430) readonly buffer AddressBuffer { Tensor from; Tensor to; } addresses;
const uint PITCH = ${COLUMNS} + ${MORE_COLUMNS};
const uint TILE = (${ROWS} + ${MORE_ROWS}) * PITCH;
#define LOCAL ${LOCAL}
const uint WORDS = ${WORDS};
const uint INSTANCES = ${INSTANCES};
const uint LOCAL_SIZE = ${LOCAL_SIZE};
const uint ROWS = ${ROWS};
const uint COLUMNS = ${COLUMNS};
${GLOBAL}
void main() {
    tensorLayoutNV<2> framed = setTensorLayoutDimensionNV(createTensorLayoutNV(2), ${ROWS} + ${MORE_ROWS}, PITCH);
    framed = sliceTensorLayoutNV(framed, ${FIRST_ROW}, ${ROWS}, ${FIRST_COLUMN}, ${COLUMNS});
    tensorLayoutNV<2> dense = setTensorLayoutDimensionNV(createTensorLayoutNV(2), ${ROWS}, ${COLUMNS});
    MATRIX m;
${MAIN}
}
