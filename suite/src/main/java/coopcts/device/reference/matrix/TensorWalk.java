package coopcts.device.reference.matrix;

import coopcts.device.reference.fault.Bug;
import coopcts.device.reference.machine.Behaviour;
import coopcts.device.reference.machine.Check;
import coopcts.device.reference.spirv.SpirvException;
import coopcts.device.reference.spirv.TensorClamp;
import coopcts.device.reference.spirv.Type;
import java.util.Arrays;

/**
 * Where the elements of one scope instance's matrix lie in a tensor: the address algebra of CM2 §4
 * for one layout, and a view or none, whose values all invocations agree on.
 */
final class TensorWalk {

  private static final long WORD = 0xFFFFFFFFL;

  private final Behaviour behaviour;
  private final int d;
  private final TensorClamp clamp;
  private final long[] layout;
  private final Type.TensorView viewType;
  private final long[] view;
  private final int columns;
  private final Type.CooperativeMatrix matrix;

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
   * @param matrix whose elements are placed
   */
  TensorWalk(
      Behaviour behaviour,
      Type.TensorLayout type,
      long[] layout,
      Type.TensorView viewType,
      long[] view,
      Type.CooperativeMatrix matrix) {
    this.matrix = matrix;
    this.behaviour = behaviour;
    this.d = type.dimensions();
    this.clamp = type.clamp();
    this.layout = layout;
    this.viewType = viewType;
    this.view = view;
    this.columns = matrix.columns();
    for (int at = 0; at < d; at++) {
      if (part(TensorAddressing.SPAN, at) == 0) {
        behaviour.violated(Check.TENSOR, "CM2-LAYOUT-019: a tensor layout with a span of 0");
        layout[TensorAddressing.SPAN * d + at] = 1;
      }
      if (part(TensorAddressing.BLOCK, at) == 0) {
        behaviour.violated(Check.TENSOR, "CM2 §5: a block size of 0");
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

  private boolean has(Bug bug) {
    return behaviour.fault().has(bug, matrix);
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
      long rowSpan = view[2 * v + 1];
      if (rowSpan != WORD && has(Bug.CLIP_SPAN_ONE_MORE)) {
        rowSpan++;
      }
      if (outside(row, rowOffset, rowSpan) && !has(Bug.CLIP_ROWS_IGNORED)
          || outside(column, columnOffset, columnSpan) && !has(Bug.CLIP_COLUMNS_IGNORED)) {
        return SKIPPED;
      }
      boolean based = (rowOffset | columnOffset) != 0 && has(Bug.CLIP_NOT_REBASED);
      long width =
          columnSpan < columns && has(Bug.CLIP_FULL_WIDTH)
              ? columns
              : Math.min(columns, columnSpan);
      q =
          based
              ? viewed(row * width + column & WORD)
              : viewed((row - rowOffset) * width + (column - columnOffset) & WORD);
    }
    return placed(q);
  }

  private boolean outside(long at, long offset, long span) {
    if (offset + span > WORD) {
      behaviour.violated(Check.TENSOR, "CM2-CLIP-009: clip offset and span reach past 32 bits");
    }
    return at < offset || at >= offset + span;
  }

  /** CM2 §4.2: the linear position in the span after the view. */
  private long viewed(long linear) {
    int v = viewType.dimensions();
    if (isPermuted() && has(Bug.VIEW_IGNORED)
        || viewType.hasDimensions() && has(Bug.VIEW_NO_DIMENSIONS)) {
      return linear;
    }
    boolean inverse = isPermuted() && has(Bug.VIEW_INVERSE);
    boolean dense = viewType.hasDimensions() && has(Bug.VIEW_DENSE);
    boolean always = !viewType.hasDimensions() && has(Bug.VIEW_STRIDES_ALWAYS);
    long[] x = new long[v];
    long q = linear;
    for (int k = v - 1; k >= 0; k--) {
      int i = inverse ? viewType.permutation().indexOf(k) : viewType.permutation().get(k);
      long size = viewType.hasDimensions() ? view[i] : part(TensorAddressing.SPAN, i);
      if (size == 0) {
        behaviour.violated(Check.TENSOR, "CM2-VIEW-013: a view dimension of 0");
        size = 1;
      }
      x[i] = q % size;
      q /= size;
    }
    long sum = 0;
    long stride = 1;
    for (int j = v - 1; j >= 0; j--) {
      boolean own = viewType.hasDimensions() && !dense || always && view[v + j] != 0;
      sum += x[j] * (own ? view[v + j] : stride) & WORD;
      stride =
          stride * (viewType.hasDimensions() ? view[j] : part(TensorAddressing.SPAN, j)) & WORD;
    }
    return sum & WORD;
  }

  private boolean isPermuted() {
    for (int k = 0; k < viewType.dimensions(); k++) {
      if (viewType.permutation().get(k) != k) {
        return true;
      }
    }
    return false;
  }

  /** CM2 §4.1 from step 2. */
  private Target placed(long linear) {
    long[] at = new long[d];
    long q = linear;
    for (int i = d - 1; i >= 0; i--) {
      boolean wraps = i > 0 || q < part(TensorAddressing.SPAN, 0) || !has(Bug.SPAN_NO_WRAP);
      at[i] = wraps ? q % part(TensorAddressing.SPAN, i) : q % part(TensorAddressing.DIMENSION, i);
      q /= part(TensorAddressing.SPAN, i);
    }
    for (int i = 0; i < d; i++) {
      int t = (int) (at[i] + part(TensorAddressing.OFFSET, i));
      long size = part(TensorAddressing.DIMENSION, i);
      if (t < 0 && has(Bug.OFFSET_UNSIGNED)) {
        t = Integer.MAX_VALUE + t;
      }
      long bound =
          clamp != TensorClamp.UNDEFINED && has(Bug.CLAMP_TO_SPAN)
              ? Math.min(size, part(TensorAddressing.SPAN, i))
              : size;
      if (t < 0 || t >= bound) {
        if (i < d - 1 && clamp != TensorClamp.UNDEFINED && has(Bug.CLAMP_LAST_ONLY)) {
          at[i] = Math.floorMod((long) t, 3L) % size;
          continue;
        }
        if (clamp == TensorClamp.CONSTANT) {
          long value = layout[layout.length - 1];
          return new Outside(
              has(Bug.CONSTANT_IS_ZERO) ? 0 : has(Bug.CONSTANT_LOW_BYTE) ? value & 0xFF : value);
        }
        at[i] = clamped(t, bound);
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
      if (i == 0 && d >= 4 && has(Bug.FIRST_DIMENSION_LOST)) {
        continue;
      }
      sum += block[i] * part(TensorAddressing.STRIDE, i);
    }
    return new Inside(block, inBlock, sum & WORD);
  }

  private long clamped(int t, long size) {
    return switch (clamp) {
      case UNDEFINED, CONSTANT -> {
        behaviour.violated(
            Check.TENSOR,
            "CM2-CLAMP-009: coordinate " + t + " of a dimension of " + size + " without a clamp");
        yield 0;
      }
      case CLAMP_TO_EDGE -> {
        if (t >= size && has(Bug.EDGE_ONE_OFF)) {
          yield Math.max(0, size - 2);
        }
        yield t >= size && has(Bug.EDGE_LOW_ONLY) ? 0 : Math.clamp(t, 0, size - 1);
      }
      case REPEAT -> {
        if (has(Bug.REPEAT_TRUNCATES)) {
          yield Math.abs(t % size);
        }
        if (has(Bug.REPEAT_ONE_PERIOD)) {
          yield Math.clamp(t < 0 ? t + size : t - size, 0, size - 1);
        }
        yield Math.floorMod((long) t, size);
      }
      case REPEAT_MIRRORED -> {
        if (size == 1) {
          behaviour.violated(Check.TENSOR, "CM2-CLAMP-008: a mirrored dimension of 1");
          yield 0;
        }
        if (has(Bug.MIRROR_AS_REPEAT)) {
          yield Math.floorMod((long) t, size);
        }
        if (has(Bug.MIRROR_ONE_PERIOD)) {
          yield Math.clamp(t < 0 ? -t : 2 * size - 2 - t, 0, size - 1);
        }
        if (has(Bug.MIRROR_TWICE_EDGE)) {
          long doubled = Math.floorMod((long) t, 2 * size);
          yield doubled >= size ? 2 * size - 1 - doubled : doubled;
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
    if (clamp != TensorClamp.UNDEFINED && has(Bug.STORE_CLAMPS)) {
      return target(row, column) instanceof Inside;
    }
    TensorWalk exact = clamp == TensorClamp.UNDEFINED ? this : withClamp(TensorClamp.CONSTANT);
    return exact.target(row, column) instanceof Inside;
  }

  private TensorWalk withClamp(TensorClamp other) {
    return new TensorWalk(
        behaviour, new Type.TensorLayout(d, other), layout, viewType, view, matrix);
  }

  @Override
  public String toString() {
    return "layout " + Arrays.toString(layout) + ", view " + Arrays.toString(view);
  }
}
