package coopcts.device.reference;

import java.util.Arrays;

/**
 * Where the elements of one scope instance's matrix lie in a tensor: the address algebra of CM2 §4
 * for one layout, and a view or none, whose values all invocations agree on.
 */
final class TensorWalk {

  private static final long WORD = 0xFFFFFFFFL;

  private final Conduct conduct;
  private final int d;
  private final TensorClamp clamp;
  private final long[] layout;
  private final Type.TensorView viewType;
  private final long[] view;
  private final int columns;

  /** Where one element comes from or goes to. */
  sealed interface Target {}

  /** Outside of the clip: it keeps what it was, or is not stored. */
  record Skipped() implements Target {}

  /** Outside of the tensor: it becomes the clamp value, or is not stored. */
  record Outside(long value) implements Target {}

  /**
   * In the tensor.
   *
   * @param block coordinate of the block in each dimension
   * @param inBlock coordinate within the block
   * @param linear number of elements or blocks from the base
   */
  record Inside(long[] block, long[] inBlock, long linear) implements Target {}

  private static final Skipped SKIPPED = new Skipped();

  /**
   * @param layout parts of the layout's value, as {@link TensorAddressing} orders them
   * @param viewType type of the view, or null without one
   * @param view parts of the view's value
   * @param columns columns of the matrix
   */
  TensorWalk(
      Conduct conduct,
      Type.TensorLayout type,
      long[] layout,
      Type.TensorView viewType,
      long[] view,
      int columns) {
    this.conduct = conduct;
    this.d = type.dimensions();
    this.clamp = type.clamp();
    this.layout = layout;
    this.viewType = viewType;
    this.view = view;
    this.columns = columns;
    for (int at = 0; at < d; at++) {
      if (part(TensorAddressing.SPAN, at) == 0) {
        conduct.violated(Check.TENSOR, "CM2-LAYOUT-019: a tensor layout with a span of 0");
        layout[TensorAddressing.SPAN * d + at] = 1;
      }
      if (part(TensorAddressing.BLOCK, at) == 0) {
        conduct.violated(Check.TENSOR, "CM2 §5: a block size of 0");
        layout[TensorAddressing.BLOCK * d + at] = 1;
      }
    }
    if (viewType != null && !viewType.hasDimensions() && viewType.dimensions() != d) {
      throw new SpirvException(
          "CM2-VIEW-014: a view of "
              + viewType.dimensions()
              + " dimensions, none of its own, over a layout of "
              + d);
    }
  }

  private long part(int group, int at) {
    return layout[group * d + at];
  }

  boolean hasBlocks() {
    for (int at = 0; at < d; at++) {
      if (part(TensorAddressing.BLOCK, at) != 1) {
        return true;
      }
    }
    return false;
  }

  long lastBlockSize() {
    return part(TensorAddressing.BLOCK, d - 1);
  }

  Target target(int row, int column) {
    long q;
    if (viewType == null) {
      q = (long) row * columns + column & WORD;
    } else {
      int v = viewType.dimensions();
      long rowOffset = view[2 * v];
      long columnOffset = view[2 * v + 2];
      long columnSpan = view[2 * v + 3];
      if (outside(row, rowOffset, view[2 * v + 1]) || outside(column, columnOffset, columnSpan)) {
        return SKIPPED;
      }
      long width = Math.min(columns, columnSpan);
      q = viewed((row - rowOffset) * width + (column - columnOffset) & WORD);
    }
    return placed(q);
  }

  private boolean outside(long at, long offset, long span) {
    if (offset + span > WORD) {
      conduct.violated(Check.TENSOR, "CM2-CLIP-009: clip offset and span reach past 32 bits");
    }
    return at < offset || at >= offset + span;
  }

  /** CM2 §4.2: the linear position in the span after the view. */
  private long viewed(long linear) {
    int v = viewType.dimensions();
    long[] x = new long[v];
    long q = linear;
    for (int k = v - 1; k >= 0; k--) {
      int i = viewType.permutation().get(k);
      long size = viewType.hasDimensions() ? view[i] : part(TensorAddressing.SPAN, i);
      if (size == 0) {
        conduct.violated(Check.TENSOR, "CM2-VIEW-013: a view dimension of 0");
        size = 1;
      }
      x[i] = q % size;
      q /= size;
    }
    long sum = 0;
    long stride = 1;
    for (int j = v - 1; j >= 0; j--) {
      sum += x[j] * (viewType.hasDimensions() ? view[v + j] : stride) & WORD;
      stride = viewType.hasDimensions() ? 0 : stride * part(TensorAddressing.SPAN, j) & WORD;
    }
    return sum & WORD;
  }

  /** CM2 §4.1 from step 2. */
  private Target placed(long linear) {
    long[] at = new long[d];
    long q = linear;
    for (int i = d - 1; i >= 0; i--) {
      at[i] = q % part(TensorAddressing.SPAN, i);
      q /= part(TensorAddressing.SPAN, i);
    }
    for (int i = 0; i < d; i++) {
      int t = (int) (at[i] + part(TensorAddressing.OFFSET, i));
      long size = part(TensorAddressing.DIMENSION, i);
      if (t < 0 || t >= size) {
        if (clamp == TensorClamp.CONSTANT) {
          return new Outside(layout[layout.length - 1]);
        }
        at[i] = clamped(t, size);
      } else {
        at[i] = t;
      }
    }
    long[] block = new long[d];
    long[] inBlock = new long[d];
    long sum = 0;
    for (int i = 0; i < d; i++) {
      block[i] = at[i] / part(TensorAddressing.BLOCK, i);
      inBlock[i] = at[i] % part(TensorAddressing.BLOCK, i);
      sum += block[i] * part(TensorAddressing.STRIDE, i);
    }
    return new Inside(block, inBlock, sum & WORD);
  }

  private long clamped(int t, long size) {
    return switch (clamp) {
      case UNDEFINED, CONSTANT -> {
        conduct.violated(
            Check.TENSOR,
            "CM2-CLAMP-009: coordinate " + t + " of a dimension of " + size + " without a clamp");
        yield 0;
      }
      case CLAMP_TO_EDGE -> Math.clamp(t, 0, size - 1);
      case REPEAT -> Math.floorMod((long) t, size);
      case REPEAT_MIRRORED -> {
        if (size == 1) {
          conduct.violated(Check.TENSOR, "CM2-CLAMP-008: a mirrored dimension of 1");
          yield 0;
        }
        long period = 2 * size - 2;
        long within = Math.floorMod((long) t, period);
        yield within >= size ? period - within : within;
      }
    };
  }

  /**
   * Whether an element may be stored: a store discards whatever lies outside of the tensor, also
   * where a load would clamp (CM2-TST-002).
   */
  boolean stores(int row, int column) {
    TensorWalk exact = clamp == TensorClamp.UNDEFINED ? this : withClamp(TensorClamp.CONSTANT);
    return exact.target(row, column) instanceof Inside;
  }

  private TensorWalk withClamp(TensorClamp other) {
    return new TensorWalk(
        conduct, new Type.TensorLayout(d, other), layout, viewType, view, columns);
  }

  @Override
  public String toString() {
    return "layout " + Arrays.toString(layout) + ", view " + Arrays.toString(view);
  }
}
