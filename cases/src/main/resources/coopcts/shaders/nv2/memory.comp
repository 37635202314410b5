${HEAD}
// A tile out of a tensor with a frame around it, by way of other memory than an ordinary buffer, or of numbers that are
// known only when the pipeline is made.
layout(set = 0, binding = 0, std430) readonly buffer SourceBuffer { T source[]; };
layout(set = 0, binding = 1, std430) writeonly buffer ResultBuffer { T result[]; };
layout(set = 0, binding = 2, std430) coherent buffer BetweenBuffer { T between[]; };
layout(buffer_reference, std430, buffer_reference_align = 16) buffer Tensor { T elements[]; };
layout(set = 0, binding = 3, std430) readonly buffer AddressBuffer { Tensor from; Tensor to; } addresses;
const uint PITCH = ${COLUMNS} + 8;
const uint TILE = (${ROWS} + 2) * PITCH;
#define LOCAL ${LOCAL}
${GLOBAL}
void main() {
    tensorLayoutNV<2> framed = setTensorLayoutDimensionNV(createTensorLayoutNV(2), ${ROWS} + 2, PITCH);
    framed = sliceTensorLayoutNV(framed, 1, ${ROWS}, 3, ${COLUMNS});
    tensorLayoutNV<2> dense = setTensorLayoutDimensionNV(createTensorLayoutNV(2), ${ROWS}, ${COLUMNS});
    MATRIX m;
${MAIN}
}
