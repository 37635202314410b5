// SPDX-License-Identifier: Apache-2.0
package coopcts.device.reference.matrix;

import coopcts.device.reference.fault.Tap;
import coopcts.device.reference.fault.Taps;
import coopcts.device.reference.machine.Check;
import coopcts.device.reference.machine.DecodedInstruction;
import coopcts.device.reference.machine.Lanes;
import coopcts.device.reference.machine.Machine;
import coopcts.device.reference.module.DecodingTable;
import coopcts.device.reference.module.InstructionGroup;
import coopcts.device.reference.module.Module;
import coopcts.device.reference.scalar.Elementwise;
import coopcts.device.reference.spirv.Instruction;
import coopcts.device.reference.spirv.Type;
import java.util.Arrays;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import org.lwjgl.util.spvc.Spv;

/**
 * The instructions of SPV_NV_tensor_addressing. A layout or view is a composite of scalars, so that
 * variables, functions and branches treat it like any other value; setters give a changed copy.
 *
 * <p>Of a layout with d dimensions the parts are dimension, stride, span, offset and block size,
 * each d times, then the clamp value. Of a view with v dimensions they are dimension and stride,
 * each v times, then row offset, row span, column offset and column span of the clip.
 */
public final class TensorAddressing implements InstructionGroup {

  /** Groups of a layout's parts, each as long as there are dimensions. */
  static final int DIMENSION = 0;

  static final int STRIDE = 1;
  static final int SPAN = 2;
  static final int OFFSET = 3;
  static final int BLOCK = 4;

  private static final List<Tap> TAPS =
      List.of(
          Tap.LAYOUT_DIMENSION,
          Tap.LAYOUT_STRIDE,
          Tap.LAYOUT_SPAN,
          Tap.LAYOUT_OFFSET,
          Tap.LAYOUT_BLOCK);

  private static final long WORD = 0xFFFFFFFFL;

  private final Module module;

  /**
   * Prepares to decode these instructions of one module. {@link #enterInto} adds them to the table
   * that decodes the module.
   *
   * @param module whose types, constants and behaviour the instructions use
   */
  public TensorAddressing(Module module) {
    this.module = module;
  }

  @Override
  public void enterInto(DecodingTable table) {
    table.add(
        Spv.SpvOpCreateTensorLayoutNV,
        i -> {
          Type.TensorLayout type = (Type.TensorLayout) module.type(i.type());
          return machine -> {
            Object[] parts = freshLayout(type);
            pass(i, parts, parts, taps(i, Tap.Setter.CREATE, false, machine), machine);
            machine.set(i.result(), parts);
          };
        });
    table.add(
        Spv.SpvOpCreateTensorViewNV,
        i -> {
          Type.TensorView type = (Type.TensorView) module.type(i.type());
          return machine -> machine.set(i.result(), freshView(type));
        });
    table.add(
        Spv.SpvOpTensorLayoutSetDimensionNV,
        i ->
            change(
                i,
                Tap.Setter.DIMENSION,
                (machine, parts, taps) -> setDimension(i, machine, parts, taps)));
    table.add(
        Spv.SpvOpTensorLayoutSetStrideNV,
        i -> change(i, Tap.Setter.STRIDE, (machine, parts, _) -> setStride(i, machine, parts)));
    table.add(
        Spv.SpvOpTensorLayoutSliceNV,
        i -> change(i, Tap.Setter.SLICE, (machine, parts, _) -> slice(i, machine, parts)));
    table.add(
        Spv.SpvOpTensorLayoutSetBlockSizeNV,
        i ->
            change(
                i,
                Tap.Setter.BLOCK,
                (machine, parts, _) -> put(i, machine, parts, BLOCK * (i.count() - 1))));
    table.add(
        Spv.SpvOpTensorLayoutSetClampValueNV,
        i ->
            change(
                i,
                Tap.Setter.OTHER,
                (machine, parts, _) -> put(i, machine, parts, parts.length - 1)));
    table.add(
        Spv.SpvOpTensorViewSetDimensionNV,
        i ->
            change(
                i,
                Tap.Setter.DIMENSION,
                (machine, parts, taps) -> setViewDimension(i, machine, parts, taps)));
    table.add(
        Spv.SpvOpTensorViewSetStrideNV,
        i ->
            change(
                i,
                Tap.Setter.STRIDE,
                (machine, parts, _) -> put(i, machine, parts, i.count() - 1)));
    table.add(
        Spv.SpvOpTensorViewSetClipNV,
        i ->
            change(
                i,
                Tap.Setter.OTHER,
                (machine, parts, _) -> put(i, machine, parts, parts.length - 4)));
  }

  private static Object[] freshLayout(Type.TensorLayout type) {
    int d = type.dimensions();
    Object[] parts = new Object[type.parts()];
    Arrays.fill(parts, Lanes.uniform(0));
    Arrays.fill(parts, BLOCK * d, (BLOCK + 1) * d, Lanes.uniform(1));
    return parts;
  }

  private static Object[] freshView(Type.TensorView type) {
    Object[] parts = new Object[type.parts()];
    Arrays.fill(parts, Lanes.uniform(0));
    parts[parts.length - 3] = Lanes.uniform(WORD);
    parts[parts.length - 1] = Lanes.uniform(WORD);
    return parts;
  }

  private interface Setter {
    void apply(Machine machine, Object[] parts, Taps taps);
  }

  private DecodedInstruction change(Instruction i, Tap.Setter kind, Setter setter) {
    Map<Object, Object[]> firstMade = new IdentityHashMap<>();
    return machine -> {
      Object[] of = (Object[]) machine.get(i.operand(0));
      Taps taps =
          machine.fault().isTapped() ? taps(i, kind, isSetBefore(i, kind, of), machine) : Taps.OFF;
      Object[] before = taps.isOn() ? of.clone() : of;
      Object[] parts = taps.is(Tap.LAYOUT_COPIES, true) ? of.clone() : of;
      setter.apply(machine, parts, taps);
      pass(i, parts, before, taps, machine);
      machine.set(i.result(), parts);
      if (taps.is(Tap.LAYOUT_FIRST_KEEPS, false)) {
        System.arraycopy(parts, 0, firstMade.computeIfAbsent(of, _ -> parts), 0, parts.length);
      }
    };
  }

  private boolean isView(Instruction i) {
    return module.type(i.type()) instanceof Type.TensorView;
  }

  private int dimensions(Instruction i) {
    return module.type(i.type()) instanceof Type.TensorLayout layout
        ? layout.dimensions()
        : ((Type.TensorView) module.type(i.type())).dimensions();
  }

  /** Whether dimensions were set before, or for a slice, whether a slice was. */
  private boolean isSetBefore(Instruction i, Tap.Setter kind, Object[] parts) {
    if (isView(i)) {
      return false;
    }
    long dimension = ((long[]) parts[0])[0];
    return kind == Tap.Setter.SLICE
        ? ((long[]) parts[SPAN * dimensions(i)])[0] != dimension
        : dimension != 0;
  }

  private Taps taps(Instruction i, Tap.Setter kind, boolean again, Machine machine) {
    return machine
        .fault()
        .at(
            Tap.Site.LAYOUT,
            null,
            0,
            dimensions(i),
            isView(i) ? 1 : 0,
            kind.ordinal(),
            again ? 1 : 0);
  }

  /** Passes what a setter made of a layout through the taps. */
  private void pass(Instruction i, Object[] parts, Object[] before, Taps taps, Machine machine) {
    if (!taps.isOn() || isView(i)) {
      return;
    }
    int d = dimensions(i);
    Object[] dense = parts.clone();
    strides(dense, d, Taps.OFF, machine);
    for (int group = DIMENSION; group <= BLOCK; group++) {
      Tap tap = TAPS.get(group);
      for (int at = group * d; at < (group + 1) * d; at++) {
        long[] right = Lanes.spread((long[]) parts[at], machine.lanes());
        long[] old = Lanes.spread((long[]) before[at], machine.lanes());
        long[] tight = Lanes.spread((long[]) dense[at], machine.lanes());
        long isKnown = isKnown(i, group, at % d) ? 1 : 0;
        for (int lane = 0; lane < right.length; lane++) {
          right[lane] = taps.at(tap, right[lane], old[lane], tight[lane], at % d, isKnown) & WORD;
        }
        parts[at] = taps.isOn(tap) ? right : parts[at];
      }
    }
    long value = ((long[]) parts[parts.length - 1])[0];
    if (taps.isOn(Tap.LAYOUT_CLAMP_VALUE)) {
      parts[parts.length - 1] = Lanes.uniform(taps.at(Tap.LAYOUT_CLAMP_VALUE, value) & WORD);
    }
  }

  /** Whether a constant sets a part; for strides the first one tells for all. */
  private boolean isKnown(Instruction i, int group, int at) {
    int operand =
        switch (group) {
          case STRIDE -> 1;
          case OFFSET -> 1 + 2 * at;
          case SPAN -> 2 + 2 * at;
          default -> 1 + at;
        };
    return operand >= i.count() || module.isConstant(i.operand(operand));
  }

  /** Puts the operands behind the first into consecutive parts. */
  private static void put(Instruction i, Machine machine, Object[] parts, int first) {
    for (int operand = 1; operand < i.count(); operand++) {
      parts[first + operand - 1] = machine.get(i.operand(operand));
    }
  }

  /** CM2 §2.2: span follows the dimension, offset is 0, strides count blocks, innermost 1. */
  private static void setDimension(Instruction i, Machine machine, Object[] parts, Taps taps) {
    int d = i.count() - 1;
    put(i, machine, parts, DIMENSION * d);
    put(i, machine, parts, SPAN * d);
    Arrays.fill(parts, OFFSET * d, (OFFSET + 1) * d, Lanes.uniform(0));
    strides(parts, d, taps, machine);
  }

  private static void strides(Object[] parts, int d, Taps taps, Machine machine) {
    parts[STRIDE * d + d - 1] = Lanes.uniform(1);
    for (int at = d - 2; at >= 0; at--) {
      Object counted = blocks(parts, d, at + 1, machine);
      if (taps.isOn(Tap.LAYOUT_BLOCKS)) {
        Object own = blocks(parts, d, at, machine);
        long[] size = Lanes.spread((long[]) parts[DIMENSION * d + at + 1], machine.lanes());
        long[] block = Lanes.spread((long[]) parts[BLOCK * d + at + 1], machine.lanes());
        counted = counted(taps, counted, own, size, block, machine);
      }
      parts[STRIDE * d + at] =
          Elementwise.map(
              parts[STRIDE * d + at + 1], counted, (stride, n) -> stride * n & WORD, machine);
    }
  }

  /** The number that an implicit stride multiplies by, as the tap gives it. */
  private static Object counted(
      Taps taps, Object right, Object own, long[] size, long[] block, Machine machine) {
    long[] counted = Lanes.spread((long[]) right, machine.lanes());
    long[] other = Lanes.spread((long[]) own, machine.lanes());
    for (int lane = 0; lane < counted.length; lane++) {
      counted[lane] =
          taps.at(Tap.LAYOUT_BLOCKS, counted[lane], other[lane], size[lane], block[lane]);
    }
    return counted;
  }

  /** Blocks along a dimension, the last perhaps in part. */
  private static Object blocks(Object[] parts, int d, int at, Machine machine) {
    return Elementwise.map(
        parts[DIMENSION * d + at],
        parts[BLOCK * d + at],
        (size, block) -> {
          if (block == 0) {
            machine.behaviour().violated(Check.TENSOR, "CM2 §5: a block size of 0");
            return size;
          }
          return Math.ceilDiv(size, block);
        },
        machine);
  }

  private static void setStride(Instruction i, Machine machine, Object[] parts) {
    int d = i.count() - 1;
    put(i, machine, parts, STRIDE * d);
    for (int at = 0; at < d - 1; at++) {
      Object blocks = blocks(parts, d, at + 1, machine);
      Object least =
          Elementwise.map(parts[STRIDE * d + at + 1], blocks, (stride, n) -> stride * n, machine);
      Elementwise.map(
          parts[STRIDE * d + at],
          least,
          (stride, bound) -> {
            if (stride < bound) {
              machine
                  .behaviour()
                  .violated(
                      Check.TENSOR,
                      "CM2-LAYOUT-015: a stride of %d where at least %d is required"
                          .formatted(stride, bound));
            }
            return 0;
          },
          machine);
    }
  }

  /** Offsets add up over repeated slices, spans are replaced. */
  private static void slice(Instruction i, Machine machine, Object[] parts) {
    int d = (i.count() - 1) / 2;
    for (int at = 0; at < d; at++) {
      parts[OFFSET * d + at] =
          Elementwise.map(
              parts[OFFSET * d + at],
              machine.get(i.operand(1 + 2 * at)),
              (before, more) -> before + more & WORD,
              machine);
      parts[SPAN * d + at] = machine.get(i.operand(2 + 2 * at));
    }
  }

  private static void setViewDimension(Instruction i, Machine machine, Object[] parts, Taps taps) {
    int v = i.count() - 1;
    put(i, machine, parts, 0);
    parts[2 * v - 1] = Lanes.uniform(1);
    for (int at = v - 2; at >= 0; at--) {
      Object counted = parts[at + 1];
      if (taps.isOn(Tap.LAYOUT_BLOCKS)) {
        long[] size = Lanes.spread((long[]) counted, machine.lanes());
        long[] one = Lanes.spread(Lanes.uniform(1), machine.lanes());
        counted = counted(taps, counted, parts[at], size, one, machine);
      }
      parts[v + at] =
          Elementwise.map(parts[v + at + 1], counted, (stride, n) -> stride * n & WORD, machine);
    }
  }
}
