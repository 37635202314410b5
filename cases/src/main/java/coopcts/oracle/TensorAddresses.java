// SPDX-License-Identifier: Apache-2.0
package coopcts.oracle;

import coopcts.program.TensorLayout;
import coopcts.program.TensorLayout.Clamp;
import coopcts.program.TensorLayout.Setter;
import coopcts.program.TensorLayout.View;
import coopcts.program.TensorLayout.ViewSetter;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Where each element of a matrix lies in a tensor: the meaning of a {@link TensorLayout}, worked
 * out on the matrix from CM2 §4 (CM2-LAYOUT-004 to -022, CM2-VIEW-004 to -011, CM2-CLIP-001 to
 * -010, CM2-CLAMP-001 to -015, CM2-BLOCK-001 to -004). {@link TensorAccess} loads and stores by it.
 */
public final class TensorAddresses {

  private static final long WORD = 1L << 32;

  private static final ViewSetter.Clip WHOLE = new ViewSetter.Clip(0, WORD - 1, 0, WORD - 1);

  private final TensorLayout layout;
  private final int columns;
  private final long[] size;
  private final long[] stride;
  private final long[] offset;
  private final long[] span;
  private final long[] block;
  private long clampValue;

  /** An element's place. */
  public sealed interface TensorPlace {}

  /** Clipped: nothing is loaded or stored. */
  public record Clipped() implements TensorPlace {}

  /**
   * Outside of the tensor in constant mode: the clamp value is loaded, nothing is stored.
   *
   * @param bits pattern of the clamp value
   */
  public record Constant(long bits) implements TensorPlace {}

  /**
   * In the tensor.
   *
   * @param block the coordinates of its block
   * @param inBlock its coordinates in the block
   * @param linear elements, or blocks, from the tensor's start
   * @param clamped whether a coordinate was outside and brought back: then nothing is stored
   */
  public record At(long[] block, long[] inBlock, long linear, boolean clamped)
      implements TensorPlace {}

  /**
   * Takes the layout's calls in their order. {@link #isEmpty} must be false before a place is asked
   * for.
   *
   * @param layout the tensor layout, with its view if it has one
   * @param columns number of columns of the matrix
   */
  public TensorAddresses(TensorLayout layout, int columns) {
    int d = layout.dimensions();
    this.layout = layout;
    this.columns = columns;
    this.size = new long[d];
    this.stride = new long[d];
    this.offset = new long[d];
    this.span = new long[d];
    this.block = new long[d];
    Arrays.fill(block, 1);
    layout.setters().forEach(this::apply);
  }

  private void apply(Setter setter) {
    int d = size.length;
    switch (setter) {
      case Setter.Dimension(long[] sizes) -> {
        System.arraycopy(sizes, 0, size, 0, d);
        System.arraycopy(sizes, 0, span, 0, d);
        Arrays.fill(offset, 0);
        stride[d - 1] = 1;
        for (int i = d - 2; i >= 0; i--) {
          stride[i] = stride[i + 1] * Math.ceilDiv(size[i + 1], block[i + 1]);
        }
      }
      case Setter.Stride(long[] strides) -> System.arraycopy(strides, 0, stride, 0, d);
      case Setter.Slice(long[] numbers) -> {
        for (int i = 0; i < d; i++) {
          offset[i] += numbers[2 * i];
          span[i] = numbers[2 * i + 1];
        }
      }
      case Setter.Block(long[] sizes) -> System.arraycopy(sizes, 0, block, 0, d);
      case Setter.ClampValue(long bits) -> clampValue = bits;
    }
  }

  /**
   * {@return where the element at a row and column of the matrix lies}
   *
   * @param row of the matrix, counted from 0
   * @param column of the matrix, counted from 0
   * @throws IllegalStateException if it lies outside the tensor and the layout's clamp mode is
   *     undefined
   */
  public TensorPlace place(int row, int column) {
    if (layout.view().isEmpty()) {
      return inTensor((long) row * columns + column);
    }
    View view = layout.view().get();
    ViewSetter.Clip clip = WHOLE;
    for (ViewSetter setter : view.setters()) {
      if (setter instanceof ViewSetter.Clip last) {
        clip = last;
      }
    }
    boolean inside =
        row >= clip.rowOffset()
            && row < clip.rowOffset() + clip.rowSpan()
            && column >= clip.columnOffset()
            && column < clip.columnOffset() + clip.columnSpan();
    if (!inside) {
      return new Clipped();
    }
    long width = Math.min(columns, clip.columnSpan());
    return inTensor(seen(view, (row - clip.rowOffset()) * width + (column - clip.columnOffset())));
  }

  /** The number that an element has behind the view (CM2 §4.2). */
  private long seen(View view, long linear) {
    long[] sizes = span;
    long[] strides = rowMajor(span);
    if (view.hasDimensions()) {
      for (ViewSetter setter : view.setters()) {
        switch (setter) {
          case ViewSetter.Dimensions(long[] own) -> {
            sizes = own;
            strides = rowMajor(own);
          }
          case ViewSetter.Strides(long[] own) -> strides = own;
          case ViewSetter.Clip _ -> {}
        }
      }
    }
    long rest = linear;
    long seen = 0;
    for (int k = view.dimensions() - 1; k >= 0; k--) {
      int i = view.permutation()[k];
      seen += rest % sizes[i] * strides[i];
      rest /= sizes[i];
    }
    return Math.floorMod(seen, WORD);
  }

  private static long[] rowMajor(long[] sizes) {
    long[] strides = new long[sizes.length];
    strides[sizes.length - 1] = 1;
    for (int j = sizes.length - 2; j >= 0; j--) {
      strides[j] = strides[j + 1] * sizes[j + 1];
    }
    return strides;
  }

  /**
   * {@return whether the tensor, or the slice that is accessed, has a dimension without elements} A
   * generator draws another layout then.
   */
  public boolean isEmpty() {
    return Stream.of(size, span).flatMapToLong(Arrays::stream).anyMatch(length -> length <= 0);
  }

  private TensorPlace inTensor(long linear) {
    int d = size.length;
    long[] at = new long[d];
    long rest = linear;
    for (int i = d - 1; i >= 0; i--) {
      at[i] = rest % span[i] + offset[i];
      rest /= span[i];
    }
    boolean clamped = false;
    for (int i = 0; i < d; i++) {
      if (at[i] < 0 || at[i] >= size[i]) {
        if (layout.clamp() == Clamp.CONSTANT) {
          return new Constant(clampValue);
        }
        at[i] = brought(at[i], size[i]);
        clamped = true;
      }
    }
    long[] blocks = new long[d];
    long[] within = new long[d];
    long place = 0;
    for (int i = 0; i < d; i++) {
      blocks[i] = at[i] / block[i];
      within[i] = at[i] % block[i];
      place += blocks[i] * stride[i];
    }
    return new At(blocks, within, Math.floorMod(place, WORD), clamped);
  }

  private long brought(long at, long size) {
    return switch (layout.clamp()) {
      case UNDEFINED, CONSTANT ->
          throw new IllegalStateException("a coordinate outside of the tensor is undefined");
      case EDGE -> at < 0 ? 0 : size - 1;
      case REPEAT -> Math.floorMod(at, size);
      case MIRROR -> {
        // One element is its own mirror image.
        long folded = size == 1 ? 0 : Math.floorMod(at, 2 * size - 2);
        yield folded < size ? folded : 2 * size - 2 - folded;
      }
    };
  }

  /**
   * {@return the distance, in elements or blocks, from one line of the tensor's last dimension to
   * the next; for a tensor of one dimension its size, at most twice the matrix's columns} Pictures
   * of a tensor use it as their width.
   */
  public long pitch() {
    int d = stride.length;
    return d == 1 ? Math.min(size[0], 2L * columns) : Math.max(stride[d - 2], 1);
  }

  /**
   * {@return the number of elements, or of blocks where the layout has blocks, that a tensor needs
   * for this access: one more than the greatest index that the matrix reaches}
   *
   * @param rows number of rows of the matrix
   */
  public long reach(int rows) {
    long last = 0;
    for (int row = 0; row < rows; row++) {
      for (int column = 0; column < columns; column++) {
        if (place(row, column) instanceof At at) {
          last = Math.max(last, at.linear());
        }
      }
    }
    return last + 1;
  }

  /**
   * {@return whether no two elements of a matrix are stored at one place, as a store requires
   * (CM2-TST-006)} Elements that are not stored do not count.
   *
   * @param rows number of rows of the matrix
   */
  public boolean isInjective(int rows) {
    Set<Long> places = new HashSet<>();
    for (int row = 0; row < rows; row++) {
      for (int column = 0; column < columns; column++) {
        if (place(row, column) instanceof At at && !at.clamped() && !places.add(at.linear())) {
          return false;
        }
      }
    }
    return true;
  }
}
