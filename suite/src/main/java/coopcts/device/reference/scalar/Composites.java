// SPDX-License-Identifier: Apache-2.0
package coopcts.device.reference.scalar;

import coopcts.device.reference.fault.Tap;
import coopcts.device.reference.fault.Taps;
import coopcts.device.reference.machine.Check;
import coopcts.device.reference.machine.DecodedInstruction;
import coopcts.device.reference.machine.Lanes;
import coopcts.device.reference.machine.Machine;
import coopcts.device.reference.machine.MatrixValue;
import coopcts.device.reference.module.DecodingTable;
import coopcts.device.reference.module.FloatArithmetic.Operation;
import coopcts.device.reference.module.InstructionGroup;
import coopcts.device.reference.module.Module;
import coopcts.device.reference.spirv.Instruction;
import coopcts.device.reference.spirv.Type;
import coopcts.numbers.FloatFormat;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.LongBinaryOperator;
import org.lwjgl.util.spvc.Spv;

/**
 * Decodes instructions that build composites, take them apart, or multiply vectors and matrices of
 * columns.
 */
public final class Composites implements InstructionGroup {

  private final Module module;

  /**
   * Prepares to decode these instructions of one module. {@link #enterInto} adds them to the table
   * that decodes the module.
   *
   * @param module whose types, constants and behaviour the instructions use
   */
  public Composites(Module module) {
    this.module = module;
  }

  @Override
  public void enterInto(DecodingTable table) {
    table.add(Spv.SpvOpCompositeConstruct, this::construct);
    table.add(Spv.SpvOpCompositeConstructReplicateEXT, this::replicate);
    table.add(Spv.SpvOpCompositeExtract, this::extract);
    table.add(Spv.SpvOpCompositeInsert, this::insert);
    table.add(Spv.SpvOpCopyObject, i -> machine -> machine.set(i.result(), copied(i, machine)));
    table.add(
        Spv.SpvOpCopyLogical, i -> machine -> machine.set(i.result(), machine.get(i.operand(0))));
    table.add(Spv.SpvOpVectorShuffle, this::shuffle);
    table.add(Spv.SpvOpVectorExtractDynamic, this::extractDynamic);
    table.add(Spv.SpvOpVectorInsertDynamic, this::insertDynamic);
    table.add(Spv.SpvOpVectorTimesScalar, this::timesScalar);
    table.add(Spv.SpvOpDot, this::dot);
    table.add(
        Spv.SpvOpTranspose,
        i -> machine -> machine.set(i.result(), transposed((Object[]) machine.get(i.operand(0)))));
    table.add(Spv.SpvOpMatrixTimesVector, this::matrixProduct);
    table.add(Spv.SpvOpVectorTimesMatrix, this::matrixProduct);
    table.add(Spv.SpvOpMatrixTimesMatrix, this::matrixProduct);
    table.add(Spv.SpvOpOuterProduct, this::matrixProduct);
    table.add(Spv.SpvOpAny, i -> fold(i, (a, b) -> a | b));
    table.add(Spv.SpvOpAll, i -> fold(i, (a, b) -> a & b));
  }

  private static Object copied(Instruction i, Machine machine) {
    Object value = machine.get(i.operand(0));
    return value instanceof MatrixValue matrix ? matrix.copied(Tap.Way.OBJECT, machine) : value;
  }

  private DecodedInstruction construct(Instruction i) {
    Type type = module.type(i.type());
    if (type instanceof Type.CooperativeMatrix matrix) {
      int constituent = constituent(i, matrix);
      Long before = module.defaultOf(constituent);
      Taps taps = before == null ? Taps.OFF : module.taps(Tap.Site.CONSTANT, matrix);
      return machine -> {
        long[] value = machine.scalar(constituent);
        if (taps.isOn(Tap.CONSTANT_FILL)) {
          value = Lanes.uniform(taps.at(Tap.CONSTANT_FILL, Lanes.get(value, 0), before, 0, 0));
        }
        machine.set(i.result(), filled(i, value, matrix, machine));
      };
    }
    return machine -> {
      List<Object> parts = new ArrayList<>();
      for (int operand : i.operands()) {
        Object part = machine.get(operand);
        if (type instanceof Type.Vector && part instanceof Object[] several) {
          parts.addAll(Arrays.asList(several));
        } else {
          parts.add(part);
        }
      }
      machine.set(i.result(), parts.toArray());
    };
  }

  private DecodedInstruction replicate(Instruction i) {
    Type type = module.type(i.type());
    if (type instanceof Type.CooperativeMatrix) {
      DecodedInstruction whole = construct(i);
      return machine -> {
        whole.run(machine);
        MatrixValue made = (MatrixValue) machine.get(i.result());
        machine.set(i.result(), made.copied(Tap.Way.REPLICATE, machine));
      };
    }
    return machine -> {
      Object[] parts = new Object[type.count()];
      Arrays.fill(parts, machine.get(i.operand(0)));
      machine.set(i.result(), parts);
    };
  }

  /** The scalar that a matrix is filled with, or where the tap has it so what it is made of. */
  private int constituent(Instruction i, Type.CooperativeMatrix type) {
    Instruction made = module.definition(i.operand(0));
    boolean converted = made.opcode() >= Spv.SpvOpConvertFToU && made.opcode() <= Spv.SpvOpFConvert;
    return converted && !module.taps(Tap.Site.FILL, type).is(Tap.FILL_CONVERTS, true)
        ? made.operand(0)
        : i.operand(0);
  }

  private static MatrixValue filled(
      Instruction i, long[] value, Type.CooperativeMatrix type, Machine machine) {
    long[][] tiles = new long[machine.instances(type.scope())][];
    for (int instance = 0; instance < tiles.length; instance++) {
      if (machine.converged(type.scope(), instance)) {
        tiles[instance] = new long[type.elements()];
        long right = machine.agreed(value, type.scope(), instance, "KHR-CTOR-009: the constituent");
        Taps taps = machine.taps(Tap.Site.FILL, type, instance);
        Arrays.fill(
            tiles[instance],
            taps.at(Tap.FILL_VALUE, right & type.mask(), Lanes.get(value, 0) & type.mask()));
        OperationTaps.pass(
            tiles[instance],
            tiles[instance],
            type.component(),
            type,
            OperationTaps.of(i, Tap.Operation.FILL, type, type.component(), instance, machine));
      }
    }
    return new MatrixValue(type, tiles);
  }

  private DecodedInstruction extract(Instruction i) {
    return machine -> {
      Object value = machine.get(i.operand(0));
      for (int at = 1; at < i.count(); at++) {
        value =
            value instanceof MatrixValue matrix
                ? matrix.component(component(i.operand(at), matrix, 0), machine)
                : ((Object[]) value)[i.operand(at)];
      }
      machine.set(i.result(), value);
    };
  }

  private DecodedInstruction insert(Instruction i) {
    int[] path = Arrays.copyOfRange(i.operands(), 2, i.count());
    if (module.type(i.type()) instanceof Type.CooperativeMatrix) {
      return machine ->
          machine.set(
              i.result(),
              ((MatrixValue) machine.get(i.operand(1)))
                  .with(
                      component(path[0], (MatrixValue) machine.get(i.operand(1)), 1),
                      machine.scalar(i.operand(0)),
                      machine));
    }
    return machine ->
        machine.set(
            i.result(),
            Lanes.insert(machine.get(i.operand(1)), path, 0, machine.get(i.operand(0))));
  }

  /** A literal index of a component, behind the tap. */
  private long[] component(int index, MatrixValue matrix, long isInsert) {
    Taps taps = module.taps(Tap.Site.CHOICE, matrix.type());
    return Lanes.uniform(taps.at(Tap.CHOICE_COMPONENT, index, isInsert));
  }

  private DecodedInstruction shuffle(Instruction i) {
    return machine -> {
      Object[] first = (Object[]) machine.get(i.operand(0));
      Object[] second = (Object[]) machine.get(i.operand(1));
      Object[] result = new Object[i.count() - 2];
      for (int at = 0; at < result.length; at++) {
        int from = i.operand(at + 2);
        if (from == -1) {
          result[at] = Lanes.uniform(0);
        } else {
          result[at] = from < first.length ? first[from] : second[from - first.length];
        }
      }
      machine.set(i.result(), result);
    };
  }

  private static int index(long index, Object[] parts, Machine machine) {
    if (index < 0 || index >= parts.length) {
      machine
          .behaviour()
          .violated(
              Check.BOUNDS, "index " + index + " of a vector with " + parts.length + " components");
    }
    return Math.clamp(index, 0, parts.length - 1);
  }

  private DecodedInstruction extractDynamic(Instruction i) {
    return machine -> {
      Object[] vector = (Object[]) machine.get(i.operand(0));
      long[] index = machine.scalar(i.operand(1));
      long[] result = new long[machine.lanes()];
      for (int lane = 0; lane < result.length; lane++) {
        if (machine.active(lane)) {
          result[lane] =
              Lanes.get((long[]) vector[index(Lanes.get(index, lane), vector, machine)], lane);
        }
      }
      machine.set(i.result(), result);
    };
  }

  private DecodedInstruction insertDynamic(Instruction i) {
    return machine -> {
      Object[] vector = (Object[]) machine.get(i.operand(0));
      long[] part = machine.scalar(i.operand(1));
      long[] index = machine.scalar(i.operand(2));
      Object[] result = new Object[vector.length];
      for (int at = 0; at < result.length; at++) {
        result[at] = Lanes.spread((long[]) vector[at], machine.lanes());
      }
      for (int lane = 0; lane < machine.lanes(); lane++) {
        if (machine.active(lane)) {
          ((long[]) result[index(Lanes.get(index, lane), result, machine)])[lane] =
              Lanes.get(part, lane);
        }
      }
      machine.set(i.result(), result);
    };
  }

  private LongBinaryOperator times(Instruction i) {
    return module.arithmetic().rounded(format(i), Operation.PRODUCT);
  }

  private LongBinaryOperator plus(Instruction i) {
    return module.arithmetic().rounded(format(i), Operation.SUM);
  }

  private FloatFormat format(Instruction i) {
    return ((Type.Float) module.type(i.type()).component()).format();
  }

  /**
   * {@return the step that multiplies a vector or a matrix of columns by a scalar} It is public as
   * OpMatrixTimesScalar takes cooperative matrices too, whose group of instructions hands on the
   * others.
   *
   * @param i OpVectorTimesScalar, or OpMatrixTimesScalar whose operand is no cooperative matrix
   * @throws coopcts.device.reference.spirv.SpirvException if the result type's id is no type
   */
  public DecodedInstruction timesScalar(Instruction i) {
    var times = times(i);
    return machine ->
        machine.set(
            i.result(),
            scaled(machine.get(i.operand(0)), machine.get(i.operand(1)), times, machine));
  }

  /** Every part of a vector or matrix times one scalar. */
  private static Object scaled(
      Object value, Object factor, LongBinaryOperator times, Machine machine) {
    if (!(value instanceof Object[] parts)) {
      return Elementwise.map(value, factor, times, machine);
    }
    Object[] result = new Object[parts.length];
    Arrays.setAll(result, at -> scaled(parts[at], factor, times, machine));
    return result;
  }

  private static Object[] transposed(Object[] columns) {
    Object[] rows = new Object[((Object[]) columns[0]).length];
    for (int row = 0; row < rows.length; row++) {
      Object[] parts = new Object[columns.length];
      for (int column = 0; column < parts.length; column++) {
        parts[column] = ((Object[]) columns[column])[row];
      }
      rows[row] = parts;
    }
    return rows;
  }

  private DecodedInstruction matrixProduct(Instruction i) {
    var times = times(i);
    var plus = plus(i);
    return machine -> {
      Object[] left = (Object[]) machine.get(i.operand(0));
      Object[] right = (Object[]) machine.get(i.operand(1));
      machine.set(
          i.result(),
          switch (i.opcode()) {
            case Spv.SpvOpMatrixTimesVector -> dots(transposed(left), right, times, plus, machine);
            case Spv.SpvOpVectorTimesMatrix -> dots(right, left, times, plus, machine);
            case Spv.SpvOpOuterProduct ->
                Arrays.stream(right).map(factor -> scaled(left, factor, times, machine)).toArray();
            default -> {
              Object[] rows = transposed(left);
              yield Arrays.stream(right)
                  .map(column -> dots(rows, (Object[]) column, times, plus, machine))
                  .toArray();
            }
          });
    };
  }

  /** The dot product of each vector with one. */
  private static Object[] dots(
      Object[] vectors,
      Object[] with,
      LongBinaryOperator times,
      LongBinaryOperator plus,
      Machine machine) {
    return Arrays.stream(vectors)
        .map(vector -> dot((Object[]) vector, with, times, plus, machine))
        .toArray();
  }

  private static Object dot(
      Object[] left,
      Object[] right,
      LongBinaryOperator times,
      LongBinaryOperator plus,
      Machine machine) {
    Object sum = Elementwise.map(left[0], right[0], times, machine);
    for (int at = 1; at < left.length; at++) {
      sum =
          Elementwise.map(sum, Elementwise.map(left[at], right[at], times, machine), plus, machine);
    }
    return sum;
  }

  private DecodedInstruction dot(Instruction i) {
    var times = times(i);
    var plus = plus(i);
    long isBrain = format(i) == FloatFormat.BFLOAT16 ? 1 : 0;
    return machine -> {
      Object[] left = (Object[]) machine.get(i.operand(0));
      Taps taps = machine.taps(Tap.Site.NUMBER, null, 0);
      int terms = Math.clamp(taps.at(Tap.NUMBER_TERMS, left.length, isBrain), 1, left.length);
      machine.set(
          i.result(),
          dot(
              Arrays.copyOf(left, terms),
              (Object[]) machine.get(i.operand(1)),
              times,
              plus,
              machine));
    };
  }

  private DecodedInstruction fold(Instruction i, LongBinaryOperator function) {
    return machine -> {
      Object[] parts = (Object[]) machine.get(i.operand(0));
      Object result = parts[0];
      for (int at = 1; at < parts.length; at++) {
        result = Elementwise.map(result, parts[at], function, machine);
      }
      machine.set(i.result(), result);
    };
  }
}
