package coopcts.device.reference;

/**
 * A wrong turn in the algorithms beyond GL_KHR_cooperative_matrix: one constant for each place at
 * which a driver's author could misread the texts, looked at where the interpreter does it right.
 */
enum Bug {
  STRIDE_FLOOR("nv2", "implicit strides count whole blocks only"),
  INNER_STRIDE_ONE("nv2", "the innermost stride is taken to be 1"),
  OUTER_STRIDE_DENSE("nv2", "the outermost explicit stride is ignored"),
  SLICE_REPLACES_OFFSET("nv2", "a second slice replaces the offset of the first"),
  SLICE_KEEPS_SPAN("nv2", "a second slice keeps the span of the first"),
  DIMENSION_KEEPS_OFFSET("nv2", "setting dimensions keeps the offset of an earlier slice"),
  DIMENSION_KEEPS_STRIDE("nv2", "setting dimensions again keeps explicit strides"),
  BLOCK_CHANGES_STRIDE("nv2", "setting the block size recomputes strides"),
  OFFSET_UNSIGNED("nv2", "negative offsets are taken to be large"),
  SPAN_NO_WRAP("nv2", "a matrix larger than the span does not wrap over it"),
  FIRST_DIMENSION_LOST("nv2", "the outermost of four or more dimensions is dropped"),
  EDGE_ONE_OFF("nv2", "clamping to the edge leads one before the last element"),
  EDGE_LOW_ONLY("nv2", "clamping to the edge works below zero only: above it is the first element"),
  REPEAT_TRUNCATES("nv2", "repeat takes negative coordinates modulo towards zero"),
  REPEAT_ONE_PERIOD("nv2", "repeat undoes one period only"),
  MIRROR_TWICE_EDGE("nv2", "mirrored repeat shows the edge twice"),
  MIRROR_AS_REPEAT("nv2", "mirrored repeat does not mirror"),
  MIRROR_ONE_PERIOD("nv2", "mirrored repeat undoes one reflection only"),
  CONSTANT_IS_ZERO("nv2", "the clamp value is taken to be zero"),
  CONSTANT_LOW_BYTE("nv2", "the clamp value loses all but its low byte"),
  CLAMP_TO_SPAN("nv2", "coordinates are tested against the span, not the dimension"),
  CLAMP_LAST_ONLY("nv2", "only the last dimension is clamped"),
  STORE_CLAMPS("nv2", "a store puts what is outside onto the edge"),
  VIEW_IGNORED("nv2", "the view's permutation is ignored"),
  VIEW_INVERSE("nv2", "the view's permutation is applied inversely"),
  VIEW_NO_DIMENSIONS("nv2", "a view's own dimensions are ignored"),
  VIEW_DENSE("nv2", "a view's explicit strides are ignored"),
  VIEW_STRIDES_ALWAYS("nv2", "view strides count where the view has no dimensions"),
  CLIP_ROWS_IGNORED("nv2", "clip rows are ignored"),
  CLIP_COLUMNS_IGNORED("nv2", "clip columns are ignored"),
  CLIP_NOT_REBASED("nv2", "elements in a clip keep their places in the matrix"),
  CLIP_FULL_WIDTH("nv2", "lines in a clip are as long as the matrix"),
  CLIP_SPAN_ONE_MORE("nv2", "a clip reaches a row further"),
  CLIP_ZEROES("nv2", "clipped elements become zero"),
  REDUCE_LEAVES_LAST("nv2", "a reduction leaves the last element out"),
  REDUCE_FIRST_TWICE("nv2", "a reduction takes the first element twice"),
  REDUCE_ROW_AS_COLUMN("nv2", "row and column reductions are exchanged"),
  REDUCE_ZERO_LEAKS("nv2", "reductions start from zero"),
  REDUCE_QUAD_SHIFTED("nv2", "2x2 reductions take the quad one column further"),
  ELEMENT_EXCHANGED("nv2", "per-element functions get row and column exchanged"),
  ELEMENT_ROW_BYTE("nv2", "per-element functions get rows modulo 16"),
  ELEMENT_LOCAL_ROW("nv2", "per-element functions count rows from each half of the matrix"),
  ELEMENT_EXTRA_SAME("nv2", "an extra matrix hands the same element to all calls"),
  TRANSPOSE_COPIES("nv2", "transposition copies"),
  USE_TURNS("nv2", "a change of use to B transposes"),
  USE_LOW_BIT("nv2", "a change of use loses the lowest bit"),
  DECODE_BLOCK_ZERO("nv2", "decode functions get block coordinate 0 in the outermost dimension"),
  DECODE_EXCHANGED("nv2", "decode functions get block and inner coordinates exchanged"),
  DECODE_ABSOLUTE("nv2", "decode functions get coordinates in the tensor for those in the block"),
  DECODE_POINTER_FIXED("nv2", "decode functions get the pointer of the first block"),
  DECODE_POINTER_SIZE("nv2", "pointers of decode functions are a component apart"),
  VECTOR_OFF_BY_ONE("decode", "components of a decoded vector land one element further"),
  VECTOR_REVERSED("decode", "components of a decoded vector land in reverse order"),
  VECTOR_FIRST_ONLY("decode", "all elements of a group get the first component"),
  VECTOR_START_FREE(
      "decode", "the vector function gets the coordinate of the element, not the group"),
  VECTOR_POINTER_SCALAR("decode", "the vector function gets a pointer one component on"),
  VECTOR_PARTLY("decode", "the last element of a group keeps its old value"),
  VECTOR_OUTER("decode", "groups run over the outermost dimension's coordinate"),
  VECTOR_BLOCK_LOST("decode", "the vector function gets block coordinate 0"),
  VECTOR_CLAMP_LOST("decode", "groups at an edge get their first component throughout"),
  ARRAY_HALVES("qcom", "the halves of packed words are exchanged"),
  ARRAY_BYTES("qcom", "the bytes of packed words are reversed"),
  ARRAY_BITCAST_LAST("qcom", "the last element of a reinterpreted array is zero"),
  ARRAY_BITCAST_256("qcom", "the second half of 256-byte arrays repeats the first"),
  ARRAY_START_ZERO("qcom", "sub-arrays start at 0"),
  ARRAY_START_UNIFORM("qcom", "sub-arrays start where those of the first invocation do"),
  ARRAY_START_PART("qcom", "a sub-array's start counts parts"),
  ARRAY_LAST_LOST("qcom", "the last element of a sub-array is lost"),
  LINES_TRANSPOSED("qcom", "arrays become columns of use A"),
  LINES_B_ROWS("qcom", "arrays become rows of use B"),
  LINES_ACCUMULATOR_REVERSED("qcom", "lines of accumulators are in reverse order"),
  LINES_LAST_LOST("qcom", "the last line is lost"),
  LINES_WRAP("qcom", "lines beyond the first half repeat it"),
  LINES_SECOND_SUBGROUP("qcom", "the second subgroup makes its matrix of the first one's arrays"),
  LINES_FROM_TRANSPOSED("qcom", "a matrix is taken apart by columns"),
  LINES_FROM_SHIFTED("qcom", "each invocation receives the next one's line"),
  LINES_FROM_LOW_BIT("qcom", "taking a matrix apart loses the lowest bit"),
  PRODUCT_COLUMN_AS_ROW("vector", "column-major matrices are read row by row"),
  PRODUCT_LAST_K("vector", "the last product of a sum is left out"),
  PRODUCT_LAST_ROW("vector", "the last row's result is zero"),
  PRODUCT_NO_BIAS("vector", "the bias is not added"),
  PRODUCT_BIAS_SHIFTED("vector", "the bias is read one element further"),
  PRODUCT_BIAS_UNIFORM("vector", "all invocations use the first one's bias offset"),
  PRODUCT_MATRIX_UNIFORM("vector", "all invocations use the first one's matrix"),
  PRODUCT_STRIDE_DENSE("vector", "the matrix stride is ignored"),
  PRODUCT_NOT_TRANSPOSED("vector", "the transpose flag is ignored"),
  PRODUCT_TRUNCATES("vector", "inputs are truncated to integers"),
  PRODUCT_NO_SATURATION("vector", "inputs wrap on their way to integers"),
  PRODUCT_HALF_UP("vector", "inputs halfway between integers are rounded up"),
  PRODUCT_PACKED_ORDER("vector", "packed inputs are taken high byte first"),
  PRODUCT_PACKED_UNSIGNED("vector", "packed inputs lose their sign"),
  PRODUCT_SUM_16_BITS("vector", "integer sums keep 16 bits"),
  MEMORY_OFFSET_LOST("vector", "vector loads ignore their offset"),
  MEMORY_LAST_LOST("vector", "the last component of a load is zero"),
  MEMORY_STORE_LONG("vector", "a store writes one component more"),
  MEMORY_STORE_SHORT("vector", "a store leaves the last component out"),
  MEMORY_STORE_UNIFORM("vector", "all invocations store the first one's vector"),
  TRAINING_OVERWRITES("vector", "an outer product replaces what the matrix held"),
  TRAINING_TRANSPOSED("vector", "outer products are added transposed"),
  TRAINING_FIRST_ONLY("vector", "only the first invocation's outer product is added"),
  TRAINING_SUM_FIRST("vector", "only the first invocation's sum is added"),
  TRAINING_SUM_SHIFTED("vector", "sums are added one element further"),
  TRAINING_SUM_OVERWRITES("vector", "a sum replaces what memory held");

  private final String system;
  private final String description;

  Bug(String system, String description) {
    this.system = system;
    this.description = description;
  }

  String system() {
    return system;
  }

  String description() {
    return description;
  }
}
