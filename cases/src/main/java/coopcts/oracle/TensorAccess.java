// SPDX-License-Identifier: Apache-2.0
package coopcts.oracle;

import coopcts.model.MatrixType;
import coopcts.numbers.FloatFormat;
import coopcts.numbers.IntegerFormat;
import coopcts.numbers.Rounding;
import coopcts.oracle.TensorAddresses.At;
import coopcts.oracle.TensorAddresses.Clipped;
import coopcts.oracle.TensorAddresses.Constant;
import coopcts.oracle.TensorAddresses.TensorPlace;
import coopcts.program.TensorLayout;
import coopcts.program.TensorOperation.Decoding;
import java.util.Arrays;
import java.util.function.Function;
import java.util.function.LongFunction;
import java.util.function.LongUnaryOperator;
import java.util.stream.LongStream;

/**
 * What {@code coopMatLoadTensorNV} makes of a matrix, with decode functions or without, and what
 * {@code coopMatStoreTensorNV} makes of memory (CM2 §4). Patterns stand in the low bits of a {@code
 * long}.
 */
public final class TensorAccess {

  private static final Rule LOAD = Rule.must("CM2-TLD-001");
  private static final Rule DECODE = Rule.must("CM2-DEC-001");
  private static final Rule DECODE_VECTOR = Rule.must("DV-SEM-001");

  private final MatrixType type;
  private final TensorAddresses addresses;
  private final boolean clips;
  private final long[] blocks;

  /**
   * Works out where the layout puts each element.
   *
   * @param type of the matrix
   * @param layout the tensor layout, with its view if it has one, and the calls that set them, in
   *     order
   */
  public TensorAccess(MatrixType type, TensorLayout layout) {
    this.type = type;
    this.clips = layout.clips();
    this.blocks = layout.blockSizes();
    this.addresses = new TensorAddresses(layout, type.columns());
  }

  /**
   * A decode function: what it gives for an element (CM2-DEC-001 to -003). Coordinates count from
   * 0, one for each dimension of the tensor.
   */
  @FunctionalInterface
  public interface Decode {
    /**
     * {@return the pattern that the function gives, in the low bits}
     *
     * @param linear number of blocks from the tensor's start to the one that the pointer leads to
     * @param block the coordinates of the block, which the function does not change
     * @param inBlock the element's coordinates in the block, which the function does not change
     */
    long of(long linear, long[] block, long[] inBlock);
  }

  /**
   * {@return the matrix after a load without a decode function} Elements that a view clips keep
   * what they were; those outside the tensor in constant mode get the clamp value.
   *
   * @param before patterns of the matrix's elements before the load, row-major
   * @param tensor gives the pattern of the tensor's element with an index, from 0 at the tensor's
   *     start
   */
  public Values load(long[] before, LongUnaryOperator tensor) {
    return loaded(before, LOAD, at -> new Acceptance.OneOf(tensor.applyAsLong(at.linear())));
  }

  /**
   * {@return the matrix after a load with a decode function} The function gets the coordinates
   * behind view and clamp. It is not called for what is clipped or has the clamp value
   * (CM2-DEC-002, -005 to -008).
   *
   * @param before patterns of the matrix's elements before the load, row-major
   * @param function gives the pattern of each element
   */
  public Values load(long[] before, Decode function) {
    return loaded(before, DECODE, at -> Arithmetic.exact(type.component(), decoded(function, at)));
  }

  /**
   * A load of what need not be determined.
   *
   * @param before the matrix before
   * @param decoding what the function gives, or null where there is none
   * @param tensor what may stand so many components from the tensor's start
   */
  Values load(Values before, Decoding decoding, LongFunction<Acceptance> tensor) {
    Rule rule = decoding == null ? LOAD : decoding.vector() > 0 ? DECODE_VECTOR : DECODE;
    Values loaded =
        Values.each(
            type,
            rule,
            e ->
                switch (place(e)) {
                  case Clipped _ -> before.acceptance(e);
                  case Constant(long bits) ->
                      new Acceptance.OneOf(bits & type.component().format().mask());
                  case At at ->
                      decoding == null ? tensor.apply(at.linear()) : decoded(decoding, at, tensor);
                });
    return clips && before.grain() != null ? loaded.of(ExactnessBound.behind(before)) : loaded;
  }

  /** What either function gives. */
  private Acceptance decoded(Decoding decoding, At at, LongFunction<Acceptance> tensor) {
    long code = 0;
    long index = 0;
    long count = 1;
    for (int i = 0; i < blocks.length; i++) {
      code += at.block()[i] * (3 + 2 * i) + at.inBlock()[i] * (1 + 4 * i);
      index = index * blocks[i] + at.inBlock()[i];
      count *= blocks[i];
    }
    boolean hasVector = decoding.vector() > 0;
    long coded = decoding.kind().codes() == 0 ? 0 : code % decoding.kind().codes();
    return switch (decoding.kind()) {
      case DATA -> tensor.apply(at.linear() * count + index);
      case CALLED -> passed(tensor.apply(at.linear() * count + index));
      case SECOND_OF_TWO -> {
        Acceptance own = passed(tensor.apply(at.linear() * count + index));
        yield hasVector
            ? either(own, passed(tensor.apply((2 * at.linear() + 1) * count + index)))
            : own;
      }
      case CODES, COORDINATES -> number(coded);
      case TAGGED ->
          hasVector ? either(number(coded), number(Decoding.TAG + coded)) : number(coded);
    };
  }

  /** What a function found, with either sign where it is zero. */
  private Acceptance passed(Acceptance found) {
    return found instanceof Acceptance.OneOf(long[] patterns) && patterns.length == 1
        ? Arithmetic.exact(type.component(), patterns[0])
        : found;
  }

  private Acceptance number(long whole) {
    return Arithmetic.exact(type.component(), whole(whole));
  }

  private static Acceptance either(Acceptance scalar, Acceptance grouped) {
    return scalar instanceof Acceptance.OneOf(long[] one)
            && grouped instanceof Acceptance.OneOf(long[] other)
        ? Arrays.equals(one, other)
            ? scalar
            : new Acceptance.OneOf(
                LongStream.concat(LongStream.of(one), LongStream.of(other)).distinct().toArray())
        : new Acceptance.Anything();
  }

  /** The pattern of a whole number. */
  private long whole(long value) {
    return switch (type.component().format()) {
      case IntegerFormat format -> format.wrap(value);
      case FloatFormat format -> format.encode(value, Rounding.NEAREST_EVEN);
    };
  }

  private static long decoded(Decode function, At at) {
    return function.of(at.linear(), at.block(), at.inBlock());
  }

  private Values loaded(long[] before, Rule rule, Function<At, Acceptance> inTensor) {
    return Values.each(
        type,
        rule,
        e ->
            switch (place(e)) {
              case Clipped _ -> new Acceptance.OneOf(before[e]);
              case Constant(long bits) ->
                  new Acceptance.OneOf(bits & type.component().format().mask());
              case At at -> inTensor.apply(at);
            });
  }

  /** Receives the elements that a store writes. */
  @FunctionalInterface
  public interface Stored {
    /**
     * Receives one stored element.
     *
     * @param linear index in the tensor, in elements from its start
     * @param element index in the matrix, row-major, from 0
     */
    void put(long linear, int element);
  }

  /**
   * Visits each element that a store writes, in row-major order. What is clipped or lies outside
   * the tensor is left out (CM2-TST-001, -002, CM2-CLIP-003).
   *
   * @param stored receives each written element with its index in the tensor
   */
  public void store(Stored stored) {
    for (int e = 0; e < type.size(); e++) {
      if (place(e) instanceof At at && !at.clamped()) {
        stored.put(at.linear(), e);
      }
    }
  }

  /**
   * {@return where an element of the matrix lies in the tensor}
   *
   * @param element its index in the matrix, row-major, from 0
   * @throws IllegalStateException if it lies outside the tensor and the layout's clamp mode is
   *     undefined
   */
  public TensorPlace place(int element) {
    return addresses.place(element / type.columns(), element % type.columns());
  }

  /**
   * {@return the number of elements, or of blocks where the layout has blocks, that a tensor needs
   * for this access: one more than the greatest index that the matrix reaches}
   */
  public long reach() {
    return addresses.reach(type.rows());
  }
}
