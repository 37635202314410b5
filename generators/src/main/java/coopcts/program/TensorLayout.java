// SPDX-License-Identifier: Apache-2.0
package coopcts.program;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

/**
 * A tensor layout, and a view or none, as the setters that make it, in the order of their calls
 * (CM2 §2.2). What it means, the oracle works out; {@link coopcts.glsl.TensorGlsl} writes it.
 *
 * @param dimensions of the layout, 1 to 5
 * @param clamp what becomes of coordinates outside
 * @param setters of the layout
 * @param view what the matrix's elements are seen through
 */
public record TensorLayout(int dimensions, Clamp clamp, List<Setter> setters, Optional<View> view) {

  /** What becomes of coordinates outside of a tensor (CM2 §4.3). */
  public enum Clamp {
    /** Nothing is defined. */
    UNDEFINED,
    /** The clamp value is loaded. */
    CONSTANT,
    /** The nearest coordinate inside counts. */
    EDGE,
    /** The tensor repeats. */
    REPEAT,
    /** The tensor repeats, every second time mirrored. */
    MIRROR
  }

  /** One setter of a layout with its numbers. */
  public sealed interface Setter {
    /** {@return its numbers, in the order of its parameters; not to be changed} */
    default long[] numbers() {
      return switch (this) {
        case Dimension(long[] sizes) -> sizes;
        case Stride(long[] strides) -> strides;
        case Slice(long[] numbers) -> numbers;
        case Block(long[] sizes) -> sizes;
        case ClampValue(long bits) -> new long[] {bits};
      };
    }

    /**
     * {@code setTensorLayoutDimensionNV}: the size of the tensor.
     *
     * @param sizes elements in each dimension
     */
    record Dimension(long... sizes) implements Setter {}

    /**
     * {@code setTensorLayoutStrideNV}.
     *
     * @param strides elements from one coordinate to the next in each dimension
     */
    record Stride(long... strides) implements Setter {}

    /**
     * {@code sliceTensorLayoutNV}: the part of the tensor that is accessed.
     *
     * @param offsetsAndSpans offset and span of each dimension in turn, in elements
     */
    record Slice(long... offsetsAndSpans) implements Setter {}

    /**
     * {@code setTensorLayoutBlockSizeNV}.
     *
     * @param sizes elements of a block in each dimension
     */
    record Block(long... sizes) implements Setter {}

    /**
     * {@code setTensorLayoutClampValueNV}.
     *
     * @param bits pattern of the value for coordinates outside, in the low bits
     */
    record ClampValue(long bits) implements Setter {}
  }

  /**
   * A view.
   *
   * @param dimensions its own number of them
   * @param hasDimensions whether it brings sizes of its own
   * @param permutation in which its dimensions are run through, the last the fastest
   * @param setters in order
   */
  public record View(
      int dimensions, boolean hasDimensions, int[] permutation, List<ViewSetter> setters) {

    /** Whether it leaves out elements of the matrix. */
    boolean clips() {
      return setters.stream().anyMatch(setter -> setter instanceof ViewSetter.Clip);
    }
  }

  /** One setter of a view with its numbers. */
  public sealed interface ViewSetter {
    /** {@return its numbers, in the order of its parameters; not to be changed} */
    default long[] numbers() {
      return switch (this) {
        case Dimensions(long[] sizes) -> sizes;
        case Strides(long[] strides) -> strides;
        case Clip(long row, long rows, long column, long columns) ->
            new long[] {row, rows, column, columns};
      };
    }

    /**
     * {@code setTensorViewDimensionsNV}.
     *
     * @param sizes elements in each dimension of the view
     */
    record Dimensions(long... sizes) implements ViewSetter {}

    /**
     * {@code setTensorViewStrideNV}.
     *
     * @param strides elements from one coordinate to the next in each dimension of the view
     */
    record Strides(long... strides) implements ViewSetter {}

    /**
     * {@code setTensorViewClipNV}: the part of the matrix that is accessed.
     *
     * @param rowOffset the first row
     * @param rowSpan number of rows
     * @param columnOffset the first column
     * @param columnSpan number of columns
     */
    record Clip(long rowOffset, long rowSpan, long columnOffset, long columnSpan)
        implements ViewSetter {}
  }

  /**
   * {@return a layout without a view}
   *
   * @param dimensions of the layout, 1 to 5
   * @param clamp what becomes of coordinates outside of the tensor
   * @param setters in the order in which the shader calls them; each has as many numbers as its
   *     kind needs for the dimensions, which is not checked
   */
  public static TensorLayout of(int dimensions, Clamp clamp, Setter... setters) {
    return new TensorLayout(dimensions, clamp, List.of(setters), Optional.empty());
  }

  /**
   * {@return a copy of this layout with a view, which replaces a view that is there}
   *
   * @param other the view
   */
  public TensorLayout through(View other) {
    return new TensorLayout(dimensions, clamp, setters, Optional.of(other));
  }

  /**
   * {@return the size of a block in each dimension, in elements, as the last block setter says; 1
   * in each dimension without one (CM2-LAYOUT-017)} The array is the caller's.
   */
  public long[] blockSizes() {
    long[] sizes = new long[dimensions];
    Arrays.fill(sizes, 1);
    for (Setter setter : setters) {
      if (setter instanceof Setter.Block(long[] wanted)) {
        sizes = wanted.clone();
      }
    }
    return sizes;
  }

  /**
   * {@return whether the layout combines elements to blocks: it has a block setter, of whatever
   * sizes}
   */
  public boolean hasBlocks() {
    return setters.stream().anyMatch(setter -> setter instanceof Setter.Block);
  }

  /**
   * {@return whether the layout's view has a clip setter, so that elements of the matrix may be
   * left out; false without a view}
   */
  public boolean clips() {
    return view.isPresent() && view.get().clips();
  }

  /**
   * {@return whether no size, span or stride of its setters, or its view's, is below 1, none of a
   * clip below 0, and no dimension below 2 that is mirrored (CM2-CLAMP-008)}
   */
  public boolean isPositive() {
    int least = clamp == Clamp.MIRROR ? 2 : 1;
    LongStream own =
        setters.stream()
            .flatMapToLong(
                setter ->
                    switch (setter) {
                      case Setter.Slice(long[] numbers) ->
                          IntStream.range(0, numbers.length / 2).mapToLong(d -> numbers[2 * d + 1]);
                      case Setter.ClampValue _ -> LongStream.empty();
                      case Setter.Dimension(long[] sizes) ->
                          LongStream.of(sizes).map(size -> size - least + 1);
                      default -> LongStream.of(setter.numbers());
                    });
    LongStream viewed =
        view.stream()
            .flatMap(one -> one.setters.stream())
            .flatMapToLong(
                setter ->
                    LongStream.of(setter.numbers())
                        .map(number -> setter instanceof ViewSetter.Clip ? number + 1 : number));
    return LongStream.concat(own, viewed).allMatch(number -> number >= 1);
  }
}
