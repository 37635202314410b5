// SPDX-License-Identifier: Apache-2.0
package coopcts.device.reference.matrix;

import coopcts.device.reference.choice.Choice;
import coopcts.device.reference.fault.Grid;
import coopcts.device.reference.fault.Tap;
import coopcts.device.reference.fault.Taps;
import coopcts.device.reference.machine.Behaviour;
import coopcts.device.reference.machine.Check;
import coopcts.device.reference.machine.Memory;
import coopcts.device.reference.spirv.SpirvException;
import coopcts.device.reference.spirv.StorageClass;
import coopcts.device.reference.spirv.TensorClamp;
import coopcts.device.reference.spirv.Type;
import coopcts.numbers.Rounding;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * Where the elements of one scope instance's matrix lie in a tensor: the address algebra of CM2 §4
 * for one layout, and a view or none, whose values all invocations agree on.
 */
final class TensorWalk {

  private static final long WORD = 0xFFFFFFFFL;

  private final Behaviour behaviour;
  private final Taps taps;
  private final boolean hasBlocks;
  private final boolean clips;
  private final int[] rightOrder;
  private final int d;
  private final TensorClamp clamp;
  private final long[] layout;
  private final Type.TensorView viewType;
  private final long[] view;
  private final int columns;
  private final boolean storing;
  private final Transfer transfer;
  private final boolean isWide;
  private final boolean turns;
  private final Type.CooperativeMatrix matrix;

  /** The same walk that clamps nothing; null until it is asked for. */
  private TensorWalk exact;

  /** Which elements count and how their lines lie; null until it is asked for. */
  private Clip clip;

  /**
   * What of a matrix is loaded or stored, all of it without a view.
   *
   * @param width elements from one row to the next
   */
  private record Clip(
      long rowOffset, long rowSpan, long columnOffset, long columnSpan, long width) {}

  /** Where one element comes from or goes to. */
  sealed interface Target {}

  /**
   * Outside of the clip: it keeps what it was, or is not stored.
   *
   * @param corner whether it is so by both row and column
   */
  record Skipped(boolean corner) implements Target {}

  /** Outside of the tensor: it becomes the clamp value, or is not stored. */
  record Outside(long value) implements Target {}

  /**
   * In the tensor.
   *
   * @param block coordinate of the block in each dimension
   * @param inBlock coordinate within the block
   * @param unclamped coordinate before clamping
   * @param linear number of elements or blocks from the base
   */
  record Inside(long[] block, long[] inBlock, long[] unclamped, long linear) implements Target {}

  /**
   * What is loaded or stored.
   *
   * @param matrix whose elements are placed
   * @param columns of the matrix
   * @param storing whether it is stored, not loaded
   * @param isWide whether places are counted with 64 bits (CM2-TLD-016)
   * @param storage of the tensor
   * @param instance number of the scope instance
   */
  record Transfer(
      Type.CooperativeMatrix matrix,
      int columns,
      boolean storing,
      boolean isWide,
      StorageClass storage,
      int instance) {}

  /**
   * @param layout parts of the layout's value, as {@link TensorAddressing} orders them
   * @param viewType type of the view, or null without one
   * @param view parts of the view's value
   * @param transfer what is loaded or stored
   */
  TensorWalk(
      Behaviour behaviour,
      Type.TensorLayout type,
      long[] layout,
      Type.TensorView viewType,
      long[] view,
      Transfer transfer) {
    this(behaviour, type, layout, viewType, view, transfer, null);
  }

  /** A walk whose places pass the taps of another one, if that is given. */
  private TensorWalk(
      Behaviour behaviour,
      Type.TensorLayout type,
      long[] layout,
      Type.TensorView viewType,
      long[] view,
      Transfer transfer,
      Taps same) {
    this.transfer = transfer;
    this.isWide = transfer.isWide;
    this.viewType = viewType;
    this.view = view;
    this.matrix = transfer.matrix;
    this.storing = transfer.storing;
    this.behaviour = behaviour;
    this.d = type.dimensions();
    this.clamp = type.clamp();
    this.layout = layout;
    this.columns = transfer.columns;
    this.turns = viewType != null && isPermuted();
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
    this.hasBlocks = !isAll(TensorAddressing.BLOCK, 1);
    this.rightOrder = viewType == null ? null : order(viewType.permutation());
    this.clips = viewType != null && !isWhole(view, 2 * viewType.dimensions());
    if (viewType != null && !viewType.hasDimensions() && viewType.dimensions() != d) {
      throw new SpirvException(
          "CM2-VIEW-014: a view of "
              + viewType.dimensions()
              + " dimensions, none of its own, over a layout of "
              + d);
    }
    this.taps = same != null ? same : behaviour.fault().isTapped() ? open() : Taps.OFF;
  }

  private Taps open() {
    return behaviour
        .fault()
        .at(
            Tap.Site.TENSOR,
            matrix,
            transfer.instance,
            d,
            viewType == null ? 0 : viewType.dimensions(),
            storing ? 1 : 0,
            viewType != null && viewType.hasDimensions() ? 1 : 0,
            turns ? 1 : 0,
            clamp.ordinal(),
            hasBlocks ? 1 : 0,
            transfer.storage == StorageClass.WORKGROUP ? 1 : 0,
            transfer.storage == StorageClass.PHYSICAL_STORAGE_BUFFER ? 1 : 0);
  }

  private long part(int group, int at) {
    return layout[group * d + at];
  }

  private boolean isAll(int group, long value) {
    for (int at = 0; at < d; at++) {
      if (part(group, at) != value) {
        return false;
      }
    }
    return true;
  }

  /** Whether a clip leaves nothing out: offset and span of the rows, then of the columns. */
  private static boolean isWhole(long[] view, int clip) {
    return view[clip] == 0
        && view[clip + 1] == WORD
        && view[clip + 2] == 0
        && view[clip + 3] == WORD;
  }

  boolean hasBlocks() {
    return hasBlocks;
  }

  long lastBlockSize() {
    return part(TensorAddressing.BLOCK, d - 1);
  }

  /**
   * The coordinates of all elements of a matrix in the span, which depend on no offset: a loop that
   * goes through a tensor has them from one turn to the next.
   *
   * @param at for each element, by rows, those of all dimensions
   * @param steps how they go on from element to element, or null where they do not do so evenly
   */
  record Coordinates(long[] layout, long[] view, long[] at, Steps steps) {}

  /** For each dimension the first element's coordinate, and how much a row and a column add. */
  private record Steps(long[] first, long[] byRow, long[] byColumn) {

    /** Those of coordinates of all elements, or null. */
    static Steps of(long[] at, int rows, int columns, int d) {
      Steps steps = new Steps(Arrays.copyOf(at, d), new long[d], new long[d]);
      for (int i = 0; i < d; i++) {
        steps.byRow[i] = rows > 1 ? at[columns * d + i] - at[i] : 0;
        steps.byColumn[i] = columns > 1 ? at[d + i] - at[i] : 0;
        if (steps.byRow[i] < 0 || steps.byColumn[i] < 0) {
          return null;
        }
      }
      for (int e = 0; e < rows * columns; e++) {
        for (int i = 0; i < d; i++) {
          long even =
              steps.first[i] + e / columns * steps.byRow[i] + e % columns * steps.byColumn[i];
          if (at[e * d + i] != even) {
            return null;
          }
        }
      }
      return steps;
    }
  }

  /**
   * The coordinates of all elements, where no tap, block or clip has anything to say of one; else
   * null, and {@link #target} says it.
   *
   * @param before those of another walk of the same instruction, or null
   */
  Coordinates coordinates(Coordinates before) {
    if (taps.isOn() || hasBlocks || clips || hasEmptyDimension()) {
      return null;
    }
    int from = TensorAddressing.SPAN * d;
    if (before != null
        && Arrays.equals(before.layout, from, from + d, layout, from, from + d)
        && Arrays.equals(before.view, view)) {
      return before;
    }
    long[] at = new long[matrix.elements() * d];
    for (int e = 0; e < matrix.elements(); e++) {
      long q = viewType == null ? e : viewed(e);
      for (int i = d - 1; i >= 0; i--) {
        at[e * d + i] = q % part(TensorAddressing.SPAN, i);
        q /= part(TensorAddressing.SPAN, i);
      }
    }
    Steps steps = Steps.of(at, matrix.rows(), matrix.columns(), d);
    return new Coordinates(layout.clone(), view == null ? null : view.clone(), at, steps);
  }

  /**
   * Where all elements lie, if they lie inside of the tensor, those of a row or of a column side by
   * side.
   *
   * @param base address of the tensor
   */
  Optional<Grid> grid(Coordinates of, long base) {
    Steps steps = of.steps();
    if (steps == null) {
      return Optional.empty();
    }
    long first = 0;
    long byRow = 0;
    long byColumn = 0;
    long last = 0;
    for (int i = 0; i < d; i++) {
      long from = steps.first[i] + part(TensorAddressing.OFFSET, i);
      long to =
          from + (matrix.rows() - 1) * steps.byRow[i] + (matrix.columns() - 1) * steps.byColumn[i];
      long stride = part(TensorAddressing.STRIDE, i);
      last += to * stride;
      boolean isPlain = from >= 0 && to <= Integer.MAX_VALUE && stride >= 0 && last >= 0;
      if (!isPlain || to >= part(TensorAddressing.DIMENSION, i) || last > WORD) {
        return Optional.empty();
      }
      first += from * stride;
      byRow += steps.byRow[i] * stride;
      byColumn += steps.byColumn[i] * stride;
    }
    if (byRow != 1 && byColumn != 1) {
      return Optional.empty();
    }
    int bytes = matrix.componentBytes();
    boolean rowMajor = byColumn == 1;
    return Optional.of(
        new Grid(
            Memory.moved(base, first, bytes),
            (rowMajor ? byRow : byColumn) * bytes,
            rowMajor,
            bytes,
            null));
  }

  private boolean hasEmptyDimension() {
    return viewType != null
        && viewType.hasDimensions()
        && IntStream.range(0, viewType.dimensions()).anyMatch(i -> view[i] == 0);
  }

  /** The number of an element from the base; −1 where it lies outside of the tensor. */
  long number(Coordinates of, int element) {
    long sum = 0;
    for (int i = 0; i < d; i++) {
      int t = (int) (of.at[element * d + i] + part(TensorAddressing.OFFSET, i));
      if (t < 0 || t >= part(TensorAddressing.DIMENSION, i)) {
        return -1;
      }
      sum += t * part(TensorAddressing.STRIDE, i);
    }
    return isWide ? sum : sum & WORD;
  }

  /** The clip, which passes its taps once, as it is the same for all elements. */
  private Clip clip() {
    if (clip == null) {
      clip =
          viewType == null
              ? new Clip(
                  0,
                  WORD,
                  0,
                  WORD,
                  taps.at(Tap.TENSOR_LINE, columns, part(TensorAddressing.SPAN, d - 1)))
              : tappedClip(2 * viewType.dimensions());
    }
    return clip;
  }

  private Clip tappedClip(int at) {
    long rowOffset = taps.at(Tap.TENSOR_CLIP_ROW, view[at]);
    long rowSpan = taps.at(Tap.TENSOR_CLIP_ROWS, view[at + 1]);
    long columnOffset = taps.at(Tap.TENSOR_CLIP_COLUMN, view[at + 2]);
    long columnSpan = taps.at(Tap.TENSOR_CLIP_COLUMNS, view[at + 3]);
    if (!taps.is(Tap.TENSOR_CLIPS, true, rowOffset, rowSpan, columnOffset, columnSpan)) {
      rowOffset = 0;
      rowSpan = WORD;
      columnOffset = 0;
      columnSpan = WORD;
    }
    long width =
        taps.at(
            Tap.TENSOR_CLIP_WIDTH,
            Math.min(columns, columnSpan),
            columns,
            columnOffset,
            columnSpan);
    return new Clip(rowOffset, rowSpan, columnOffset, columnSpan, width);
  }

  Target target(int row, int column) {
    Clip of = clip();
    if (viewType == null) {
      return decodedAsViewed(row, column, placed(row * of.width + column & WORD));
    }
    boolean above = outside(row, of.rowOffset, of.rowSpan);
    boolean beside =
        taps.is(Tap.TENSOR_CLIPPED_COLUMN, outside(column, of.columnOffset, of.columnSpan), column);
    if (taps.is(
            Tap.TENSOR_CLIPPED_ROW,
            above,
            row,
            of.rowOffset,
            of.rowSpan,
            of.columnOffset,
            of.columnSpan)
        || beside) {
      return new Skipped(above && beside);
    }
    long linear = (row - of.rowOffset) * of.width + (column - of.columnOffset) & WORD;
    return decodedAsViewed(
        row,
        column,
        placed(viewed(taps.at(Tap.TENSOR_CLIP_LINEAR, linear, row, column, of.width))));
  }

  private Target decodedAsViewed(int row, int column, Target target) {
    return target instanceof Inside right
            && !taps.is(Tap.TENSOR_DECODES_VIEWED, true)
            && placed((long) row * columns + column) instanceof Inside plain
        ? new Inside(plain.block, plain.inBlock, plain.unclamped, right.linear)
        : target;
  }

  /** The end of a clip may be a sum of 32 bits, or one of any size (CM2-CLIP-009). */
  private boolean outside(long at, long offset, long span) {
    long sum = offset + span;
    boolean wraps = sum > WORD && behaviour.freedom().kept(Choice.CLIP_WRAP) % 2 == 1;
    long end = wraps ? sum & WORD : sum;
    return at < offset || at >= end;
  }

  /** CM2 §4.2: the linear position in the span after the view. */
  private long viewed(long linear) {
    int v = viewType.dimensions();
    int[] permutation = taps.isOn(Tap.TENSOR_VIEW_ORDER) ? tappedOrder() : rightOrder;
    long[] x = new long[v];
    long q = linear;
    for (int k = v - 1; k >= 0; k--) {
      int i = permutation[k];
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
      long given = view[v + j] & WORD;
      long step = viewType.hasDimensions() ? given : stride;
      sum += x[j] * taps.at(Tap.TENSOR_VIEW_STRIDE, step, given, stride, j) & WORD;
      stride =
          stride * (viewType.hasDimensions() ? view[j] : part(TensorAddressing.SPAN, j)) & WORD;
    }
    return taps.at(Tap.TENSOR_VIEWED, sum & WORD, linear);
  }

  private static int[] order(List<Integer> permutation) {
    return permutation.stream().mapToInt(Integer::intValue).toArray();
  }

  /** The order of dimensions as the tap gives it. */
  private int[] tappedOrder() {
    List<Integer> right = viewType.permutation();
    List<Integer> cycles = cycles(right);
    int longest = cycles.stream().mapToInt(Integer::intValue).max().orElse(1);
    long isCommon = right.size() > 1 && isCommon(right) ? 1 : 0;
    int[] order = new int[right.size()];
    Arrays.setAll(
        order,
        k ->
            (int)
                taps.at(
                    Tap.TENSOR_VIEW_ORDER,
                    right.get(k),
                    k,
                    right.indexOf(k),
                    longest,
                    cycles.size(),
                    isCommon));
    return order;
  }

  /** Lengths of the cycles of a permutation, those of one left out. */
  private static List<Integer> cycles(List<Integer> permutation) {
    List<Integer> lengths = new ArrayList<>();
    Set<Integer> seen = new HashSet<>();
    for (int start : permutation) {
      int length = 0;
      for (int at = start; seen.add(at); at = permutation.get(at)) {
        length++;
      }
      if (length > 1) {
        lengths.add(length);
      }
    }
    return lengths;
  }

  /** Whether a permutation reverses, rotates by one or swaps the last two. */
  private static boolean isCommon(List<Integer> permutation) {
    int v = permutation.size();
    List<Integer> swapped = new ArrayList<>(IntStream.range(0, v).boxed().toList());
    Collections.swap(swapped, v - 2, v - 1);
    return permutation.equals(swapped)
        || IntStream.range(0, v).allMatch(k -> permutation.get(k) == v - 1 - k)
        || IntStream.range(0, v).allMatch(k -> permutation.get(k) == (k + 1) % v)
        || IntStream.range(0, v).allMatch(k -> permutation.get(k) == (k + v - 1) % v);
  }

  /** Whether the view, if there is one, changes the order of dimensions. */
  boolean turns() {
    return turns;
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
      at[i] =
          taps.at(
              Tap.TENSOR_IN_SPAN,
              q % part(TensorAddressing.SPAN, i),
              q,
              i,
              part(TensorAddressing.SPAN, i),
              part(TensorAddressing.DIMENSION, i));
      q /= part(TensorAddressing.SPAN, i);
    }
    long[] unclamped = new long[d];
    for (int i = 0; i < d; i++) {
      unclamped[i] = (int) (at[i] + part(TensorAddressing.OFFSET, i));
      long size = part(TensorAddressing.DIMENSION, i);
      if (taps.isOn(Tap.TENSOR_SIZE)) {
        size = taps.within(Tap.TENSOR_SIZE, size, 1, Long.MAX_VALUE, i, inOrderOfView(i));
      }
      int t = (int) taps.at(Tap.TENSOR_COORDINATE, unclamped[i], i, size);
      long bound = taps.at(Tap.TENSOR_BOUND, size, i, part(TensorAddressing.SPAN, i));
      if (!taps.is(Tap.TENSOR_OUTSIDE, t < 0 || t >= bound, i)) {
        at[i] = t;
      } else if (clamp == TensorClamp.CONSTANT) {
        return new Outside(clampValue());
      } else {
        at[i] =
            taps.at(
                Tap.TENSOR_CLAMPED,
                clamped(t, Math.max(1, bound)),
                t,
                bound,
                part(TensorAddressing.BLOCK, i));
      }
    }
    return inside(at, unclamped);
  }

  /** The place of coordinates that lie in the tensor. */
  private Inside inside(long[] at, long[] unclamped) {
    long[] blocks = new long[d];
    long[] inBlock = new long[d];
    long sum = 0;
    for (int i = 0; i < d; i++) {
      long block = Math.max(1, part(TensorAddressing.BLOCK, i));
      long size =
          taps.isOn(Tap.TENSOR_BLOCK)
              ? taps.within(Tap.TENSOR_BLOCK, block, 1, Long.MAX_VALUE, i)
              : block;
      long stride = taps.at(Tap.TENSOR_STRIDE, part(TensorAddressing.STRIDE, i) & WORD, i);
      sum += taps.at(Tap.TENSOR_PLACE, at[i] / size, i) * stride;
      long decoded = taps.at(Tap.TENSOR_DECODED, at[i], unclamped[i]);
      blocks[i] = Math.floorDiv(decoded, size) & WORD;
      inBlock[i] = taps.at(Tap.TENSOR_IN_BLOCK, Math.floorMod(decoded, size), at[i]);
    }
    return new Inside(
        blocks, inBlock, unclamped, taps.at(Tap.TENSOR_LINEAR, isWide ? sum : sum & WORD));
  }

  /** The dimension that a view puts in the place of one, if it has as many. */
  private long inOrderOfView(int i) {
    boolean permutes = turns && viewType.dimensions() == d;
    return part(TensorAddressing.DIMENSION, permutes ? viewType.permutation().get(i) : i);
  }

  private long clampValue() {
    long value = layout[layout.length - 1];
    if (!taps.isOn(Tap.TENSOR_CLAMP_VALUE)) {
      return value;
    }
    long converted =
        matrix.component() instanceof Type.Float(var format)
            ? format.encode(value, Rounding.NEAREST_EVEN)
            : value;
    return taps.at(Tap.TENSOR_CLAMP_VALUE, value, converted);
  }

  /** The place that an element has if every coordinate is clamped to the edge. */
  Inside edge(int row, int column) {
    return (Inside) withClamp(TensorClamp.CLAMP_TO_EDGE, null).target(row, column);
  }

  /**
   * The place of an element that is outside but in a group of v elements of which one is not, or
   * null.
   */
  Inside inGroup(int row, int column, int v) {
    Inside edge = edge(row, column);
    long[] at = edge.unclamped;
    long first = at[d - 1] - Math.floorMod(at[d - 1], (long) v);
    if (first < 0 || first >= part(TensorAddressing.DIMENSION, d - 1)) {
      return null;
    }
    for (int i = 0; i < d - 1; i++) {
      if (at[i] < 0 || at[i] >= part(TensorAddressing.DIMENSION, i)) {
        return null;
      }
    }
    return inside(at, at);
  }

  private long clamped(int t, long size) {
    return switch (clamp) {
      case UNDEFINED, CONSTANT -> {
        behaviour.violated(
            Check.TENSOR,
            "CM2-CLAMP-009: coordinate " + t + " of a dimension of " + size + " without a clamp");
        yield 0;
      }
      case CLAMP_TO_EDGE -> Math.clamp(t, 0, size - 1);
      case REPEAT -> Math.floorMod((long) t, size);
      case REPEAT_MIRRORED -> {
        if (size == 1) {
          behaviour.violated(Check.TENSOR, "CM2-CLAMP-008: a mirrored dimension of 1");
          yield 0;
        }
        long period = 2 * size - 2;
        long within = Math.floorMod((long) t, period);
        yield within >= size ? period - within : within;
      }
    };
  }

  /**
   * Where an element is stored, if it is: a store discards whatever lies outside of the tensor,
   * also where a load would clamp (CM2-TST-002).
   */
  Target stored(int row, int column) {
    boolean discards = taps.is(Tap.TENSOR_DISCARDS, clamp != TensorClamp.UNDEFINED);
    if (discards && exact == null) {
      exact = withClamp(TensorClamp.CONSTANT, taps);
    }
    return (discards ? exact : this).target(row, column);
  }

  private TensorWalk withClamp(TensorClamp other, Taps same) {
    return new TensorWalk(
        behaviour, new Type.TensorLayout(d, other), layout, viewType, view, transfer, same);
  }

  @Override
  public String toString() {
    return "layout " + Arrays.toString(layout) + ", view " + Arrays.toString(view);
  }
}
