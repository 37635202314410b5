package coopcts.cases.nv2;

import coopcts.cases.nv2.Layout.Clamp;
import coopcts.cases.nv2.Layout.Setter;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;

/**
 * Where each element of a matrix comes from in a tensor: the meaning of a {@link Layout}, worked
 * out on the matrix from CM2 §4.
 */
final class TensorMap {

  private static final long WORD = 1L << 32;

  private final Layout layout;
  private final int columns;
  private final long[] size;
  private final long[] stride;
  private final long[] offset;
  private final long[] span;
  private final long[] block;
  private long clampValue;

  /** An element's place. */
  sealed interface Place {}

  /** Clipped: nothing is loaded or stored. */
  record Clipped() implements Place {}

  /** Outside of the tensor in constant mode: the clamp value is loaded. */
  record Constant(long bits) implements Place {}

  /**
   * In the tensor.
   *
   * @param clamped whether a coordinate was outside and brought back: then nothing is stored
   */
  record At(long[] block, long[] inBlock, long linear, boolean clamped) implements Place {}

  TensorMap(Layout layout, int columns) {
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

  Place place(int row, int column) {
    Layout.View view = layout.view();
    if (view == null) {
      return inTensor((long) row * columns + column);
    }
    long[] clip = view.clip() == null ? new long[] {0, WORD - 1, 0, WORD - 1} : view.clip();
    boolean inside =
        row >= clip[0]
            && row < clip[0] + clip[1]
            && column >= clip[2]
            && column < clip[2] + clip[3];
    if (!inside) {
      return new Clipped();
    }
    long linear = (row - clip[0]) * Math.min(columns, clip[3]) + (column - clip[2]);
    return inTensor(seen(view, linear));
  }

  private long seen(Layout.View view, long linear) {
    int v = view.dimensions();
    long[] sizes = view.hasDimensions() ? view.sizes() : span;
    long[] strides = new long[v];
    if (view.hasDimensions() && view.strides() != null) {
      strides = view.strides();
    } else {
      strides[v - 1] = 1;
      for (int j = v - 2; j >= 0; j--) {
        strides[j] = strides[j + 1] * sizes[j + 1];
      }
    }
    long rest = linear;
    long seen = 0;
    for (int k = v - 1; k >= 0; k--) {
      int i = view.permutation()[k];
      seen += rest % sizes[i] * strides[i];
      rest /= sizes[i];
    }
    return Math.floorMod(seen, WORD);
  }

  private Place inTensor(long linear) {
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
          throw new IllegalStateException(layout.name() + ": a coordinate outside is undefined");
      case EDGE -> at < 0 ? 0 : size - 1;
      case REPEAT -> Math.floorMod(at, size);
      case MIRROR -> {
        long folded = Math.floorMod(at, 2 * size - 2);
        yield folded < size ? folded : 2 * size - 2 - folded;
      }
    };
  }

  /** Elements, or blocks, from one line of the tensor's last two dimensions to the next. */
  long pitch() {
    int d = stride.length;
    return d == 1 ? Math.min(size[0], 2L * columns) : Math.max(stride[d - 2], 1);
  }

  /** Blocks, or elements where there are none, that the layout reaches for a matrix. */
  long reach(int rows) {
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

  /** Whether no two elements of a matrix come from one place, and none is brought back. */
  boolean isInjective(int rows) {
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
