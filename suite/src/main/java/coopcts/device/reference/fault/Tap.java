// SPDX-License-Identifier: Apache-2.0
package coopcts.device.reference.fault;

import coopcts.device.reference.cover.Change;
import coopcts.device.reference.cover.InstructionKind;
import coopcts.numbers.FloatFormat;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * A named value inside of an algorithm, at which a driver's author could misread the texts or a
 * compiler could err. The interpreter passes each right value through its tap ({@link Taps#at}); a
 * fault is a row of {@code faults.tsv} that changes it.
 *
 * <p>Beside the right value a tap has operands and its site has facts, all whole numbers by name: a
 * condition and a change are formulas of them. An operand with a star may be taken for the value.
 * Flags are 0 or 1, elements patterns in the low bits, sizes in elements or, where said, bytes.
 * {@code names.tsv} says what each name means, and {@code faults list --taps} prints it.
 *
 * <p>Everywhere there are {@code right}, the right value; {@code before}, the right value that
 * passed the tap the time before, in whichever scope instance, invocation or element, and {@code
 * right} where there was none since the module was prepared; {@code rows}, {@code columns} and
 * {@code bytes} of the type that the algorithm works on, and its {@code isSigned}, {@code sign},
 * {@code largest}, {@code least} and {@code nan}. At {@link Site#TENSOR} {@code clamp} is the clamp
 * mode of the layout, of stores too; 0 for one that does not clamp.
 *
 * <p>A value that leads nowhere is bounded, and counts as changed only where the bounded one
 * differs: invocations, scope instances, layouts and places modulo their number; numbers of
 * repetitions by {@link Taps#MOST}, and where more would be out of an array, by its length.
 * Addresses, strides and offsets are not bounded: the checks of memory say what they break. At what
 * else a row lets the interpreter give up, the run ends as not supported, with a line that says so;
 * no case has found it then.
 */
public enum Tap {
  /** Elements from one row of a matrix to the next in the span, without a view. */
  TENSOR_LINE(Site.TENSOR, Value.SMALL, "the length of a line", "span*"),
  /** Whether the clip counts. */
  TENSOR_CLIPS(
      Site.TENSOR,
      Value.YES,
      "whether a clip counts",
      "rowOffset",
      "rowSpan",
      "columnOffset",
      "columnSpan"),
  /** First row in the clip. */
  TENSOR_CLIP_ROW(Site.TENSOR, Value.SMALL, "the clip's first row"),
  /** Number of rows in the clip. */
  TENSOR_CLIP_ROWS(Site.TENSOR, Value.COUNT, "the clip's number of rows"),
  /** First column in the clip. */
  TENSOR_CLIP_COLUMN(Site.TENSOR, Value.SMALL, "the clip's first column"),
  /** Number of columns in the clip. */
  TENSOR_CLIP_COLUMNS(Site.TENSOR, Value.COUNT, "the clip's number of columns"),
  /** Whether an element lies in a row outside of the clip. */
  TENSOR_CLIPPED_ROW(
      Site.TENSOR,
      Value.FLAG,
      "whether a row is clipped",
      "row",
      "rowOffset",
      "rowSpan",
      "columnOffset",
      "columnSpan"),
  /** Whether an element lies in a column outside of the clip. */
  TENSOR_CLIPPED_COLUMN(Site.TENSOR, Value.FLAG, "whether a column is clipped", "column"),
  /** Elements of a line in the clip. */
  TENSOR_CLIP_WIDTH(
      Site.TENSOR,
      Value.SMALL,
      "the length of a line in a clip",
      "width*",
      "columnOffset",
      "columnSpan*"),
  /** Number of an element within the clip. */
  TENSOR_CLIP_LINEAR(
      Site.TENSOR, Value.COUNT, "an element's number in a clip", "row", "column", "width"),
  /** Position in the span behind the view. */
  TENSOR_VIEWED(Site.TENSOR, Value.COUNT, "a position behind the view", "linear*"),
  /**
   * Which dimension is the k-th of the view; {@code longest} and {@code cycles} tell its cycles.
   */
  TENSOR_VIEW_ORDER(
      Site.TENSOR,
      Value.INDEX,
      "a view's permutation",
      "k*",
      "inverse*",
      "longest",
      "cycles",
      "isCommon"),
  /** Stride of a view's dimension: {@code given} in the view, {@code dense} without. */
  TENSOR_VIEW_STRIDE(Site.TENSOR, Value.COUNT, "a view's stride", "given*", "dense*", "j"),
  /** Whether decode functions get coordinates behind the view. */
  TENSOR_DECODES_VIEWED(
      Site.TENSOR, Value.YES, "whether decode functions get coordinates behind the view"),
  /** Coordinate in the span. */
  TENSOR_IN_SPAN(
      Site.TENSOR, Value.COUNT, "a coordinate in the span", "q", "i", "span", "dimension"),
  /** Coordinate in the tensor before clamping. */
  TENSOR_COORDINATE(Site.TENSOR, Value.COORDINATE, "a coordinate before clamping", "i", "size"),
  /**
   * Dimension that a coordinate is tested against; {@code viewed} is the one in the view's order.
   */
  TENSOR_SIZE(Site.TENSOR, Value.COUNT, "a dimension", "i", "viewed*"),
  /** Bound from which on a coordinate is outside. */
  TENSOR_BOUND(Site.TENSOR, Value.COUNT, "the bound of a coordinate", "i", "span*"),
  /** Whether a coordinate lies outside. */
  TENSOR_OUTSIDE(Site.TENSOR, Value.FLAG, "whether a coordinate is outside", "i"),
  /** Coordinate that one outside is clamped to. */
  TENSOR_CLAMPED(Site.TENSOR, Value.COORDINATE, "a clamped coordinate", "t", "size", "block"),
  /** Size of a block. */
  TENSOR_BLOCK(Site.TENSOR, Value.SMALL, "the size of a block", "i"),
  /** Coordinate of a block. */
  TENSOR_PLACE(Site.TENSOR, Value.COUNT, "a place in a dimension", "i"),
  /** Stride of a layout's dimension. */
  TENSOR_STRIDE(Site.TENSOR, Value.COUNT, "a layout's stride", "i"),
  /** Number of elements or blocks from the base. */
  TENSOR_LINEAR(Site.TENSOR, Value.COUNT, "an element's number from the base"),
  /** Coordinate that decode functions get, before it is cut into blocks. */
  TENSOR_DECODED(Site.TENSOR, Value.COUNT, "a decoded coordinate", "unclamped*"),
  /** Coordinate in the block. */
  TENSOR_IN_BLOCK(Site.TENSOR, Value.SMALL, "a coordinate in a block", "at*"),
  /** Clamp value; {@code converted} is it as a number of the component type. */
  TENSOR_CLAMP_VALUE(Site.TENSOR, Value.PATTERN, "the clamp value", "converted*"),
  /** Whether a store discards what is outside. */
  TENSOR_DISCARDS(Site.TENSOR, Value.FLAG, "whether a store discards what is outside"),
  /** Scope instance whose layout and view count. */
  TRANSFER_LAYOUT_OF(Site.TRANSFER, Value.INDEX, "the scope instance whose layout counts"),
  /** Columns of the matrix; {@code initial} is a specialization constant's default. */
  TRANSFER_COLUMNS(Site.TRANSFER, Value.SMALL, "the matrix's number of columns", "initial*"),
  /** Scope instance whose pointer counts. */
  TRANSFER_BASE_OF(Site.TRANSFER, Value.INDEX, "the scope instance whose pointer counts"),
  /** Address of the tensor; {@code start} is that of its buffer. */
  TRANSFER_BASE(Site.TRANSFER, Value.OTHER, "the tensor's address", "start*"),
  /** Whether decode functions are called. */
  TRANSFER_DECODES(Site.TRANSFER, Value.YES, "whether decode functions are called", "capability"),
  /** Where what is outside is decoded: 0 nowhere, 1 at the edge, 2 in its group. */
  TRANSFER_DECODES_OUTSIDE(
      Site.TRANSFER, Value.NO, "whether what is outside is decoded at the edge"),
  /** Bytes from element to element; {@code pointee} are those of the buffer's array. */
  TRANSFER_STEP(Site.TRANSFER, Value.COUNT, "bytes from element to element", "pointee*"),
  /** Whether memory is read as it was before the dispatch. */
  TRANSFER_READS_BEFORE(
      Site.TRANSFER, Value.NO, "whether memory is read as it was before", "isVisible"),
  /** Number of the element that is read; {@code inner} is its coordinate in the block. */
  TRANSFER_READ(Site.TRANSFER, Value.COUNT, "the number of the element that is read", "inner"),
  /** Element as it is read. */
  TRANSFER_ELEMENT(Site.TRANSFER, Value.PATTERN, "an element that is read", "isSubnormal"),
  /** Element that a clip leaves as it was. */
  TRANSFER_CLIPPED(Site.TRANSFER, Value.PATTERN, "an element outside of the clip", "isCorner"),
  /** Element as it is read; {@code earlier} is what the scope instance last read there. */
  TRANSFER_AGAIN(Site.TRANSFER, Value.PATTERN, "an element that is read again", "earlier"),
  /** Element of a matrix that was loaded. */
  TRANSFER_LOADED(Site.TRANSFER, Value.PATTERN, "a loaded element", "old*", "e", "clips"),
  /** Whether what is outside is stored to the tensor's address. */
  TRANSFER_STORES_OUTSIDE(Site.TRANSFER, Value.NO, "whether what is outside is stored"),
  /** How many times an element is stored, each time one further. */
  TRANSFER_STORED(Site.TRANSFER, Value.SMALL, "how many elements are stored for one", "e"),
  /** Component of a vector function that an element gets. */
  DECODE_COMPONENT(
      Site.DECODE,
      Value.SMALL,
      "the component that an element gets",
      "last*",
      "isCut",
      "missing",
      "isTail",
      "unclamped*"),
  /** Decoded element. */
  DECODE_ELEMENT(Site.DECODE, Value.PATTERN, "a decoded element", "vector", "at", "last", "old*"),
  /** Function whose parameter says how far pointers are apart. */
  DECODE_FUNCTION(Site.DECODE, Value.OTHER, "the function of pointers", "scalar*", "vector"),
  /** Bytes from pointer to pointer. */
  DECODE_STEP(Site.DECODE, Value.SMALL, "bytes from pointer to pointer", "vector", "isWhole"),
  /** Pointer that a function gets. */
  DECODE_POINTER(
      Site.DECODE, Value.OTHER, "a function's pointer", "vector", "base*", "packed*", "size"),
  /** Whether block and inner coordinates are exchanged. */
  DECODE_EXCHANGES(Site.DECODE, Value.NO, "whether coordinates are exchanged", "vector"),
  /** Block's coordinate. */
  DECODE_BLOCK(Site.DECODE, Value.COUNT, "a block's coordinate", "vector", "inner*", "i", "last"),
  /** Coordinate in the block. */
  DECODE_IN_BLOCK(
      Site.DECODE, Value.COUNT, "a coordinate in the block", "vector", "block*", "i", "last"),
  /** Whether a setter leaves what it is given as it is. */
  LAYOUT_COPIES(Site.LAYOUT, Value.YES, "whether a setter copies"),
  /** Whether what was first made of the same layout changes too. */
  LAYOUT_FIRST_KEEPS(Site.LAYOUT, Value.NO, "whether the first copy changes too"),
  /** Number that an implicit stride multiplies by; {@code own} is the dimension's own. */
  LAYOUT_BLOCKS(Site.LAYOUT, Value.COUNT, "the factor of a stride", "own*", "size*", "block"),
  /** Dimension of a layout behind a setter. */
  LAYOUT_DIMENSION(
      Site.LAYOUT, Value.COUNT, "a layout's dimension", "old*", "dense", "i", "isKnown"),
  /** Stride of a layout behind a setter. */
  LAYOUT_STRIDE(Site.LAYOUT, Value.COUNT, "a layout's stride", "old*", "dense*", "i", "isKnown"),
  /** Span of a layout behind a setter. */
  LAYOUT_SPAN(Site.LAYOUT, Value.COUNT, "a layout's span", "old*", "dense", "i", "isKnown"),
  /** Offset of a layout behind a setter. */
  LAYOUT_OFFSET(Site.LAYOUT, Value.COUNT, "a layout's offset", "old*", "dense", "i", "isKnown"),
  /** Block size of a layout behind a setter. */
  LAYOUT_BLOCK(Site.LAYOUT, Value.COUNT, "a layout's block size", "old*", "dense", "i", "isKnown"),
  /** Clamp value of a layout behind a setter. */
  LAYOUT_CLAMP_VALUE(Site.LAYOUT, Value.PATTERN, "a layout's clamp value"),
  /** Whether a matrix is transposed. */
  MOVE_TURNS(Site.MOVE, Value.FLAG, "whether a matrix is transposed"),
  /** Element of a matrix that is transposed or changes its use. */
  MOVE_ELEMENT(Site.MOVE, Value.PATTERN, "a moved element"),
  /** Whether a per-element function gets row and column exchanged. */
  ELEMENT_EXCHANGES(Site.ELEMENT, Value.NO, "whether row and column are exchanged"),
  /** Row that a per-element function gets. */
  ELEMENT_ROW(Site.ELEMENT, Value.SMALL, "the row that a function gets"),
  /** Column that a per-element function gets. */
  ELEMENT_COLUMN(Site.ELEMENT, Value.SMALL, "the column that a function gets"),
  /** Element that a per-element function gets. */
  ELEMENT_OF(Site.ELEMENT, Value.INDEX, "the element that a function gets"),
  /** Element of an extra matrix that a per-element function gets. */
  ELEMENT_EXTRA_OF(Site.ELEMENT, Value.INDEX, "the element of another matrix", "turned*"),
  /** Extra argument, the so manieth from 0, or a part of one of so many parts. */
  ELEMENT_EXTRA(Site.ELEMENT, Value.PATTERN, "another argument", "at", "parts", "number"),
  /** Element that a per-element function gave. */
  ELEMENT_RESULT(Site.ELEMENT, Value.PATTERN, "a function's result", "old*", "e"),
  /** What a reduction combines: rows, columns, both or quads. */
  REDUCE_MASK(Site.REDUCE, Value.OTHER, "what is combined", "exchanged"),
  /** Number of elements that a reduction combines. */
  REDUCE_COUNT(Site.REDUCE, Value.COUNT, "the number of elements that are combined"),
  /** Element that is combined. */
  REDUCE_SOURCE(Site.REDUCE, Value.COUNT, "an element that is combined", "first*", "at", "length"),
  /** Whether a reduction starts from zero, not from the first element. */
  REDUCE_FROM_ZERO(Site.REDUCE, Value.NO, "whether a reduction starts from zero"),
  /** Element before it is combined. */
  REDUCE_ELEMENT(Site.REDUCE, Value.PATTERN, "an element before it is combined", "at"),
  /** Partial result; {@code narrow} is it by way of float16, {@code mantissa} 0 for integers. */
  REDUCE_PARTIAL(Site.REDUCE, Value.PATTERN, "a partial result", "sum*", "narrow*", "mantissa"),
  /** Group of elements whose result an element of the matrix gets. */
  REDUCE_GROUP(Site.REDUCE, Value.SMALL, "the line whose result an element gets"),
  /** Element of a reduced matrix. */
  REDUCE_RESULT(Site.REDUCE, Value.PATTERN, "an element of the result", "row", "column"),
  /** Whether an operation of workgroup scope overwrites the application's shared memory. */
  STAGING_SPOILS(Site.STAGING, Value.NO, "whether shared memory is overwritten"),
  /** Whether a product clears the last element of A's variable. */
  OPERANDS_LOSE_A(Site.OPERANDS, Value.NO, "whether A's variable changes"),
  /** Whether a product is written to C's variable too. */
  OPERANDS_GET_RESULT(Site.OPERANDS, Value.NO, "whether C's variable changes"),
  /** Number of products that are summed for an element. */
  PRODUCT_COUNT(Site.PRODUCT, Value.COUNT, "the number of products that are summed"),
  /** Which of A, B, C and result are signed, as MatrixOperands; {@code ofTypes} are the types'. */
  PRODUCT_SIGNS(Site.PRODUCT, Value.OTHER, "which matrices are signed", "ofTypes*"),
  /** Whether sums saturate. */
  PRODUCT_SATURATES(Site.PRODUCT, Value.FLAG, "whether a product saturates"),
  /** Whether B is transposed. */
  PRODUCT_TURNS_B(Site.PRODUCT, Value.NO, "whether B is transposed"),
  /** Element of the result; {@code narrow} is it by way of C's type. */
  PRODUCT_ELEMENT(Site.PRODUCT, Value.PATTERN, "an element of a product", "c*", "narrow*", "e"),
  /** Narrow part that another one of a packed word is; a word has so many of each. */
  ARRAY_PART(Site.ARRAY, Value.SMALL, "a part of a packed word", "each", "narrowBytes"),
  /** Element of an array that is cast. */
  ARRAY_CAST_OF(Site.ARRAY, Value.SMALL, "the element of a cast array", "length", "size"),
  /** Pattern of an array's element that is cast. */
  ARRAY_CAST(Site.ARRAY, Value.PATTERN, "an element of a cast array", "at", "length"),
  /** Whether a cast clears the last element of its operand. */
  ARRAY_LOSES_SOURCE(Site.ARRAY, Value.NO, "whether a cast changes its operand"),
  /** First element of a sub-array; {@code uniform} is the first invocation's. */
  ARRAY_START(Site.ARRAY, Value.SMALL, "a sub-array's start", "uniform*", "isShared", "length"),
  /** Element of a sub-array. */
  ARRAY_ELEMENT(Site.ARRAY, Value.PATTERN, "an element of a sub-array", "at", "length"),
  /** Scope instance whose arrays make a matrix. */
  LINES_INSTANCE(Site.LINES, Value.INDEX, "the scope instance whose arrays are taken"),
  /** Invocation whose array is a line, -1 for none. */
  LINES_LINE(Site.LINES, Value.INDEX, "the invocation whose array is a line"),
  /** Element of the matrix that an array's element becomes. */
  LINES_PLACE(Site.LINES, Value.SMALL, "the place of an array's element"),
  /** Element of a matrix made of arrays; {@code numeric} is it converted as a number. */
  LINES_ELEMENT(
      Site.LINES, Value.PATTERN, "an element made of an array", "numeric", "isOfIntegers"),
  /** Line that an invocation gets. */
  LINES_FROM_LINE(Site.LINES, Value.SMALL, "the line that an invocation gets"),
  /** Element of the matrix that an array's element is. */
  LINES_FROM_PLACE(Site.LINES, Value.SMALL, "the place that an array's element is from"),
  /** Element of an array made of a matrix. */
  LINES_FROM_ELEMENT(Site.LINES, Value.PATTERN, "an element made of a matrix"),
  /** Whether taking a matrix apart clears its last element. */
  LINES_LOSE_SOURCE(Site.LINES, Value.NO, "whether the matrix taken apart changes"),
  /** Whether a reduction changes its operand. */
  REDUCE_CHANGES_SOURCE(Site.REDUCE, Value.NO, "whether a reduction changes its operand"),
  /** Address of a matrix; {@code first} is that of the first scope instance. */
  GRID_START(Site.GRID, Value.OTHER, "the matrix's address", "first*"),
  /** Bytes from line to line; {@code first} are those of the first scope instance. */
  GRID_STRIDE(Site.GRID, Value.COUNT, "the stride", "first*"),
  /** Whether lines are rows. */
  GRID_ROWS(Site.GRID, Value.FLAG, "whether lines are rows"),
  /** Bytes from the first element to another one. */
  GRID_DISTANCE(Site.GRID, Value.OTHER, "an element's distance"),
  /** Element of memory that an element of a matrix is loaded from. */
  GRID_FROM(Site.GRID, Value.COUNT, "the element that is loaded", "row", "column"),
  /**
   * Element that was loaded; {@code converted} is it as a number of the other kind, {@code earlier}
   * what its place held when the scope instance last loaded it.
   */
  GRID_LOADED(
      Site.GRID, Value.PATTERN, "a loaded element", "row", "column", "converted*", "earlier"),
  /** Element that is stored; {@code converted} is it as a number of the other kind. */
  GRID_STORED(Site.GRID, Value.PATTERN, "a stored element", "row", "column", "converted*"),
  /** Whether an element is stored. */
  GRID_STORES(Site.GRID, Value.YES, "whether an element is stored", "row", "column"),
  /** Bytes that are stored behind each line. */
  GRID_BEHIND(Site.GRID, Value.NO, "the bytes stored behind a line"),
  /** Which blocks there are: 0 the right ones, 1 along the other direction, 2 one by one. */
  GRID_BLOCKS(Site.GRID, Value.NO, "the order of blocks"),
  /** Number of lines that are stored; the last one stands for those behind it. */
  GRID_LINES(Site.GRID, Value.SMALL, "the number of stored lines", "isBlocked"),
  /** Number of an invocation's components. */
  LENGTH_OF(
      Site.LENGTH,
      Value.SMALL,
      "the number of components",
      "lane",
      "subgroupSize",
      "isSpecialized"),
  /** Whether row and column of a component are exchanged. */
  COORDINATE_EXCHANGES(Site.COORDINATE, Value.NO, "whether row and column are exchanged"),
  /** Component whose coordinate is wanted. */
  COORDINATE_OF(Site.COORDINATE, Value.SMALL, "the component whose coordinate is wanted"),
  /** Whether an invocation writes its component. */
  COMPONENT_ACTIVE(
      Site.COMPONENT, Value.FLAG, "whether an invocation writes", "isOwned", "isAnyActive"),
  /** Whether a component that is written changes. */
  COMPONENT_WRITES(Site.COMPONENT, Value.YES, "whether a component changes", "isUnset"),
  /** Whether a component that was written reads as such. */
  COMPONENT_SHOWS(Site.COMPONENT, Value.YES, "whether a written component shows"),
  /** Element that a component is, -1 for none; {@code last} is the last component's. */
  COMPONENT_ELEMENT(
      Site.COMPONENT,
      Value.INDEX,
      "the element that a component is",
      "lane",
      "lanes",
      "isWritten",
      "last*",
      "index"),
  /** Element of memory that a matrix is loaded from. */
  MEMORY_ELEMENT(
      Site.MEMORY,
      Value.PATTERN,
      "an element of memory",
      "beforeBarrier*",
      "beforeStores*",
      "initial*",
      "isShared",
      "dispatches"),
  /** Scalar of memory; {@code unstored} is it without a matrix that was stored. */
  MEMORY_SCALAR(Site.MEMORY, Value.PATTERN, "a scalar of memory", "unstored*"),
  /** Components of an invocation, padding included. */
  MAP_COMPONENTS(Site.MAP, Value.SMALL, "the number of components"),
  /** Columns that share a channel. */
  MAP_CHANNEL(Site.MAP, Value.SMALL, "the columns of a channel"),
  /** Block of rows. */
  MAP_BLOCK(Site.MAP, Value.SMALL, "a block of rows", "count"),
  /** Row of a channel. */
  MAP_PART(Site.MAP, Value.SMALL, "a row of a channel", "count"),
  /** Channel behind the first. */
  MAP_GROUP(Site.MAP, Value.SMALL, "a channel", "count"),
  /** Column beside others. */
  MAP_BESIDE(Site.MAP, Value.SMALL, "a column", "count"),
  /** Element of a component. */
  MAP_ELEMENT(Site.MAP, Value.SMALL, "the element that a component is", "count"),
  /** Element that is read outside of a buffer; {@code clamped} is the last one inside. */
  ROBUST_READ(Site.ROBUST, Value.PATTERN, "what is read outside", "clamped*"),
  /** Element of a matrix that was loaded. */
  ROBUST_LOADED(Site.ROBUST, Value.PATTERN, "a loaded element", "isInside"),
  /** Address at which what lies outside is stored, 0 for nowhere. */
  ROBUST_PLACE(Site.ROBUST, Value.OTHER, "the place outside", "next*", "last*"),
  /** Element of a constant matrix. */
  CONSTANT_ELEMENT(Site.CONSTANT, Value.PATTERN, "an element of a constant", "e"),
  /** Part of a composite of matrices of one type. */
  CHOICE_PART(Site.CHOICE, Value.SMALL, "the part that is chosen"),
  /** Byte offset of an invocation's vector or matrix; {@code element} are those of the array. */
  VECTOR_ADDRESS_OFFSET(
      Site.VECTOR_ADDRESS, Value.COUNT, "an offset in bytes", "element", "stride"),
  /** Invocation whose pointer and offset count. */
  VECTOR_ADDRESS_OF(
      Site.VECTOR_ADDRESS, Value.OTHER, "the invocation whose pointer counts", "first*"),
  /** Number of components that are loaded or stored; {@code initial} is the default's. */
  VECTOR_MEMORY_COUNT(
      Site.VECTOR_MEMORY, Value.SMALL, "the number of components", "length", "initial*"),
  /**
   * Component as it is loaded; {@code quiet} is the usual NaN, {@code earlier} what the invocation
   * last loaded there.
   */
  VECTOR_MEMORY_COMPONENT(
      Site.VECTOR_MEMORY,
      Value.PATTERN,
      "a loaded component",
      "at",
      "isSubnormal",
      "isNan",
      "quiet",
      "earlier"),
  /** Whether an invocation stores. */
  VECTOR_MEMORY_STORES(Site.VECTOR_MEMORY, Value.FLAG, "whether an invocation stores"),
  /** Invocation whose vector is stored. */
  VECTOR_MEMORY_OF(
      Site.VECTOR_MEMORY, Value.OTHER, "the invocation whose vector is stored", "first*"),
  /** Layout of a product's matrix, as VectorMatrix.Layout. */
  VECTOR_PRODUCT_LAYOUT(Site.VECTOR_PRODUCT, Value.OTHER, "the layout of a product's matrix"),
  /** Whether the matrix is transposed. */
  VECTOR_PRODUCT_TRANSPOSES(Site.VECTOR_PRODUCT, Value.FLAG, "whether the matrix is transposed"),
  /** Bytes from line to line; {@code line} are those that a line takes. */
  VECTOR_PRODUCT_STRIDE(Site.VECTOR_PRODUCT, Value.COUNT, "a matrix's stride", "line*"),
  /** Number of columns that are read; those behind the last one are added to it. */
  VECTOR_PRODUCT_COLUMNS(Site.VECTOR_PRODUCT, Value.SMALL, "the number of columns"),
  /** Element of the matrix. */
  VECTOR_PRODUCT_ELEMENT(
      Site.VECTOR_PRODUCT, Value.OPERAND, "an element of a product's matrix", "row", "column"),
  /** Whether the first matrix of a shape is kept for all products of it. */
  VECTOR_PRODUCT_KEEPS(Site.VECTOR_PRODUCT, Value.NO, "whether a matrix is kept"),
  /** Invocation whose product it is. */
  VECTOR_PRODUCT_OF(
      Site.VECTOR_PRODUCT, Value.OTHER, "the invocation whose product it is", "first*"),
  /** Number of rows; the results of those behind are zero. */
  VECTOR_PRODUCT_ROWS(Site.VECTOR_PRODUCT, Value.SMALL, "the number of rows"),
  /** Whether results replace the input while it is in use. */
  VECTOR_PRODUCT_OVERWRITES(
      Site.VECTOR_PRODUCT, Value.NO, "whether the input is overwritten", "isInPlace"),
  /** Number of inputs that are read; those behind the last one are added to it. */
  VECTOR_PRODUCT_INPUTS(Site.VECTOR_PRODUCT, Value.SMALL, "the number of inputs"),
  /** Word of a packed input, of so many words in a vector of a length. */
  VECTOR_PRODUCT_WORD(
      Site.VECTOR_PRODUCT, Value.SMALL, "the word of a packed input", "words", "length"),
  /** Byte of a packed input in its word. */
  VECTOR_PRODUCT_BYTE(Site.VECTOR_PRODUCT, Value.SMALL, "the byte of a packed input"),
  /** Input as an integer: what comes of its pattern, by wrapping, truncating and so on. */
  VECTOR_PRODUCT_INTEGER(
      Site.VECTOR_PRODUCT,
      Value.COORDINATE,
      "an input as an integer",
      "pattern",
      "wrapped*",
      "truncated*",
      "up*",
      "word*"),
  /** Input as a float; {@code truncated} is it rounded toward zero. */
  VECTOR_PRODUCT_FLOAT(
      Site.VECTOR_PRODUCT, Value.OPERAND, "an input as a float", "truncated*", "isExact"),
  /** Whether the bias is added. */
  VECTOR_PRODUCT_HAS_BIAS(Site.VECTOR_PRODUCT, Value.YES, "whether the bias is added"),
  /** Element of the bias that a row gets. */
  VECTOR_PRODUCT_BIAS_ROW(Site.VECTOR_PRODUCT, Value.SMALL, "the element of the bias"),
  /** Element of the bias. */
  VECTOR_PRODUCT_BIAS(Site.VECTOR_PRODUCT, Value.PATTERN, "an element of the bias", "row"),
  /** Number of products that are summed. */
  VECTOR_PRODUCT_COUNT(Site.VECTOR_PRODUCT, Value.SMALL, "the number of products that are summed"),
  /** Sum of integers before it wraps. */
  VECTOR_PRODUCT_SUM(Site.VECTOR_PRODUCT, Value.COORDINATE, "a sum of integers", "saturated*"),
  /** Partial sum as a float32; {@code brain} is it as a bfloat16. */
  VECTOR_PRODUCT_PARTIAL(Site.VECTOR_PRODUCT, Value.OPERAND, "a partial sum", "brain*"),
  /** Component of the result; {@code brain} is it by way of bfloat16. */
  VECTOR_PRODUCT_RESULT(
      Site.VECTOR_PRODUCT, Value.PATTERN, "a component of a product", "brain*", "isRounded"),
  /** Whether an invocation adds, at the so manieth address of its subgroup. */
  TRAINING_ADDS(
      Site.TRAINING, Value.FLAG, "whether an invocation adds", "lane", "first", "addresses"),
  /** Whether an element of an outer product is added. */
  TRAINING_ADDS_ELEMENT(Site.TRAINING, Value.YES, "whether an element is added", "row", "column"),
  /** Whether an outer product is transposed. */
  TRAINING_TURNS(Site.TRAINING, Value.NO, "whether an outer product is transposed"),
  /** Number of components that are added. */
  TRAINING_COUNT(Site.TRAINING, Value.SMALL, "the number of components that are added"),
  /** Elements behind a matrix that an outer product is added to as well. */
  TRAINING_BEHIND(Site.TRAINING, Value.NO, "the elements added behind a matrix"),
  /** What memory holds before an addition. */
  TRAINING_HELD(Site.TRAINING, Value.OPERAND, "what is added to"),
  /** What memory holds behind an addition; {@code narrow} is it by way of float16. */
  TRAINING_RESULT(Site.TRAINING, Value.OPERAND, "a sum in memory", "narrow*", "mantissa"),
  /** Element of a matrix as memory has it, in one of the layouts. */
  STORED_ELEMENT(Site.STORED, Value.OPERAND, "an element as memory has it", "one"),
  /** Component of a result that stands at a place of it. */
  VECTOR_SOURCE(Site.VECTOR, Value.SMALL, "the place of a component"),
  /** Invocation whose result it is. */
  VECTOR_OF(Site.VECTOR, Value.OTHER, "the invocation whose result it is", "first*"),
  /**
   * Component of a result: {@code a}, {@code b} and {@code c} are the operands' there, x and y the
   * first two as numbers, floats in units of 1/1024. Near to it is the {@code other}: a conversion
   * rounded to nearest or of what is taken for unsigned, a function of an argument from 1/4 to 4,
   * fma without what is small, an operand that is NaN, and what was extracted from a matrix (1) or
   * vector (2) in the other order. {@code one} is 1 as a component.
   */
  VECTOR_COMPONENT(
      Site.VECTOR,
      Value.PATTERN,
      "a component of a vector",
      "at",
      "a*",
      "b*",
      "c*",
      "x",
      "y",
      "other*",
      "extracted",
      "one",
      "mantissa"),
  /** What the driver's question gives; so many rows are wanted, -1 where their number is. */
  INTERFACE_RESULT(Site.INTERFACE, Value.OTHER, "what a question gives", "wanted"),
  /** Number of rows that are written. */
  INTERFACE_WRITTEN(Site.INTERFACE, Value.SMALL, "the rows written", "wanted", "available"),
  /** Row that is written; so many questions were asked, this one among them. */
  INTERFACE_ROW(Site.INTERFACE, Value.INDEX, "the row that is written", "calls", "available"),
  /** The structure type of a row. */
  INTERFACE_LABEL(Site.INTERFACE, Value.OTHER, "a row's sType"),
  /** Number of rows that the driver says it wrote. */
  INTERFACE_COUNT(Site.INTERFACE, Value.SMALL, "the number of rows", "wanted*"),
  /** A feature as the driver reports it, the so manieth. */
  INTERFACE_FEATURE(Site.INTERFACE, Value.FLAG, "a feature", "number"),
  /** What making a device with one feature gives; 0 is success. */
  INTERFACE_CREATED(Site.INTERFACE, Value.OTHER, "what making a device gives", "failed*"),
  /** Bytes of a converted matrix. */
  INTERFACE_SIZE(Site.INTERFACE, Value.COUNT, "the size of a converted matrix", "source*"),
  /** Whether a barrier of the conversion stage is taken. */
  INTERFACE_BARRIER(Site.INTERFACE, Value.YES, "whether a barrier is taken"),
  /** Subgroup size of a pipeline; {@code own} is the device's. */
  SUBMISSION_SIZE(Site.SUBMISSION, Value.OTHER, "a pipeline's subgroup size", "own*"),
  /** Which constants a pipeline has: 0 its own, 1 defaults, 2 the first pipeline's. */
  SUBMISSION_CONSTANTS(Site.SUBMISSION, Value.OTHER, "a pipeline's constants", "isOther"),
  /** Whether a module's first entry point is run. */
  SUBMISSION_ENTERS_FIRST(Site.SUBMISSION, Value.NO, "whether the first entry point is run"),
  /** Whether push constants reach the shader. */
  SUBMISSION_PUSHES(Site.SUBMISSION, Value.YES, "whether push constants arrive"),
  /** Number of workgroups along x. */
  SUBMISSION_WORKGROUPS(Site.SUBMISSION, Value.SMALL, "the number of workgroups"),
  /** Whether the ends of buffers come back. */
  SUBMISSION_ENDS(Site.SUBMISSION, Value.YES, "whether the ends of buffers come back"),
  /** Whether the last changed buffer comes back. */
  SUBMISSION_LAST_BUFFER(Site.SUBMISSION, Value.YES, "whether the last buffer comes back"),
  /**
   * Converted number. Its {@code size} is in units of 1/1024; a NaN is cut whose mark is in the
   * bits that are lost; a result fits that is finite, and is beyond where it does not even round to
   * the largest. The {@code least} is the source's smallest normal number. Off is two units nearer
   * to zero, away rounded away from it.
   */
  VALUE_CONVERTED(
      Site.VALUE,
      Value.OPERAND,
      "a converted number",
      "operand*",
      "sign",
      "isNan",
      "isInfinite",
      "isSubnormal",
      "isCut",
      "size",
      "fits",
      "isBeyond",
      "least",
      "largest*",
      "infinity*",
      "off*",
      "away*"),
  /** Layout that a matrix is converted from or to, as VectorMatrix.Layout. */
  CONVERSION_LAYOUT(Site.CONVERSION, Value.OTHER, "the layout of a converted matrix"),
  /** Stride that a matrix is converted from or to; {@code dense} is the shortest. */
  CONVERSION_STRIDE(
      Site.CONVERSION, Value.COUNT, "the stride of a converted matrix", "dense*", "isTarget"),
  /** Byte offset of an element; {@code dense} is the one in rows without gaps. */
  CONVERSION_OFFSET(
      Site.CONVERSION, Value.COUNT, "the place of a converted element", "dense*", "layout"),
  /** Number of bytes that a command writes behind the matrix that it converts. */
  COMMAND_BEHIND(Site.COMMAND, Value.NO, "the bytes written behind a converted matrix"),
  /** Number of rows that are converted. */
  CONVERSION_ROWS(Site.CONVERSION, Value.SMALL, "the number of converted rows"),
  /** Number of columns that are converted. */
  CONVERSION_COLUMNS(Site.CONVERSION, Value.SMALL, "the number of converted columns"),
  /** Converted number: by way of float16, with ties away from zero, truncated. */
  CONVERSION_NUMBER(
      Site.CONVERSION,
      Value.OPERAND,
      "a converted number",
      "viaHalf*",
      "away*",
      "truncated*",
      "wasSubnormal",
      "isSmall",
      "isBeyond",
      "isNan",
      "one"),
  /** Whether a matrix of a command is converted. */
  COMMAND_CONVERTS(Site.COMMAND, Value.YES, "whether a matrix is converted", "number"),
  /** Whether a conversion waits for what is before it. */
  COMMAND_WAITS(Site.COMMAND, Value.YES, "whether a conversion waits"),
  /** Whether what is behind a conversion waits for it. */
  COMMAND_IS_AWAITED(Site.COMMAND, Value.YES, "whether a conversion is waited for"),
  /** Modes of a format, as a set of bits: keeps and flushes subnormals, specials, directions. */
  MODE_BITS(Site.MODE, Value.OTHER, "a format's modes"),
  /** Direction of rounding; {@code modes} are those of the format. */
  MODE_DIRECTION(Site.MODE, Value.INDEX, "the direction of rounding", "otherwise*", "modes"),
  /** Result of arithmetic, with what its format's modes and its number are. */
  MODE_RESULT(
      Site.MODE,
      Value.PATTERN,
      "a rounded result",
      "keepsSpecials",
      "isRoundedElsewhere",
      "isFinite",
      "isNan",
      "magnitude",
      "highest",
      "greatest"),
  /** Clamp mode of a layout's type; {@code initial} is a specialization constant's default. */
  CONSTANT_CLAMP(Site.CONSTANT, Value.INDEX, "a clamp mode", "initial*"),
  /** What a matrix is filled with; {@code other} is a default, or what was there before. */
  CONSTANT_FILL(
      Site.CONSTANT,
      Value.PATTERN,
      "what a matrix is filled with",
      "other*",
      "isNull",
      "isReplicated"),
  /** Component of a constant cooperative vector. */
  CONSTANT_COMPONENT(
      Site.CONSTANT,
      Value.PATTERN,
      "a component of a constant",
      "at",
      "count",
      "isSpecialized",
      "isMade"),
  /** Element of a matrix that is copied; {@code old} is that of what it replaces. */
  COPY_ELEMENT(Site.COPY, Value.PATTERN, "a copied element", "old*", "e"),
  /** Whether integers are compared as signed ones. */
  NUMBER_SIGNED(Site.NUMBER, Value.YES, "whether integers are signed"),
  /** Whether fma adds its last operand. */
  NUMBER_ADDS(Site.NUMBER, Value.YES, "whether fma adds", "isVector"),
  /** Number of products that a dot product adds. */
  NUMBER_TERMS(Site.NUMBER, Value.SMALL, "the number of products", "isBrain"),
  /** What an operation across a subgroup gives. */
  NUMBER_GATHERED(
      Site.NUMBER, Value.PATTERN, "what an operation across a subgroup gives", "opcode"),
  /** Whether the first of two is chosen; matrices are those of rows. */
  CHOICE_FIRST(
      Site.CHOICE, Value.FLAG, "whether the first is chosen", "isPointer", "isShared", "isArray"),
  /** Literal index of a component. */
  CHOICE_COMPONENT(Site.CHOICE, Value.SMALL, "the index of a component", "isInsert"),
  /** Place of a value among the operands of a phi. */
  CHOICE_PHI(Site.CHOICE, Value.INDEX, "the value of a phi"),
  /** Whether what fills a matrix is converted first. */
  FILL_CONVERTS(Site.FILL, Value.YES, "whether what fills a matrix is converted"),
  /** What a matrix is filled with; {@code first} is what the first scope instance has. */
  FILL_VALUE(Site.FILL, Value.PATTERN, "what a matrix is filled with", "first*"),
  /** Whether integers are converted as signed ones. */
  CONVERT_SIGNED(Site.CONVERT, Value.YES, "whether integers are signed"),
  /** Whether a conversion goes without a third format. */
  CONVERT_DIRECT(Site.CONVERT, Value.YES, "whether a conversion is direct"),
  /** Whether a matrix is transposed before it is converted. */
  CONVERT_TRANSPOSES(
      Site.CONVERT, Value.FLAG, "whether a converted matrix is transposed", "isAccumulator"),
  /** Whether a conversion saturates. */
  CONVERT_SATURATES(Site.CONVERT, Value.FLAG, "whether a conversion saturates"),
  /** Pattern of bfloat16 or an 8-bit float that is reinterpreted. */
  CONVERT_BITS(Site.CONVERT, Value.PATTERN, "a reinterpreted pattern", "isSubnormal"),
  /** Element that an operation takes. */
  OPERATE_OF(Site.OPERATE, Value.COUNT, "the element that is taken"),
  /** Element that an operation takes from its second operand. */
  OPERATE_SECOND_OF(Site.OPERATE, Value.COUNT, "the second operand's element"),
  /**
   * Element that an operation makes; {@code old} is that of the first operand, {@code fraction} its
   * sign if it is no whole number and not large.
   */
  OPERATE_ELEMENT(Site.OPERATE, Value.PATTERN, "an element of a result", "old*", "e", "fraction"),
  /** Index into a vector; {@code uniform} is the first invocation's. */
  INDEX_OF(Site.INDEX, Value.SMALL, "an index into a vector", "uniform*", "isLater"),
  /** Bytes that an access chain adds for members. */
  CHAIN_OFFSET(Site.CHAIN, Value.COUNT, "the offset of members"),
  /** Bytes that an index counts. */
  CHAIN_STEP(Site.CHAIN, Value.COUNT, "the bytes that an index counts"),
  /** Whether a chain starts where the one before ends. */
  CHAIN_CONTINUES(Site.CHAIN, Value.YES, "whether a chain continues another"),
  /** Offset of a member of so many bytes. */
  CHAIN_MEMBER(Site.CHAIN, Value.COUNT, "the offset of a member", "size", "isLong", "isBehindLong"),
  /** Address that is read. */
  READ_ADDRESS(Site.READ, Value.OTHER, "the address that is read"),
  /** Whether memory is read, and not zero. */
  READ_READS(Site.READ, Value.YES, "whether memory is read"),
  /** Whether a store into a variable is done. */
  STORE_STORES(
      Site.STORE, Value.YES, "whether a variable is stored", "isLent", "isParameter", "visit"),
  /** Element of a matrix that is stored into a variable; {@code old} is what it held. */
  STORE_ELEMENT(Site.STORE, Value.PATTERN, "an element that is stored", "old*", "e"),
  /** Part of a layout that is stored into a variable. */
  STORE_PART(Site.STORE, Value.COUNT, "a part of a stored layout", "isOffset"),
  /** Whether a variable has its components in reverse order. */
  STORE_TURNS(Site.STORE, Value.NO, "whether components are reversed", "isFirst"),
  /** Whether a variable begins with its initializer. */
  STORE_BEGINS(Site.STORE, Value.YES, "whether a variable is initialized", "isVector"),
  /** Argument that a parameter gets; {@code former} is the one before. */
  CALL_ARGUMENT(Site.CALL, Value.INDEX, "the argument of a parameter", "former*"),
  /** Whether what a function changes reaches its caller. */
  CALL_CHANGES(Site.CALL, Value.YES, "whether a caller's variable changes"),
  /** Whether a function gives its result. */
  CALL_GIVES(Site.CALL, Value.YES, "whether a function gives its result", "isInCallback"),
  /** Part of a layout that a function gives. */
  CALL_PART(Site.CALL, Value.COUNT, "a part of a returned layout", "isOffset"),
  /** Whether a product adds C. */
  PRODUCT_ADDS(Site.PRODUCT, Value.YES, "whether C is added"),
  /** Whether each partial sum is clamped. */
  PRODUCT_PARTIAL(Site.PRODUCT, Value.NO, "whether partial sums are clamped", "saturates"),
  /** Whether the minimum is one too large. */
  PRODUCT_LATE(Site.PRODUCT, Value.NO, "whether the minimum is larger", "saturates"),
  /** Whether the last product is left out where C is zero throughout. */
  PRODUCT_SHORT(Site.PRODUCT, Value.NO, "whether a product without C is shorter"),
  /** Precision of A and B on their way in. */
  PRODUCT_FACTORS(Site.PRODUCT, Value.INDEX, "the precision of factors"),
  /** Precision of partial sums. */
  PRODUCT_SUMS(Site.PRODUCT, Value.INDEX, "the precision of sums"),
  /** Subgroup size that the device reports as its own. */
  REPORT_SUBGROUP_SIZE(Site.REPORT, Value.OTHER, "the reported subgroup size"),
  /** Limit that the device reports; {@code name} is written as {@code 'maxImageDimension1D'}. */
  REPORT_LIMIT(Site.REPORT, Value.OTHER, "a limit", "name"),
  /** Whether an extension that the device has is reported. */
  REPORT_EXTENSION(Site.REPORT, Value.YES, "whether an extension is reported", "name"),
  /** Whether a feature that the device has is reported. */
  REPORT_FEATURE(Site.REPORT, Value.YES, "whether a feature is reported", "name"),
  /** Whether a row of products is reported; {@code a} is the type of A, {@code FROM_SINT8}. */
  REPORT_ROW(Site.REPORT, Value.YES, "whether a row is reported", "a"),
  /** N of a row of products. */
  REPORT_ROW_COLUMNS(Site.REPORT, Value.SMALL, "a row's N"),
  /** K of a row of products. */
  REPORT_ROW_DEPTH(Site.REPORT, Value.SMALL, "a row's K"),
  /** Whether the products of a row saturate. */
  REPORT_ROW_SATURATES(Site.REPORT, Value.FLAG, "whether a row saturates"),
  /** Granularity of N in a row of flexible dimensions. */
  REPORT_FLEXIBLE_COLUMNS(Site.REPORT, Value.SMALL, "a granularity of N"),
  /** Invocations of the workgroups of a row of flexible dimensions, 0 for subgroup scope. */
  REPORT_FLEXIBLE_INVOCATIONS(Site.REPORT, Value.SMALL, "a row's invocations"),
  /** Whether a question is taken as one for products that saturate. */
  REPORT_ASKS_SATURATING(Site.REPORT, Value.FLAG, "whether a question is for saturation"),
  /** Whether the answer to a question has a row; {@code ownSize} is the device's subgroup size. */
  REPORT_ANSWER(
      Site.REPORT,
      Value.YES,
      "whether an answer has a row",
      "subgroupSize",
      "ownSize",
      "invocations",
      "a"),
  /** Granularity of N in a row of an answer. */
  REPORT_ANSWER_COLUMNS(Site.REPORT, Value.SMALL, "an answer's granularity of N"),
  /** Whether a row of vector products is reported; {@code input} is the type of the input. */
  REPORT_VECTOR_ROW(Site.REPORT, Value.YES, "whether a row of vectors is reported", "input"),
  /** Type of the result of a row of vector products, such as {@code FROM_FLOAT16}. */
  REPORT_VECTOR_RESULT(Site.REPORT, Value.OTHER, "a row's type of results"),
  /** Pattern of a specialization constant of so many bits; {@code initial} is its default. */
  CONSTANT_BITS(
      Site.CONSTANT, Value.PATTERN, "a specialization constant", "initial*", "id", "width");

  /** What makes or changes a layout or view. */
  public enum Setter {
    /** It is made. */
    CREATE,
    /** Its dimensions are set. */
    DIMENSION,
    /** Its strides are set. */
    STRIDE,
    /** It is sliced. */
    SLICE,
    /** Its block size is set. */
    BLOCK,
    /** Clamp value or clip are set. */
    OTHER
  }

  /** Functions of GLSL.std.450 that faults are about. */
  public enum Function {
    /** Arc tangent. */
    ATAN(18),
    /** Hyperbolic tangent. */
    TANH(21),
    /** Power of e. */
    EXP(27),
    /** Natural logarithm. */
    LOG(28),
    /** Minimum of floats. */
    FMIN(37),
    /** Minimum of unsigned integers. */
    UMIN(38),
    /** Minimum of signed integers. */
    SMIN(39),
    /** Maximum of floats. */
    FMAX(40),
    /** Maximum of unsigned integers. */
    UMAX(41),
    /** Maximum of signed integers. */
    SMAX(42),
    /** Clamp of floats. */
    FCLAMP(43),
    /** Clamp of unsigned integers. */
    UCLAMP(44),
    /** Clamp of signed integers. */
    SCLAMP(45),
    /** Step. */
    STEP(48),
    /** Product and sum. */
    FMA(50),
    /** Minimum without NaN. */
    NMIN(79),
    /** Clamp without NaN. */
    NCLAMP(81);

    private final int number;

    Function(int number) {
      this.number = number;
    }

    /** {@return its number in GLSL.std.450} */
    public int number() {
      return number;
    }
  }

  /** What a pointer of an instruction on cooperative vectors leads to. */
  public enum Place {
    /** What is loaded. */
    LOAD,
    /** Where to store. */
    STORE,
    /** A product's matrix. */
    MATRIX,
    /** A product's bias. */
    BIAS,
    /** The matrix that an outer product is added to. */
    OUTER,
    /** The vector that a vector is added to. */
    SUM
  }

  /** What makes a matrix of others, element by element. */
  public enum Operation {
    /** The constructor from a scalar. */
    FILL,
    /** The constructor from a matrix of another component type. */
    CONVERT,
    /** The operator +. */
    ADD,
    /** The operator − of two matrices. */
    SUBTRACT,
    /** The operator * of two matrices. */
    MULTIPLY,
    /** The operator /. */
    DIVIDE,
    /** The operator − of one matrix. */
    NEGATE,
    /** The product of a matrix and a scalar. */
    SCALE
  }

  /** A precision in which numbers may be kept on their way. */
  public enum Precision {
    /** Their own. */
    OWN(null),
    /** That of float16. */
    FLOAT16(FloatFormat.FLOAT16),
    /** That of bfloat16. */
    BFLOAT16(FloatFormat.BFLOAT16),
    /** That of E5M2. */
    E5M2(FloatFormat.FLOAT8_E5M2),
    /** That of E4M3. */
    E4M3(FloatFormat.FLOAT8_E4M3),
    /** That of E2M3. */
    E2M3(FloatFormat.FLOAT6_E2M3),
    /** 10 bits of the mantissa, as tensor cores have it. */
    TF32(new FloatFormat("tf32", 8, 10, 127, FloatFormat.Specials.IEEE));

    private final FloatFormat format;

    Precision(FloatFormat format) {
      this.format = format;
    }

    /**
     * {@return the format}
     *
     * @param own what stands for {@link #OWN}, or null
     */
    public FloatFormat format(FloatFormat own) {
      return this == OWN ? own : format;
    }
  }

  /** How a matrix is copied. */
  public enum Way {
    /** By OpCopyObject. */
    OBJECT,
    /** By OpCopyMemory. */
    MEMORY,
    /** To all elements. */
    REPLICATE,
    /** To a function. */
    ARGUMENT,
    /** From a function. */
    RESULT
  }

  /** A class of the interpreter in which taps are. */
  public enum Site {
    /** Places of a tensor's elements. */
    TENSOR(
        EnumSet.of(
            InstructionKind.TENSOR_LOAD, InstructionKind.TENSOR_STORE, InstructionKind.DECODE),
        "d",
        "v",
        "storing",
        "own",
        "turned",
        "clamp",
        "blocks",
        "shared",
        "physical"),
    /** Loads and stores of tensors. */
    TRANSFER(TENSOR.kinds, "storing", "shared", "physical", "decodes", "decodesVectors"),
    /** Calls of decode functions. */
    DECODE(EnumSet.of(InstructionKind.DECODE), "isBound", "turned", "lastBlock"),
    /** Setters of layouts and views: d dimensions. */
    LAYOUT(Undrawn.ELSEWHERE, "d", "isView", "setter", "again"),
    /** What operations of workgroup scope exchange through shared memory. */
    STAGING(EnumSet.of(InstructionKind.MUL_ADD, InstructionKind.REDUCE, InstructionKind.ELEMENT)),
    /** Variables of a product's operands. */
    OPERANDS(EnumSet.of(InstructionKind.MUL_ADD)),
    /** Products of matrices, each the so manieth of its module or loop. */
    PRODUCT(
        OPERANDS.kinds,
        "isFormer",
        "earlier",
        "hasOneFactorType",
        "isOfTypeC",
        "isConverted",
        "isTransposed",
        "isOfArrays",
        "isListed",
        "hasNoOperands",
        "subgroups",
        "instance",
        "visit",
        "depth",
        "source",
        "around"),
    /** Casts and parts of QCOM's arrays. */
    ARRAY(
        EnumSet.of(
            InstructionKind.BITCAST,
            InstructionKind.SUB_ARRAY,
            InstructionKind.OF_ARRAYS,
            InstructionKind.TO_ARRAYS)),
    /** Arrays of invocations as lines of a matrix, so many of them. */
    LINES(
        EnumSet.of(InstructionKind.OF_ARRAYS, InstructionKind.TO_ARRAYS),
        "lines",
        "subgroupSize",
        "isSpecialized"),
    /** Transpositions and changes of use. */
    MOVE(EnumSet.of(InstructionKind.USE, InstructionKind.TRANSPOSE), "transposes"),
    /** Calls of per-element functions. */
    ELEMENT(EnumSet.of(InstructionKind.ELEMENT)),
    /** Reductions of so many rows and columns. */
    REDUCE(
        EnumSet.of(InstructionKind.REDUCE),
        "mask",
        "fromRows",
        "fromColumns",
        "isProduct",
        "isMaximum",
        "isMinimum"),
    /** Loads and stores of matrices. */
    GRID(
        EnumSet.of(InstructionKind.LOAD, InstructionKind.STORE),
        "storing",
        "isFormer",
        "isSpecialized",
        "isUntyped",
        "isShared",
        "rowMajor",
        "pointee",
        "unit",
        "stride",
        "line",
        "instance",
        "workgroup",
        "visit",
        "around"),
    /** Numbers of components. */
    LENGTH(Undrawn.ELSEWHERE),
    /** Coordinates of components. */
    COORDINATE(Undrawn.ELSEWHERE),
    /** Components that are read and written. */
    COMPONENT(EnumSet.of(InstructionKind.READ, InstructionKind.WRITE), "instance", "around"),
    /** Memory that has addresses. */
    MEMORY(EnumSet.of(InstructionKind.LOAD)),
    /** The promised map of components. */
    MAP(Undrawn.MODULE),
    /** Accesses outside of a buffer. */
    ROBUST(Undrawn.UNSEEN),
    /** Constants. */
    CONSTANT(Undrawn.MODULE),
    /** Choices of one of several. */
    CHOICE(Undrawn.ELSEWHERE),
    /** Places in memory of each invocation's vectors and matrices. */
    VECTOR_ADDRESS(
        EnumSet.of(
            InstructionKind.VECTOR_LOAD,
            InstructionKind.VECTOR_STORE,
            InstructionKind.PRODUCT,
            InstructionKind.OUTER,
            InstructionKind.SUM),
        "of",
        "isOptimal",
        "isDivergent",
        "subgroup"),
    /** Loads and stores of cooperative vectors. */
    VECTOR_MEMORY(
        EnumSet.of(InstructionKind.VECTOR_LOAD, InstructionKind.VECTOR_STORE),
        "storing",
        "shared",
        "physical",
        "subgroup"),
    /** Products of a matrix of m rows and k columns and a vector. */
    VECTOR_PRODUCT(
        EnumSet.of(InstructionKind.PRODUCT),
        "m",
        "k",
        "layout",
        "hasBias",
        "isTransposed",
        "isSized",
        "physical",
        "isDivergent",
        "isFromFloat",
        "isFromSigned",
        "fromBytes",
        "asBytes",
        "isPacked",
        "subgroup"),
    /** Outer products, into m rows and n columns, and sums that are added to memory. */
    TRAINING(
        EnumSet.of(InstructionKind.OUTER, InstructionKind.SUM),
        "isSum",
        "m",
        "n",
        "toBytes",
        "subgroup"),
    /**
     * Instructions on cooperative and long vectors whose result is one. Scalars are the first (1)
     * and second operand (2) of a product; the source is a long vector (1) or a cooperative one.
     */
    VECTOR(
        EnumSet.range(InstructionKind.VECTOR_FILL, InstructionKind.VECTOR_CONVERT),
        "kind",
        "opcode",
        "function",
        "length",
        "isLong",
        "source",
        "isReplicated",
        "isList",
        "isInPlace",
        "scalars",
        "isPrivate",
        "stage",
        "subgroup"),
    /** Elements of matrices for vectors as memory has them. */
    STORED(Undrawn.TWICE, "layout"),
    /** Conversions of matrices for vectors, of m rows and k columns. */
    CONVERSION(
        Undrawn.DRIVER,
        "m",
        "k",
        "fromBytes",
        "toLayout",
        "toBytes",
        "hasOptimalStride",
        "byCommand"),
    /** Questions to the driver about properties, features and sizes. */
    INTERFACE(Undrawn.DRIVER),
    /** What the device reports of itself. */
    REPORT(Undrawn.DRIVER),
    /** Ways of a kernel into the driver, as SubmissionPath. */
    SUBMISSION(Undrawn.DRIVER, "way"),
    /** Conversions of numbers from one component type to another. */
    VALUE(
        EnumSet.of(InstructionKind.CONVERT),
        "from",
        "to",
        "fromFloat",
        "toFloat",
        "isSaturating",
        "isMatrix"),
    /** Commands beside dispatches. */
    COMMAND(Undrawn.DRIVER),
    /** Execution modes of floats. */
    MODE(Undrawn.MODULE),
    /** Copies of matrices. */
    COPY(Undrawn.ELSEWHERE, "way"),
    /** Scalar arithmetic. */
    NUMBER(Undrawn.ELSEWHERE),
    /** Constructions of matrices from scalars. */
    FILL(EnumSet.of(InstructionKind.FILL)),
    /** Conversions. */
    CONVERT(EnumSet.of(InstructionKind.CONVERT), "changesUse"),
    /** Arithmetic and conversions of matrices. */
    OPERATE(
        EnumSet.range(InstructionKind.FILL, InstructionKind.SCALE),
        "operation",
        "source",
        "fromBytes",
        "isFromFloat",
        "isFromSigned",
        "instance",
        "workgroup",
        "visit",
        "around"),
    /** Indices into vectors of variables. */
    INDEX(Undrawn.ELSEWHERE, "isLong", "isCooperative", "isTaskOrMesh"),
    /** Access chains. */
    CHAIN(Undrawn.ELSEWHERE, "isUntyped"),
    /** Loads of scalars and composites. */
    READ(Undrawn.ELSEWHERE, "isUntyped", "isInCallback"),
    /** Stores into variables. */
    STORE(EnumSet.of(InstructionKind.COPY), "isGlobal", "ofVariable", "ofLoad", "isCompound"),
    /** Calls of functions. */
    CALL(Undrawn.ELSEWHERE);

    private final Set<InstructionKind> kinds;
    private final Undrawn undrawn;
    private final List<String> facts;

    Site(Set<InstructionKind> kinds, String... facts) {
      this(kinds, null, facts);
    }

    Site(Undrawn why, String... facts) {
      this(Set.of(), why, facts);
    }

    Site(Set<InstructionKind> kinds, Undrawn undrawn, String... facts) {
      this.kinds = kinds;
      this.undrawn = undrawn;
      this.facts = List.of(facts);
    }
  }

  /** Why no fault is drawn at a tap. */
  public enum Undrawn {
    /** It is of no shader. */
    DRIVER("of reports, questions, commands and the driver's own conversions, not of a shader"),
    /** It is known before the first instruction. */
    MODULE("of a module, known before its first instruction"),
    /** It is of instructions without cover points. */
    ELSEWHERE("of instructions that have no cover points"),
    /** Its occasions have no cover point. */
    UNSEEN("there only where no cover point tells"),
    /** Another tap has the same faults. */
    TWICE("another tap has the same faults");

    private final String words;

    Undrawn(String words) {
      this.words = words;
    }

    /** {@return the reason, as a part of a sentence} */
    public String words() {
      return words;
    }
  }

  /** What a tap's value is, which says what may be drawn for it. */
  public enum Value {
    /** A number from 0 on. */
    COUNT(
        "a number from 0 on",
        Change.ZERO,
        Change.ONE,
        Change.ONE_MORE,
        Change.ONE_LESS,
        Change.DOUBLED,
        Change.HALF,
        Change.BITS_8,
        Change.BITS_16,
        Change.AS_BEFORE),
    /** A number from 0 on that is never large. */
    SMALL(
        "a small number from 0 on",
        Change.ZERO,
        Change.ONE,
        Change.ONE_MORE,
        Change.ONE_LESS,
        Change.DOUBLED,
        Change.HALF,
        Change.AS_BEFORE),
    /** A number that may be negative. */
    COORDINATE(
        "a signed number",
        Change.ZERO,
        Change.ONE_MORE,
        Change.ONE_LESS,
        Change.POSITIVE,
        Change.BITS_8,
        Change.BITS_16,
        Change.AS_BEFORE),
    /** One of several, by number. */
    INDEX("one of several, by its number", Change.ZERO, Change.AS_BEFORE),
    /** An address or a name, for which only another one may stand. */
    OTHER("an address, a name or bits, as a number", Change.AS_BEFORE),
    /** Yes, 1, or no, 0. */
    FLAG("1 for yes, 0 for no", Change.NEVER, Change.ALWAYS, Change.AS_BEFORE),
    /** What is always so. */
    YES("1, for yes", Change.NEVER),
    /** What is never so. */
    NO("0, for no", Change.ALWAYS),
    /** The pattern of a number whose width is not the result's. */
    OPERAND(
        "pattern of a number, in the low bits",
        Change.ZERO,
        Change.ONE_OFF,
        Change.EVEN,
        Change.AS_BEFORE),
    /** A number's pattern, in the low bits. */
    PATTERN(
        "pattern of a number, in the low bits",
        Change.ZERO,
        Change.ONE_OFF,
        Change.EVEN,
        Change.NARROWER,
        Change.UNSIGNED,
        Change.AS_BEFORE);

    private final String words;
    private final List<Change> changes;

    Value(String words, Change... changes) {
      this.words = words;
      this.changes = List.of(changes);
    }

    /** {@return what the right value is, as a part of a sentence} */
    String words() {
      return words;
    }
  }

  /**
   * Names that are known at each tap, in the order of their values. Of the type: whether it is one
   * of signed integers, its highest bit, and of floats the largest number, the least normal one and
   * a NaN, which are 0 for integers.
   */
  private static final List<String> EVERYWHERE =
      List.of(
          "right",
          "before",
          "rows",
          "columns",
          "bytes",
          "isSigned",
          "sign",
          "largest",
          "least",
          "nan");

  /** The kinds of taps that not all instructions of their site pass. */
  private static final Map<Tap, Set<InstructionKind>> NARROWER = new EnumMap<>(Tap.class);

  /** Taps at which no fault is drawn, at sites where others are. */
  private static final Map<Tap, Undrawn> UNDRAWN = new EnumMap<>(Tap.class);

  static {
    only(
        EnumSet.of(InstructionKind.TENSOR_STORE),
        TENSOR_DISCARDS,
        TRANSFER_STORES_OUTSIDE,
        TRANSFER_STORED);
    only(
        EnumSet.of(InstructionKind.TENSOR_LOAD),
        TRANSFER_STEP,
        TRANSFER_READS_BEFORE,
        TRANSFER_READ,
        TRANSFER_AGAIN,
        TRANSFER_ELEMENT);
    only(
        EnumSet.of(InstructionKind.TENSOR_LOAD, InstructionKind.DECODE),
        TRANSFER_CLIPPED,
        TRANSFER_LOADED,
        TENSOR_BLOCK,
        TENSOR_CLAMP_VALUE,
        TENSOR_CLAMPED);
    only(
        EnumSet.of(InstructionKind.DECODE),
        TRANSFER_DECODES,
        TRANSFER_DECODES_OUTSIDE,
        TENSOR_DECODES_VIEWED,
        TENSOR_DECODED,
        TENSOR_IN_BLOCK);
    only(EnumSet.of(InstructionKind.BITCAST), ARRAY_CAST_OF, ARRAY_CAST, ARRAY_LOSES_SOURCE);
    only(EnumSet.of(InstructionKind.SUB_ARRAY), ARRAY_START, ARRAY_ELEMENT);
    only(
        EnumSet.of(InstructionKind.BITCAST, InstructionKind.OF_ARRAYS, InstructionKind.TO_ARRAYS),
        ARRAY_PART);
    only(
        EnumSet.of(InstructionKind.OF_ARRAYS),
        LINES_INSTANCE,
        LINES_LINE,
        LINES_PLACE,
        LINES_ELEMENT);
    only(
        EnumSet.of(InstructionKind.TO_ARRAYS),
        LINES_FROM_LINE,
        LINES_FROM_PLACE,
        LINES_FROM_ELEMENT,
        LINES_LOSE_SOURCE);
    only(EnumSet.of(InstructionKind.VECTOR_LOAD), VECTOR_MEMORY_COMPONENT);
    only(EnumSet.of(InstructionKind.VECTOR_STORE), VECTOR_MEMORY_STORES, VECTOR_MEMORY_OF);
    only(EnumSet.of(InstructionKind.OUTER), TRAINING_ADDS_ELEMENT, TRAINING_TURNS, TRAINING_BEHIND);
    only(EnumSet.of(InstructionKind.SUM), TRAINING_COUNT);
    only(EnumSet.of(InstructionKind.LOAD), GRID_FROM, GRID_LOADED);
    only(EnumSet.of(InstructionKind.STORE), GRID_STORED, GRID_STORES, GRID_BEHIND, GRID_LINES);
    only(EnumSet.of(InstructionKind.WRITE), COMPONENT_ACTIVE, COMPONENT_WRITES, COMPONENT_SHOWS);
    only(EnumSet.of(InstructionKind.CONVERT, InstructionKind.NEGATE), OPERATE_OF);
    only(EnumSet.range(InstructionKind.ADD, InstructionKind.DIVIDE), OPERATE_SECOND_OF);
    never(Undrawn.ELSEWHERE, MEMORY_SCALAR, CONVERT_BITS, STORE_PART);
    never(Undrawn.UNSEEN, FILL_CONVERTS);
    never(Undrawn.TWICE, STORE_STORES);
    never(Undrawn.MODULE, STORE_TURNS, STORE_BEGINS);
  }

  private static void only(Set<InstructionKind> kinds, Tap... taps) {
    for (Tap tap : taps) {
      NARROWER.put(tap, kinds);
    }
  }

  private static void never(Undrawn why, Tap... taps) {
    for (Tap tap : taps) {
      NARROWER.put(tap, Set.of());
      UNDRAWN.put(tap, why);
    }
  }

  /** Index of a site's first fact. */
  static final int FIRST_FACT = EVERYWHERE.size();

  private final Site site;
  private final Value value;
  private final String words;
  private final List<String> operands;
  private final Set<String> others;

  Tap(Site site, Value value, String words, String... operands) {
    this.site = site;
    this.value = value;
    this.words = words;
    this.operands = Arrays.stream(operands).map(name -> name.replace("*", "")).toList();
    this.others =
        Set.copyOf(
            Arrays.stream(operands)
                .filter(name -> name.endsWith("*"))
                .map(name -> name.replace("*", ""))
                .toList());
  }

  /**
   * {@return the tap with a name}
   *
   * @param name such as {@code tensor.stride}
   * @throws IllegalArgumentException if no tap has it
   */
  static Tap named(String name) {
    return Arrays.stream(values())
        .filter(tap -> tap.toString().equals(name))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException("unknown tap " + name));
  }

  Site site() {
    return site;
  }

  Value value() {
    return value;
  }

  /** {@return the kinds of instructions that pass values through it; none outside of those} */
  public Set<InstructionKind> kinds() {
    return NARROWER.getOrDefault(this, site.kinds);
  }

  /** {@return why no fault is drawn at it; empty where there are some} */
  public Optional<Undrawn> undrawn() {
    return Optional.ofNullable(UNDRAWN.getOrDefault(this, site.undrawn));
  }

  /** {@return what the value is, as a part of a sentence} */
  public String words() {
    return words;
  }

  /** {@return the changes that may be drawn, as the table writes them, in a fixed order} */
  public List<String> changes() {
    return Stream.concat(value.changes.stream().map(Change::toString), others().stream()).toList();
  }

  /** {@return the operands that may be taken for the value, in their order} */
  List<String> others() {
    return operands.stream().filter(others::contains).toList();
  }

  /**
   * The names of a formula's values: those everywhere, the site's facts, the tap's operands. Of a
   * name that stands twice the last one counts.
   */
  List<String> names() {
    return Stream.of(EVERYWHERE, site.facts, operands).flatMap(List::stream).toList();
  }

  /** The name in the table: the site, a dot, the rest. */
  @Override
  public String toString() {
    String site = this.site.name();
    return (site + "." + name().substring(site.length() + 1)).toLowerCase(Locale.ROOT);
  }
}
