// SPDX-License-Identifier: Apache-2.0
package coopcts.device.reference.matrix;

import coopcts.device.reference.fault.ActiveFault;
import coopcts.device.reference.fault.FaultPoint;
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
          return machine -> machine.set(i.result(), freshLayout(type, machine));
        });
    table.add(
        Spv.SpvOpCreateTensorViewNV,
        i -> {
          Type.TensorView type = (Type.TensorView) module.type(i.type());
          return machine -> machine.set(i.result(), freshView(type));
        });
    table.add(Spv.SpvOpTensorLayoutSetDimensionNV, i -> change(i, this::setDimension));
    table.add(Spv.SpvOpTensorLayoutSetStrideNV, i -> change(i, this::setStride));
    table.add(Spv.SpvOpTensorLayoutSliceNV, i -> change(i, this::slice));
    table.add(Spv.SpvOpTensorLayoutSetBlockSizeNV, i -> change(i, this::setBlock));
    table.add(
        Spv.SpvOpTensorLayoutSetClampValueNV,
        i -> change(i, (machine, parts) -> put(i, machine, parts, parts.length - 1)));
    table.add(Spv.SpvOpTensorViewSetDimensionNV, i -> change(i, this::setViewDimension));
    table.add(
        Spv.SpvOpTensorViewSetStrideNV,
        i -> change(i, (machine, parts) -> put(i, machine, parts, i.count() - 1)));
    table.add(
        Spv.SpvOpTensorViewSetClipNV,
        i -> change(i, (machine, parts) -> put(i, machine, parts, parts.length - 4)));
  }

  private static Object[] freshLayout(Type.TensorLayout type, Machine machine) {
    int d = type.dimensions();
    Object[] parts = new Object[type.parts()];
    Arrays.fill(parts, Lanes.uniform(0));
    Arrays.fill(parts, BLOCK * d, (BLOCK + 1) * d, Lanes.uniform(1));
    if (d > 2 && machine.fault().has(FaultPoint.BLOCK_UNSET)) {
      parts[BLOCK * d] = Lanes.uniform(2);
    }
    if (machine.fault().has(FaultPoint.CLAMP_VALUE_UNSET)) {
      parts[parts.length - 1] = Lanes.uniform(WORD);
    }
    return parts;
  }

  private static Object[] freshView(Type.TensorView type) {
    Object[] parts = new Object[type.parts()];
    Arrays.fill(parts, Lanes.uniform(0));
    parts[parts.length - 3] = Lanes.uniform(WORD);
    parts[parts.length - 1] = Lanes.uniform(WORD);
    return parts;
  }

  private interface Change {
    void apply(Machine machine, Object[] parts);
  }

  private interface InstructionChange {
    void apply(Instruction i, Machine machine, Object[] parts);
  }

  private DecodedInstruction change(Instruction i, InstructionChange change) {
    return change(i, (machine, parts) -> change.apply(i, machine, parts));
  }

  private DecodedInstruction change(Instruction i, Change change) {
    FaultPoint inPlace =
        module.type(i.type()) instanceof Type.TensorLayout
            ? FaultPoint.LAYOUT_IN_PLACE
            : FaultPoint.VIEW_IN_PLACE;
    Map<Object, Object[]> firstMade = new IdentityHashMap<>();
    return machine -> {
      Object[] of = (Object[]) machine.get(i.operand(0));
      Object[] parts = machine.fault().has(inPlace) ? of : of.clone();
      change.apply(machine, parts);
      machine.set(i.result(), parts);
      if (inPlace == FaultPoint.LAYOUT_IN_PLACE && machine.fault().has(FaultPoint.LAYOUT_FIRST)) {
        System.arraycopy(parts, 0, firstMade.computeIfAbsent(of, _ -> parts), 0, parts.length);
      }
    };
  }

  /** Puts the operands behind the first into consecutive parts. */
  private static void put(Instruction i, Machine machine, Object[] parts, int first) {
    for (int operand = 1; operand < i.count(); operand++) {
      parts[first + operand - 1] = machine.get(i.operand(operand));
    }
  }

  /** CM2 §2.2: span follows the dimension, offset is 0, strides count blocks, innermost 1. */
  private void setDimension(Instruction i, Machine machine, Object[] parts) {
    int d = i.count() - 1;
    ActiveFault fault = machine.fault();
    Type type = module.type(i.type());
    boolean again = ((long[]) parts[DIMENSION * d])[0] != 0;
    put(i, machine, parts, DIMENSION * d);
    if (!fault.has(FaultPoint.DIMENSION_NO_SPAN)) {
      put(i, machine, parts, SPAN * d);
    } else if (!again) {
      Arrays.fill(parts, SPAN * d, (SPAN + 1) * d, Lanes.uniform(1));
    }
    if (!fault.has(FaultPoint.DIMENSION_KEEPS_OFFSET, type)) {
      Arrays.fill(parts, OFFSET * d, (OFFSET + 1) * d, Lanes.uniform(0));
    }
    if (again && fault.has(FaultPoint.DIMENSION_KEEPS_STRIDE, type)) {
      return;
    }
    strides(parts, d, type, machine);
    for (int at = 0; at < d; at++) {
      if (isUnknown(i, at + 1) && fault.has(FaultPoint.DIMENSION_CONSTANT)) {
        parts[DIMENSION * d + at] =
            Elementwise.map(parts[DIMENSION * d + at], size -> Math.max(1, size - 1), machine);
      }
    }
  }

  /** Whether an operand is known at run time only. */
  private boolean isUnknown(Instruction i, int operand) {
    return !module.isConstant(i.operand(operand));
  }

  private static void strides(Object[] parts, int d, Type type, Machine machine) {
    boolean floor = machine.fault().has(FaultPoint.STRIDE_FLOOR, type);
    parts[STRIDE * d + d - 1] = Lanes.uniform(1);
    for (int at = d - 2; at >= 0; at--) {
      int counted = machine.fault().has(FaultPoint.STRIDE_OWN_DIMENSION) ? at : at + 1;
      Object blocks =
          machine.fault().has(FaultPoint.STRIDE_ELEMENTS)
              ? parts[DIMENSION * d + counted]
              : blocks(parts, d, counted, floor, machine);
      parts[STRIDE * d + at] =
          Elementwise.map(
              parts[STRIDE * d + at + 1], blocks, (stride, n) -> stride * n & WORD, machine);
    }
  }

  /** Blocks along a dimension, the last perhaps in part. */
  private static Object blocks(Object[] parts, int d, int at, boolean floor, Machine machine) {
    return Elementwise.map(
        parts[DIMENSION * d + at],
        parts[BLOCK * d + at],
        (size, block) -> {
          if (block == 0) {
            machine.behaviour().violated(Check.TENSOR, "CM2 §5: a block size of 0");
            return size;
          }
          return floor ? Math.max(1, size / block) : Math.ceilDiv(size, block);
        },
        machine);
  }

  private void setStride(Instruction i, Machine machine, Object[] parts) {
    int d = i.count() - 1;
    Object[] dense = parts.clone();
    if (isUnknown(i, 1) && machine.fault().has(FaultPoint.STRIDE_CONSTANT)) {
      return;
    }
    put(i, machine, parts, STRIDE * d);
    if (machine.fault().has(FaultPoint.INNER_STRIDE_ONE, module.type(i.type()))) {
      parts[STRIDE * d + d - 1] = Lanes.uniform(1);
    }
    if (machine.fault().has(FaultPoint.OUTER_STRIDE_DENSE, module.type(i.type()))) {
      parts[STRIDE * d] = dense[STRIDE * d];
      return;
    }
    for (int at = 0; at < d - 1; at++) {
      Object blocks = blocks(parts, d, at + 1, false, machine);
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

  private void setBlock(Instruction i, Machine machine, Object[] parts) {
    int d = i.count() - 1;
    put(i, machine, parts, BLOCK * d);
    if (machine.fault().has(FaultPoint.BLOCK_CHANGES_STRIDE, module.type(i.type()))) {
      strides(parts, d, module.type(i.type()), machine);
    }
  }

  /** Offsets add up over repeated slices, spans are replaced. */
  private void slice(Instruction i, Machine machine, Object[] parts) {
    int d = (i.count() - 1) / 2;
    Type type = module.type(i.type());
    boolean again = ((long[]) parts[SPAN * d])[0] != ((long[]) parts[DIMENSION * d])[0];
    boolean keeps = again && machine.fault().has(FaultPoint.SLICE_KEEPS_SPAN, type);
    boolean replaces = machine.fault().has(FaultPoint.SLICE_REPLACES_OFFSET, type);
    for (int at = 0; at < d; at++) {
      long kept = at == d - 1 && machine.fault().has(FaultPoint.SLICE_ALIGNED) ? ~3L : ~0L;
      boolean lost = isUnknown(i, 1 + 2 * at) && machine.fault().has(FaultPoint.OFFSET_CONSTANT);
      parts[OFFSET * d + at] =
          Elementwise.map(
              parts[OFFSET * d + at],
              machine.get(i.operand(1 + 2 * at)),
              (before, more) -> (replaces ? 0 : before) + (lost ? 0 : more & kept) & WORD,
              machine);
      if (!keeps && !(isUnknown(i, 2 + 2 * at) && machine.fault().has(FaultPoint.SPAN_CONSTANT))) {
        parts[SPAN * d + at] = machine.get(i.operand(2 + 2 * at));
      }
    }
    if (machine.fault().has(FaultPoint.SLICE_DENSE)) {
      strides(parts, d, type, machine);
    }
  }

  private void setViewDimension(Instruction i, Machine machine, Object[] parts) {
    int v = i.count() - 1;
    put(i, machine, parts, 0);
    parts[2 * v - 1] = Lanes.uniform(1);
    for (int at = v - 2; at >= 0; at--) {
      int counted = machine.fault().has(FaultPoint.VIEW_STRIDE_OWN) ? at : at + 1;
      parts[v + at] =
          Elementwise.map(
              parts[v + at + 1], parts[counted], (stride, n) -> stride * n & WORD, machine);
    }
  }
}
