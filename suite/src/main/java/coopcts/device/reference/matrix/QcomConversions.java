// SPDX-License-Identifier: Apache-2.0
package coopcts.device.reference.matrix;

import coopcts.device.reference.choice.Choice;
import coopcts.device.reference.fault.Circumstance;
import coopcts.device.reference.fault.Tap;
import coopcts.device.reference.fault.Taps;
import coopcts.device.reference.machine.DecodedInstruction;
import coopcts.device.reference.machine.Lanes;
import coopcts.device.reference.machine.Machine;
import coopcts.device.reference.machine.MatrixValue;
import coopcts.device.reference.module.DecodingTable;
import coopcts.device.reference.module.InstructionGroup;
import coopcts.device.reference.module.Module;
import coopcts.device.reference.scalar.Conversions;
import coopcts.device.reference.spirv.Instruction;
import coopcts.device.reference.spirv.SpirvException;
import coopcts.device.reference.spirv.Type;
import coopcts.grammar.Role;
import coopcts.model.Scope;
import coopcts.model.Use;
import coopcts.numbers.FloatFormat;
import coopcts.numbers.Rounding;
import java.util.Arrays;
import java.util.function.IntFunction;
import org.lwjgl.util.spvc.Spv;

/**
 * The instructions of SPV_QCOM_cooperative_matrix_conversion: arrays of invocations to matrices.
 */
public final class QcomConversions implements InstructionGroup {

  private final Module module;
  private final OperandVariables variables;

  /**
   * Prepares to decode these instructions of one module. {@link #enterInto} adds them to the table
   * that decodes the module.
   *
   * @param module whose types, constants and behaviour the instructions use
   */
  public QcomConversions(Module module) {
    this.module = module;
    this.variables = new OperandVariables(module);
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
      Object[] source = (Object[]) machine.get(i.operand(Role.SOURCE));
      Object[] result =
          packed(source, elementBytes(from), elementBytes(to), to.length(), to, machine);
      IntFunction<Taps> taps = subgroup -> machine.fault().at(Tap.Site.ARRAY, to, subgroup);
      machine.set(
          i.result(),
          machine.fault().isTapped() ? tapped(result, to.size(), taps, machine) : result);
      variables.change(
          i.operand(Role.SOURCE),
          Tap.ARRAY_LOSES_SOURCE,
          Scope.SUBGROUP,
          taps,
          () -> {
            Object[] cleared = source.clone();
            cleared[cleared.length - 1] = Lanes.uniform(0);
            return cleared;
          },
          machine);
    };
  }

  /** Passes the elements of a cast array of so many bytes through the taps. */
  private static Object[] tapped(
      Object[] right, long bytes, IntFunction<Taps> taps, Machine machine) {
    int length = right.length;
    return each(
        right,
        taps,
        (at, own) -> own.modulo(Tap.ARRAY_CAST_OF, at, length, length, bytes),
        (bits, at, own) -> own.at(Tap.ARRAY_CAST, bits, at, length),
        machine);
  }

  /** Which element of an array is taken for one, as taps say. */
  private interface Place {
    int of(int at, Taps own);
  }

  /** What becomes of an element, as taps say. */
  private interface Pass {
    long of(long bits, int at, Taps own);
  }

  /** The elements of an array in the active invocations, by the taps of each subgroup. */
  private static Object[] each(
      Object[] right, IntFunction<Taps> taps, Place place, Pass pass, Machine machine) {
    long[][] result = new long[right.length][machine.lanes()];
    for (int subgroup = 0; subgroup < machine.instances(Scope.SUBGROUP); subgroup++) {
      Taps own = taps.apply(subgroup);
      int end = machine.endLane(Scope.SUBGROUP, subgroup);
      for (int at = 0; at < right.length; at++) {
        long[] taken = (long[]) right[place.of(at, own)];
        for (int lane = machine.firstLane(Scope.SUBGROUP, subgroup); lane < end; lane++) {
          if (machine.active(lane)) {
            result[at][lane] = pass.of(Lanes.get(taken, lane), at, own);
          }
        }
      }
    }
    return Arrays.copyOf(result, result.length, Object[].class);
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
    return machine.fault().isTapped()
        ? tapped(parts, result, fromBytes, toBytes, type, machine)
        : result;
  }

  /** The same with the narrow parts of words where the taps say. */
  private static Object[] tapped(
      Object[] parts,
      Object[] lowestFirst,
      int fromBytes,
      int toBytes,
      Type type,
      Machine machine) {
    int narrowBytes = Math.min(fromBytes, toBytes);
    int each = Math.max(fromBytes, toBytes) / narrowBytes;
    Object[] narrow = toBytes < fromBytes ? lowestFirst : parts;
    Object[] turned =
        each(
            narrow,
            subgroup -> machine.fault().at(Tap.Site.ARRAY, type, subgroup),
            (at, own) -> own.modulo(Tap.ARRAY_PART, at, narrow.length, each, narrowBytes),
            (bits, _, _) -> bits,
            machine);
    return toBytes < fromBytes
        ? turned
        : Conversions.repacked(turned, fromBytes, toBytes, lowestFirst.length, machine);
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
    Type.Array to = (Type.Array) module.type(i.type());
    int length = to.length();
    return machine -> {
      Object[] source = (Object[]) machine.get(i.operand(Role.SOURCE));
      long[] start = machine.scalar(i.operand(Role.INDEX));
      long[][] parts = new long[length][machine.lanes()];
      for (int lane = 0; lane < machine.lanes(); lane++) {
        if (machine.active(lane)) {
          int subgroup = machine.instance(Scope.SUBGROUP, lane);
          Taps taps = machine.fault().at(Tap.Site.ARRAY, to, subgroup);
          int first = (int) Lanes.get(start, lane);
          if (taps.isOn(Tap.ARRAY_START)) {
            first = start(first, length, source.length, start, taps, machine);
          }
          if (first < 0 || first + length > source.length) {
            throw new SpirvException(
                "QC-SUB-004: %d elements from %d of an array of %d"
                    .formatted(length, first, source.length));
          }
          for (int at = 0; at < length; at++) {
            long right = Lanes.get((long[]) source[first + at], lane);
            parts[at][lane] = taps.at(Tap.ARRAY_ELEMENT, right, at, length);
          }
        }
      }
      machine.set(i.result(), Arrays.copyOf(parts, length, Object[].class));
    };
  }

  /** Where the tap makes a sub-array begin. */
  private static int start(
      int right, int length, int most, long[] all, Taps taps, Machine machine) {
    long uniform = Lanes.get(all, machine.firstActive());
    int isShared = isShared(all, machine) ? 1 : 0;
    return (int) taps.within(Tap.ARRAY_START, right, 0, most - length, uniform, isShared, length);
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
    int isOfIntegers = array.element() instanceof Type.Int ? 1 : 0;
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
          Taps taps = taps(type, instance, machine);
          int own = taps.modulo(Tap.LINES_INSTANCE, instance, tiles.length);
          int first = machine.firstLane(type.scope(), own);
          for (int line = 0; line < lines(type); line++) {
            int from = (int) taps.within(Tap.LINES_LINE, line, -1, machine.subgroupSize() - 1);
            for (int at = 0; at < parts.length && from >= 0; at++) {
              long bits = Lanes.get((long[]) parts[at], first + from);
              tiles[instance][
                      taps.modulo(Tap.LINES_PLACE, element(type, line, at), type.elements())] =
                  taps.isOn(Tap.LINES_ELEMENT)
                      ? taps.at(Tap.LINES_ELEMENT, bits, numeric(bits), isOfIntegers)
                      : bits;
            }
          }
        }
      }
      machine.set(i.result(), MatrixValue.ofArrays(type, tiles));
    };
  }

  /** A word as a number of float32. */
  private static long numeric(long bits) {
    return FloatFormat.FLOAT32.encode(bits, Rounding.NEAREST_EVEN);
  }

  private static Taps taps(Type.CooperativeMatrix type, int instance, Machine machine) {
    return machine.fault().isTapped()
        ? machine
            .fault()
            .at(
                Tap.Site.LINES,
                type,
                instance,
                lines(type),
                machine.subgroupSize(),
                machine.fault().isIn(Circumstance.SIZES_SPECIALIZED) ? 1 : 0)
        : Taps.OFF;
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
            Taps taps = taps(type, instance, machine);
            boolean isHeld = line < lines(type);
            int of = isHeld ? taps.modulo(Tap.LINES_FROM_LINE, line, lines(type)) : lines(type) - 1;
            int from = taps.modulo(Tap.LINES_FROM_PLACE, element(type, of, at), type.elements());
            values[lane] =
                isHeld ? taps.at(Tap.LINES_FROM_ELEMENT, matrix.tile(instance)[from]) : undefined;
          }
        }
        parts[at] = values;
      }
      machine.set(
          i.result(),
          packed(parts, type.componentBytes(), elementBytes(array), array.length(), type, machine));
      variables.change(
          i.operand(Role.MATRIX),
          Tap.LINES_LOSE_SOURCE,
          type.scope(),
          instance -> taps(type, instance, machine),
          () -> matrix.withoutLast(),
          machine);
    };
  }
}
