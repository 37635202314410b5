// SPDX-License-Identifier: Apache-2.0
package coopcts.device.reference.matrix;

import coopcts.device.reference.choice.Choice;
import coopcts.device.reference.fault.ActiveFault;
import coopcts.device.reference.fault.Circumstance;
import coopcts.device.reference.fault.FaultPoint;
import coopcts.device.reference.machine.DecodedInstruction;
import coopcts.device.reference.machine.Lanes;
import coopcts.device.reference.machine.Machine;
import coopcts.device.reference.machine.MatrixValue;
import coopcts.device.reference.machine.Variable;
import coopcts.device.reference.module.DecodingTable;
import coopcts.device.reference.module.InstructionGroup;
import coopcts.device.reference.module.Module;
import coopcts.device.reference.scalar.Conversions;
import coopcts.device.reference.spirv.Instruction;
import coopcts.device.reference.spirv.SpirvException;
import coopcts.device.reference.spirv.Type;
import coopcts.grammar.OpcodeKind;
import coopcts.grammar.Role;
import coopcts.model.Scope;
import coopcts.model.Use;
import coopcts.numbers.FloatFormat;
import coopcts.numbers.Rounding;
import java.util.Arrays;
import org.lwjgl.util.spvc.Spv;

/**
 * The instructions of SPV_QCOM_cooperative_matrix_conversion: arrays of invocations to matrices.
 */
public final class QcomConversions implements InstructionGroup {

  private final Module module;

  /**
   * Prepares to decode these instructions of one module. {@link #enterInto} adds them to the table
   * that decodes the module.
   *
   * @param module whose types, constants and behaviour the instructions use
   */
  public QcomConversions(Module module) {
    this.module = module;
  }

  @Override
  public void enterInto(DecodingTable table) {
    table.add(Spv.SpvOpBitCastArrayQCOM, this::bitcast);
    table.add(Spv.SpvOpExtractSubArrayQCOM, this::subArray);
    table.add(Spv.SpvOpCompositeConstructCoopMatQCOM, this::construct);
    table.add(Spv.SpvOpCompositeExtractCoopMatQCOM, this::extract);
  }

  private static int elementBytes(Type.Array array) {
    return (int) array.element().size();
  }

  private DecodedInstruction bitcast(Instruction i) {
    Type.Array from = (Type.Array) module.typeOf(i.operand(Role.SOURCE));
    Type.Array to = (Type.Array) module.type(i.type());
    return machine -> {
      Object[] result =
          packed(
                  (Object[]) machine.get(i.operand(Role.SOURCE)),
                  elementBytes(from),
                  elementBytes(to),
                  to.length(),
                  to,
                  machine)
              .clone();
      if (machine.fault().has(FaultPoint.ARRAY_BITCAST_LAST, to)) {
        result[result.length - 1] = Lanes.uniform(0);
      }
      if (to.size() == 256 && machine.fault().has(FaultPoint.ARRAY_BITCAST_256, to)) {
        System.arraycopy(result, 0, result, result.length / 2, result.length / 2);
      }
      machine.set(i.result(), result);
      if (isVariable(i.operand(Role.SOURCE))
          && machine.fault().has(FaultPoint.ARRAY_BITCAST_IN_PLACE, to)) {
        Object[] source = ((Object[]) machine.get(i.operand(Role.SOURCE))).clone();
        source[source.length - 1] = Lanes.uniform(0);
        variable(i.operand(Role.SOURCE), machine).store(source, machine);
      }
    };
  }

  /** Whether a value was loaded from a variable. */
  private boolean isVariable(int value) {
    Instruction made = module.definition(value);
    return made.kind() == OpcodeKind.LOAD
        && !module.storage(made.operand(Role.POINTER)).hasAddresses();
  }

  private Variable.Pointer variable(int value, Machine machine) {
    return (Variable.Pointer) machine.get(module.definition(value).operand(Role.POINTER));
  }

  /** The same bits in elements of another width. */
  private static Object[] packed(
      Object[] parts, int fromBytes, int toBytes, int toParts, Type type, Machine machine) {
    Object[] result = Conversions.repacked(parts, fromBytes, toBytes, toParts, machine);
    if (fromBytes == toBytes) {
      return result;
    }
    if (machine.behaviour().freedom().kept(Choice.ARRAY_WORDS) % 2 == 1) {
      return highestFirst(parts, result, fromBytes, toBytes, machine);
    }
    if (Math.min(fromBytes, toBytes) == 2 && machine.fault().has(FaultPoint.ARRAY_HALVES, type)
        || machine.fault().has(FaultPoint.ARRAY_BYTES, type)) {
      int each = Math.max(fromBytes, toBytes) / Math.min(fromBytes, toBytes);
      Object[] narrow = toBytes < fromBytes ? result : parts;
      Object[] turned = narrow.clone();
      // In every second word: all of them exchanged are an order that no text rules out.
      for (int at = 0; at < turned.length; at++) {
        if (at / each % 2 == 1) {
          turned[at] = narrow[at / each * each + (each - 1 - at % each)];
        }
      }
      return toBytes < fromBytes
          ? turned
          : Conversions.repacked(turned, fromBytes, toBytes, toParts, machine);
    }
    return result;
  }

  /** The same where the first narrow part of a word is its highest. */
  private static Object[] highestFirst(
      Object[] parts, Object[] lowestFirst, int fromBytes, int toBytes, Machine machine) {
    boolean narrows = toBytes < fromBytes;
    Object[] narrow = narrows ? lowestFirst : parts;
    int each = Math.max(fromBytes, toBytes) / Math.min(fromBytes, toBytes);
    Object[] turned = new Object[narrow.length];
    Arrays.setAll(turned, at -> narrow[at / each * each + (each - 1 - at % each)]);
    return narrows
        ? turned
        : Conversions.repacked(turned, fromBytes, toBytes, lowestFirst.length, machine);
  }

  /** Whether all invocations that are active have the same number. */
  private static boolean isShared(long[] numbers, Machine machine) {
    long first = Lanes.get(numbers, machine.firstActive());
    for (int lane = 0; lane < machine.lanes(); lane++) {
      if (machine.active(lane) && Lanes.get(numbers, lane) != first) {
        return false;
      }
    }
    return true;
  }

  private DecodedInstruction subArray(Instruction i) {
    int length = ((Type.Array) module.type(i.type())).length();
    return machine -> {
      Object[] source = (Object[]) machine.get(i.operand(Role.SOURCE));
      long[] start = machine.scalar(i.operand(Role.INDEX));
      long[][] parts = new long[length][machine.lanes()];
      for (int lane = 0; lane < machine.lanes(); lane++) {
        if (machine.active(lane)) {
          Type type = module.type(i.type());
          int first = (int) Lanes.get(start, lane);
          if (machine.fault().has(FaultPoint.ARRAY_START_ZERO, type)) {
            first = 0;
          } else if (machine.fault().has(FaultPoint.ARRAY_START_UNIFORM, type)) {
            first = (int) Lanes.get(start, machine.firstActive());
          } else if (machine.fault().isOn()
              && isShared(start, machine)
              && machine.fault().has(FaultPoint.ARRAY_SHARED_START, type)) {
            first = 0;
          } else if (machine.fault().has(FaultPoint.ARRAY_START_PART, type)) {
            first = first / length;
          }
          if (first < 0 || first + length > source.length) {
            throw new SpirvException(
                "QC-SUB-004: %d elements from %d of an array of %d"
                    .formatted(length, first, source.length));
          }
          for (int at = 0; at < length; at++) {
            boolean lost =
                at == length - 1 && machine.fault().has(FaultPoint.ARRAY_LAST_LOST, type);
            parts[at][lane] = lost ? 0 : Lanes.get((long[]) source[first + at], lane);
          }
        }
      }
      machine.set(i.result(), Arrays.copyOf(parts, length, Object[].class));
    };
  }

  /** Elements of the line, a row or for use B a column, that an invocation's array holds. */
  private static int lineLength(Type.CooperativeMatrix type) {
    return type.use() == Use.B ? type.rows() : type.columns();
  }

  private static int lines(Type.CooperativeMatrix type) {
    return type.use() == Use.B ? type.columns() : type.rows();
  }

  private static int element(Type.CooperativeMatrix type, int line, int at) {
    return type.use() == Use.B ? at * type.columns() + line : line * type.columns() + at;
  }

  /** An array holds one line of the matrix, no less and no more (QC §2). */
  private static void checkLength(Type.CooperativeMatrix type, Type.Array array) {
    if (array.length() * elementBytes(array) != lineLength(type) * type.componentBytes()) {
      throw new SpirvException(
          "QC §2: an array of %d bytes for %s of %d bytes"
              .formatted(
                  array.length() * elementBytes(array),
                  type.use() == Use.B ? "columns" : "rows",
                  lineLength(type) * type.componentBytes()));
    }
  }

  private static void checkSize(Type.CooperativeMatrix type, Machine machine) {
    if (type.scope() != Scope.SUBGROUP || lines(type) > machine.subgroupSize()) {
      throw new SpirvException(
          "QC §2: a matrix of %s scope with %d %s, which the %d invocations of a subgroup cannot hold one each"
              .formatted(
                  type.scope(),
                  lines(type),
                  type.use() == Use.B ? "columns" : "rows",
                  machine.subgroupSize()));
    }
  }

  private DecodedInstruction construct(Instruction i) {
    Type.CooperativeMatrix type = (Type.CooperativeMatrix) module.type(i.type());
    Type.Array array = (Type.Array) module.typeOf(i.operand(Role.SOURCE));
    checkLength(type, array);
    boolean numeric =
        array.element() instanceof Type.Int
            && type.component() instanceof Type.Float(FloatFormat format)
            && format == FloatFormat.FLOAT32
            && module.behaviour().fault().has(FaultPoint.LINES_NUMERIC, type);
    return machine -> {
      checkSize(type, machine);
      Object[] parts =
          packed(
              (Object[]) machine.get(i.operand(Role.SOURCE)),
              elementBytes(array),
              type.componentBytes(),
              lineLength(type),
              type,
              machine);
      long[][] tiles = new long[machine.instances(type.scope())][];
      for (int instance = 0; instance < tiles.length; instance++) {
        if (machine.converged(type.scope(), instance)) {
          tiles[instance] = new long[type.elements()];
          boolean second =
              instance == 1 && machine.fault().has(FaultPoint.LINES_SECOND_SUBGROUP, type);
          int first = machine.firstLane(type.scope(), second ? 0 : instance);
          for (int line = 0; line < lines(type); line++) {
            int from = line(type, line, machine);
            for (int at = 0; at < parts.length && from >= 0; at++) {
              long bits = Lanes.get((long[]) parts[at], first + from);
              tiles[instance][placed(type, line, at, machine)] =
                  numeric ? FloatFormat.FLOAT32.encode(bits, Rounding.NEAREST_EVEN) : bits;
            }
          }
        }
      }
      machine.set(i.result(), MatrixValue.ofArrays(type, tiles));
    };
  }

  /** The invocation whose array is a line, −1 where a fault loses it. */
  private static int line(Type.CooperativeMatrix type, int line, Machine machine) {
    ActiveFault fault = machine.fault();
    int count = lines(type);
    boolean full = count == machine.subgroupSize();
    boolean lost =
        fault.has(FaultPoint.LINES_LAST_LOST, type)
            || full && fault.has(FaultPoint.LINES_FULL_LAST_LOST, type)
            || fault.isIn(Circumstance.SIZES_SPECIALIZED)
                && fault.has(FaultPoint.LINES_SPECIALIZED_LOST, type);
    if (line == count - 1 && lost) {
      return -1;
    }
    if (!full && fault.has(FaultPoint.LINES_EXCESS, type)) {
      return machine.subgroupSize() - count + line;
    }
    if (line >= count / 2 && fault.has(FaultPoint.LINES_WRAP, type)) {
      return line - count / 2;
    }
    return type.use() == Use.ACCUMULATOR && fault.has(FaultPoint.LINES_ACCUMULATOR_REVERSED, type)
        ? count - 1 - line
        : line;
  }

  private static int placed(Type.CooperativeMatrix type, int line, int at, Machine machine) {
    boolean turned =
        type.use() == Use.A && machine.fault().has(FaultPoint.LINES_TRANSPOSED, type)
            || type.use() == Use.B && machine.fault().has(FaultPoint.LINES_B_ROWS, type);
    int right = element(type, line, at);
    return turned ? (right * type.columns() + right / type.rows()) % type.elements() : right;
  }

  private DecodedInstruction extract(Instruction i) {
    Type.CooperativeMatrix type = (Type.CooperativeMatrix) module.typeOf(i.operand(Role.MATRIX));
    Type.Array array = (Type.Array) module.type(i.type());
    checkLength(type, array);
    return machine -> {
      checkSize(type, machine);
      MatrixValue matrix = (MatrixValue) machine.get(i.operand(Role.MATRIX));
      long undefined = machine.behaviour().freedom().padding() & type.mask();
      Object[] parts = new Object[lineLength(type)];
      for (int at = 0; at < parts.length; at++) {
        long[] values = new long[machine.lanes()];
        for (int lane = 0; lane < values.length; lane++) {
          int instance = machine.instance(type.scope(), lane);
          if (machine.active(lane) && machine.converged(type.scope(), instance)) {
            int line = machine.laneInInstance(type.scope(), lane);
            if (line < lines(type) && machine.fault().has(FaultPoint.LINES_FROM_SHIFTED, type)) {
              line = (line + 1) % lines(type);
            }
            int from = element(type, Math.min(line, lines(type) - 1), at);
            if (machine.fault().has(FaultPoint.LINES_FROM_TRANSPOSED, type)) {
              from = (from * type.columns() + from / type.rows()) % type.elements();
            }
            long low = machine.fault().has(FaultPoint.LINES_FROM_LOW_BIT, type) ? ~1L : ~0L;
            values[lane] = line < lines(type) ? matrix.tile(instance)[from] & low : undefined;
          }
        }
        parts[at] = values;
      }
      machine.set(
          i.result(),
          packed(parts, type.componentBytes(), elementBytes(array), array.length(), type, machine));
      if (isVariable(i.operand(Role.MATRIX))
          && machine.fault().has(FaultPoint.LINES_FROM_IN_PLACE, type)) {
        variable(i.operand(Role.MATRIX), machine).store(matrix.withLast(null), machine);
      }
    };
  }
}
