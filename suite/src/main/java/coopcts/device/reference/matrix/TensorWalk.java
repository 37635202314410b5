// SPDX-License-Identifier: Apache-2.0
package coopcts.device.reference.matrix;

import coopcts.device.reference.choice.Choice;
import coopcts.device.reference.fault.FaultPoint;
import coopcts.device.reference.fault.Grid;
import coopcts.device.reference.machine.Behaviour;
import coopcts.device.reference.machine.Check;
import coopcts.device.reference.machine.Memory;
import coopcts.device.reference.spirv.SpirvException;
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
  private final boolean isFaulty;
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
   */
  record Transfer(Type.CooperativeMatrix matrix, int columns, boolean storing, boolean isWide) {}

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
    this.transfer = transfer;
    this.isWide = transfer.isWide;
    this.viewType = viewType;
    this.view = view;
    this.matrix = transfer.matrix;
    this.storing = transfer.storing;
    this.behaviour = behaviour;
    this.isFaulty = behaviour.fault().isOn();
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
  }

  private long part(int group, int at) {
    return layout[group * d + at];
  }

  private boolean has(FaultPoint bug) {
    return isFaulty && behaviour.fault().has(bug, matrix);
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
   * The coordinates of all elements, where no fault, block or clip has anything to say of one; else
   * null, and {@link #target} says it.
   *
   * @param before those of another walk of the same instruction, or null
   */
  Coordinates coordinates(Coordinates before) {
    if (isFaulty || hasBlocks || clips || hasEmptyDimension()) {
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

  Target target(int row, int column) {
    long q;
    if (viewType == null) {
      long span = part(TensorAddressing.SPAN, d - 1);
      boolean byLines = d > 1 && span > columns && has(FaultPoint.SPAN_LINES);
      q = (long) row * (byLines ? span : columns) + column & WORD;
    } else {
      int v = viewType.dimensions();
      long rowOffset = view[2 * v];
      long columnOffset = view[2 * v + 2];
      long columnSpan = view[2 * v + 3];
      long rowSpan = view[2 * v + 1];
      if (rowSpan != WORD && has(FaultPoint.CLIP_SPAN_ONE_MORE)) {
        rowSpan++;
      }
      if (rowSpan != WORD && storing && has(FaultPoint.STORE_CLIP_LONG)) {
        rowSpan++;
      }
      if ((rowSpan == 0 || columnSpan == 0) && has(FaultPoint.CLIP_NOTHING_IS_ALL)) {
        rowOffset = 0;
        rowSpan = WORD;
        columnOffset = 0;
        columnSpan = WORD;
      }
      boolean past = rowOffset + rowSpan > WORD || columnOffset + columnSpan > WORD;
      if (past && has(FaultPoint.CLIP_PAST_IS_NONE)) {
        rowOffset = 0;
        columnOffset = 0;
      }
      if (past && row == matrix.rows() - 1 && has(FaultPoint.CLIP_PAST_LAST_ROW)) {
        return new Skipped(false);
      }
      boolean above = outside(row, rowOffset, rowSpan) && !has(FaultPoint.CLIP_ROWS_IGNORED);
      boolean beside =
          outside(column, columnOffset, columnSpan) && !has(FaultPoint.CLIP_COLUMNS_IGNORED);
      boolean last = row == matrix.rows() - 1 && rowSpan == WORD && columnSpan == WORD;
      if (above || beside || last && has(FaultPoint.CLIP_UNSET)) {
        return new Skipped(above && beside);
      }
      boolean based = (rowOffset | columnOffset) != 0 && has(FaultPoint.CLIP_NOT_REBASED);
      long width = width(columnOffset, columnSpan);
      q =
          based
              ? viewed(row * width + column & WORD)
              : viewed((row - rowOffset) * width + (column - columnOffset) & WORD);
    }
    Target target = placed(q);
    return target instanceof Inside right
            && has(FaultPoint.DECODE_BEFORE_VIEW)
            && placed((long) row * columns + column) instanceof Inside plain
        ? new Inside(plain.block, plain.inBlock, plain.unclamped, right.linear)
        : target;
  }

  private long width(long columnOffset, long columnSpan) {
    if (columnSpan < columns && has(FaultPoint.CLIP_FULL_WIDTH)) {
      return columns;
    }
    if (columns < columnSpan && columnSpan != WORD && has(FaultPoint.CLIP_WIDE_LINES)) {
      return columnSpan;
    }
    return Math.min(
        has(FaultPoint.CLIP_REST_OF_LINE) ? columns - columnOffset : columns, columnSpan);
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
    if (turns && has(FaultPoint.VIEW_IGNORED)
        || viewType.hasDimensions()
            && (has(FaultPoint.VIEW_NO_DIMENSIONS)
                || v < d && has(FaultPoint.VIEW_FEWER)
                || storing && has(FaultPoint.STORE_DIMENSIONS_IGNORED))) {
      return linear;
    }
    int[] permutation = isFaulty ? order(permutation()) : rightOrder;
    boolean dense = viewType.hasDimensions() && has(FaultPoint.VIEW_DENSE);
    boolean always = !viewType.hasDimensions() && has(FaultPoint.VIEW_STRIDES_ALWAYS);
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
      boolean own = viewType.hasDimensions() && !dense || always && view[v + j] != 0;
      long step = own ? view[v + j] & (has(FaultPoint.VIEW_STRIDE_SHORT) ? 0xFFFF : WORD) : stride;
      if (j < v - d && has(FaultPoint.VIEW_MORE)) {
        step = 0;
      }
      sum += x[j] * (step == 0 && own && has(FaultPoint.VIEW_STRIDE_ZERO) ? 1 : step) & WORD;
      stride =
          stride * (viewType.hasDimensions() ? view[j] : part(TensorAddressing.SPAN, j)) & WORD;
    }
    return sum & WORD;
  }

  private static int[] order(List<Integer> permutation) {
    return permutation.stream().mapToInt(Integer::intValue).toArray();
  }

  /** The order of dimensions as the fault that is switched on has it. */
  private List<Integer> permutation() {
    int v = viewType.dimensions();
    List<Integer> right = viewType.permutation();
    List<Integer> none = IntStream.range(0, v).boxed().toList();
    if (!turns) {
      boolean exchanged = v == 2 && !viewType.hasDimensions() && has(FaultPoint.VIEW_PLAIN_TURNS);
      return exchanged ? List.of(1, 0) : right;
    }
    if (storing && has(FaultPoint.STORE_PERMUTATION_IGNORED)) {
      return none;
    }
    List<Integer> inverse = none.stream().map(right::indexOf).toList();
    if (has(FaultPoint.VIEW_INVERSE)) {
      return inverse;
    }
    if (v < 4) {
      return right;
    }
    List<Integer> cycles = cycles(right);
    boolean ignored =
        has(FaultPoint.VIEW_RARE) && !isCommon(right)
            || cycles.equals(List.of(2)) && has(FaultPoint.VIEW_SWAP)
            || cycles.equals(List.of(2, 2)) && has(FaultPoint.VIEW_DOUBLE_SWAP);
    boolean inverted =
        cycles.contains(3) && has(FaultPoint.VIEW_TURN)
            || (cycles.contains(4) || cycles.contains(5)) && has(FaultPoint.VIEW_CYCLE);
    return ignored ? none : inverted ? inverse : right;
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
      boolean wraps = i > 0 || q < part(TensorAddressing.SPAN, 0) || !has(FaultPoint.SPAN_NO_WRAP);
      at[i] = wraps ? q % part(TensorAddressing.SPAN, i) : q % part(TensorAddressing.DIMENSION, i);
      q /= part(TensorAddressing.SPAN, i);
    }
    long[] unclamped = new long[d];
    for (int i = 0; i < d; i++) {
      int t = (int) (at[i] + part(TensorAddressing.OFFSET, i));
      long size = part(TensorAddressing.DIMENSION, tested(i));
      unclamped[i] = t;
      if (t < 0 && has(FaultPoint.OFFSET_UNSIGNED)) {
        t = Integer.MAX_VALUE + t;
      }
      long bound =
          clamp != TensorClamp.UNDEFINED && has(FaultPoint.CLAMP_TO_SPAN)
              ? Math.min(size, part(TensorAddressing.SPAN, i))
              : size - (clamp == TensorClamp.CONSTANT && has(FaultPoint.CONSTANT_SPILLS) ? 1 : 0);
      if (clamp == TensorClamp.UNDEFINED
          && t > 0
          && t == size - 1
          && has(FaultPoint.UNDEFINED_LAST)) {
        t--;
      }
      if (t < 0 || t >= bound) {
        if (clamp != TensorClamp.UNDEFINED
            && (i < d - 1 && has(FaultPoint.CLAMP_LAST_ONLY)
                || i < d - 3 && has(FaultPoint.CLAMP_THREE))) {
          at[i] = Math.floorMod((long) t, 3L) % size;
          continue;
        }
        if (clamp == TensorClamp.CONSTANT) {
          return new Outside(clampValue());
        }
        at[i] =
            part(TensorAddressing.BLOCK, i) > 1 && has(FaultPoint.CLAMP_BLOCKS)
                ? clampedByBlocks(t, bound, part(TensorAddressing.BLOCK, i))
                : clamped(t, bound);
      } else {
        at[i] = t;
      }
    }
    return inside(at, unclamped);
  }

  /** The place of coordinates that lie in the tensor. */
  private Inside inside(long[] at, long[] unclamped) {
    long[] block = new long[d];
    long[] inBlock = new long[d];
    boolean plain = !hasBlocks && has(FaultPoint.DECODE_PLAIN);
    boolean early = has(FaultPoint.DECODE_UNCLAMPED);
    long sum = 0;
    for (int i = 0; i < d; i++) {
      boolean blocked = i == d - 1 || !has(FaultPoint.BLOCK_LAST_ONLY);
      long size = blocked ? part(TensorAddressing.BLOCK, i) : 1;
      if (has(FaultPoint.BLOCK_SHIFTED)) {
        size = Long.highestOneBit(size);
      }
      block[i] = at[i] / size;
      inBlock[i] = plain ? at[i] : at[i] % size;
      if (i == 0 && d >= 4 && has(FaultPoint.FIRST_DIMENSION_LOST)) {
        continue;
      }
      long stride =
          part(TensorAddressing.STRIDE, i) & (has(FaultPoint.STRIDE_SHORT) ? 0xFFFF : WORD);
      sum += (has(FaultPoint.PLACE_SHORT) ? block[i] & 0xFFFF : block[i]) * stride;
      if (early) {
        block[i] = Math.floorDiv(unclamped[i], size) & WORD;
        inBlock[i] = Math.floorMod(unclamped[i], size);
      }
    }
    boolean kept = isWide && (sum <= WORD || !has(FaultPoint.FAR_TENSOR));
    return new Inside(block, inBlock, unclamped, kept ? sum : sum & WORD);
  }

  private int tested(int i) {
    boolean unpermuted =
        clamp != TensorClamp.UNDEFINED
            && turns
            && viewType.dimensions() == d
            && has(FaultPoint.CLAMP_UNPERMUTED);
    return unpermuted ? viewType.permutation().get(i) : i;
  }

  private long clampValue() {
    long value = layout[layout.length - 1];
    if (has(FaultPoint.CONSTANT_IS_ZERO)) {
      return 0;
    }
    if (matrix.component() instanceof Type.Float(var format)
        && has(FaultPoint.CONSTANT_CONVERTED)) {
      return format.encode(value, Rounding.NEAREST_EVEN);
    }
    return has(FaultPoint.CONSTANT_LOW_BYTE) ? value & 0xFF : value;
  }

  private long clampedByBlocks(int t, long size, long blockSize) {
    long blocks = Math.ceilDiv(size, blockSize);
    long block = Math.floorDiv((long) t, blockSize);
    long clamped =
        clamp == TensorClamp.CLAMP_TO_EDGE
            ? Math.clamp(block, 0, blocks - 1)
            : Math.floorMod(block, blocks);
    return clamped * blockSize + Math.floorMod((long) t, blockSize);
  }

  /** The place that an element has if every coordinate is clamped to the edge. */
  Inside edge(int row, int column) {
    return (Inside) withClamp(TensorClamp.CLAMP_TO_EDGE).target(row, column);
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
      case CLAMP_TO_EDGE -> {
        if (t >= size && has(FaultPoint.EDGE_ONE_OFF)) {
          yield Math.max(0, size - 2);
        }
        if (t < 0 && has(FaultPoint.EDGE_BELOW)) {
          yield Math.min(1, size - 1);
        }
        yield t >= size && has(FaultPoint.EDGE_LOW_ONLY) ? 0 : Math.clamp(t, 0, size - 1);
      }
      case REPEAT -> {
        if (has(FaultPoint.REPEAT_TRUNCATES)) {
          yield Math.abs(t % size);
        }
        if (has(FaultPoint.REPEAT_ONE_PERIOD)) {
          yield Math.clamp(t < 0 ? t + size : t - size, 0, size - 1);
        }
        yield Math.floorMod((long) t, size);
      }
      case REPEAT_MIRRORED -> {
        if (size == 1) {
          behaviour.violated(Check.TENSOR, "CM2-CLAMP-008: a mirrored dimension of 1");
          yield 0;
        }
        if (size == 2 && has(FaultPoint.MIRROR_TWO)) {
          yield 0;
        }
        if (has(FaultPoint.MIRROR_AS_REPEAT)) {
          yield Math.floorMod((long) t, size);
        }
        if (has(FaultPoint.MIRROR_ONE_PERIOD)) {
          yield Math.clamp(t < 0 ? -t : 2 * size - 2 - t, 0, size - 1);
        }
        if (has(FaultPoint.MIRROR_TWICE_EDGE)) {
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
    if (clamp != TensorClamp.UNDEFINED && has(FaultPoint.STORE_CLAMPS)) {
      return target(row, column) instanceof Inside;
    }
    TensorWalk exact = clamp == TensorClamp.UNDEFINED ? this : withClamp(TensorClamp.CONSTANT);
    return exact.target(row, column) instanceof Inside;
  }

  private TensorWalk withClamp(TensorClamp other) {
    return new TensorWalk(
        behaviour, new Type.TensorLayout(d, other), layout, viewType, view, transfer);
  }

  @Override
  public String toString() {
    return "layout " + Arrays.toString(layout) + ", view " + Arrays.toString(view);
  }
}
