// SPDX-License-Identifier: Apache-2.0
package coopcts.program;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * A tensor layout, and a view or none, as the setters that make it, in order (CM2 §2.2). What it
 * means, the oracle works out.
 *
 * @param dimensions of the layout, 1 to 5
 * @param clamp what becomes of coordinates outside
 * @param setters of the layout
 * @param view what the matrix's elements are seen through
 */
public record TensorLayout(int dimensions, Clamp clamp, List<Setter> setters, Optional<View> view) {

  /** What becomes of coordinates outside of a tensor (CM2 §4.3). */
  public enum Clamp {
    UNDEFINED,
    CONSTANT,
    EDGE,
    REPEAT,
    MIRROR
  }

  /** One setter of a layout with its numbers. */
  public sealed interface Setter {
    record Dimension(long... sizes) implements Setter {}

    record Stride(long... strides) implements Setter {}

    /** Offset and span in turn. */
    record Slice(long... offsetsAndSpans) implements Setter {}

    record Block(long... sizes) implements Setter {}

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
    record Dimensions(long... sizes) implements ViewSetter {}

    record Strides(long... strides) implements ViewSetter {}

    record Clip(long rowOffset, long rowSpan, long columnOffset, long columnSpan)
        implements ViewSetter {}
  }

  /** A layout without a view. */
  public static TensorLayout of(int dimensions, Clamp clamp, Setter... setters) {
    return new TensorLayout(dimensions, clamp, List.of(setters), Optional.empty());
  }

  /** The same seen through a view. */
  public TensorLayout through(View other) {
    return new TensorLayout(dimensions, clamp, setters, Optional.of(other));
  }

  /** The size of a block in each dimension; 1 without blocks (CM2-LAYOUT-017). */
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

  /** Whether it puts elements together in blocks. */
  public boolean hasBlocks() {
    return setters.stream().anyMatch(setter -> setter instanceof Setter.Block);
  }

  /** Whether elements of the matrix are left out. */
  public boolean clips() {
    return view.isPresent() && view.get().clips();
  }
}
