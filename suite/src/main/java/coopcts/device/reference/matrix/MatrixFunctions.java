// SPDX-License-Identifier: Apache-2.0
package coopcts.device.reference.matrix;

import coopcts.device.reference.choice.Choice;
import coopcts.device.reference.choice.ImplementationChoices;
import coopcts.device.reference.fault.ActiveFault;
import coopcts.device.reference.fault.FaultPoint;
import coopcts.device.reference.machine.DecodedInstruction;
import coopcts.device.reference.machine.Lanes;
import coopcts.device.reference.machine.Machine;
import coopcts.device.reference.machine.MatrixValue;
import coopcts.device.reference.machine.Undefined;
import coopcts.device.reference.module.DecodingTable;
import coopcts.device.reference.module.InstructionGroup;
import coopcts.device.reference.module.Module;
import coopcts.device.reference.scalar.Elementwise;
import coopcts.device.reference.spirv.Instruction;
import coopcts.device.reference.spirv.Maintenance1;
import coopcts.device.reference.spirv.SpirvException;
import coopcts.device.reference.spirv.Type;
import coopcts.grammar.OpcodeKind;
import coopcts.grammar.Role;
import coopcts.model.Scope;
import coopcts.numbers.FloatFormat;
import coopcts.numbers.IntegerFormat;
import coopcts.numbers.Rounding;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import org.lwjgl.util.spvc.Spv;

/**
 * Reductions, per-element operations, conversions of use and transposition:
 * SPV_NV_cooperative_matrix2 but for its tensor loads and stores.
 */
public final class MatrixFunctions implements InstructionGroup {

  private static final int ROW = Spv.SpvCooperativeMatrixReduceRowMask;
  private static final int COLUMN = Spv.SpvCooperativeMatrixReduceColumnMask;
  private static final int QUADS = Spv.SpvCooperativeMatrixReduce2x2Mask;

  /** Minimum and maximum of GLSL.std.450. */
  private static final Set<Integer> MINIMA = Set.of(37, 38, 39, 79);

  private static final Set<Integer> MAXIMA = Set.of(40, 41, 42, 80);

  private final Module module;

  /**
   * Prepares to decode these instructions of one module. {@link #enterInto} adds them to the table
   * that decodes the module.
   *
   * @param module whose types, constants and behaviour the instructions use
   */
  public MatrixFunctions(Module module) {
    this.module = module;
  }

  @Override
  public void enterInto(DecodingTable table) {
    table.add(
        Spv.SpvOpCooperativeMatrixReduceNV,
        i ->
            calling(
                i,
                (to, from, n, holes, m) ->
                    from.isSet(n) ? reduce(i, to, from, n, holes, m) : null));
    table.add(Spv.SpvOpCooperativeMatrixPerElementOpNV, this::perElement);
    table.add(
        Spv.SpvOpCooperativeMatrixConvertNV,
        i ->
            module.decoration(i.result(), Maintenance1.DECORATION_TRANSPOSE, 0) == 0
                ? each(i, MatrixFunctions::changedUse, (_, _, holes) -> holes)
                : transposing(i));
    table.add(Spv.SpvOpCooperativeMatrixTransposeNV, this::transposing);
  }

  private DecodedInstruction transposing(Instruction i) {
    return each(
        i,
        (to, from, n, m) ->
            m.fault().has(FaultPoint.TRANSPOSE_COPIES, to)
                    || to.rows() != to.columns() && m.fault().has(FaultPoint.TRANSPOSE_RECTANGLE)
                ? from.tile(n).clone()
                : masked(from.turned(n), FaultPoint.TRANSPOSE_LOW_BIT, to, m),
        (_, from, holes) -> MatrixValue.turned(from, holes));
  }

  /** Which elements of a result are undefined, by those of the source. */
  private interface Holes {
    boolean[] of(Type.CooperativeMatrix to, Type.CooperativeMatrix from, boolean[] holes);
  }

  /** Elements without the lowest bit where a bug loses it. */
  private static long[] masked(
      long[] tile, FaultPoint bug, Type.CooperativeMatrix type, Machine machine) {
    if (machine.fault().has(bug, type)) {
      for (int e = 0; e < tile.length; e++) {
        tile[e] &= ~1L;
      }
    }
    return tile;
  }

  private interface TileFunction {
    long[] apply(Type.CooperativeMatrix to, MatrixValue from, int instance, Machine machine);
  }

  /** What is undefined comes of what is. */
  private DecodedInstruction each(Instruction i, TileFunction function, Holes holes) {
    return always(
        i,
        (to, from, instance, machine) ->
            from.isSet(instance) ? function.apply(to, from, instance, machine) : null,
        holes);
  }

  /** Makes a tile of what a function of the module gives, and its undefined elements. */
  private interface CallingFunction {
    /**
     * @param holes the undefined elements of the result, to be filled in
     */
    long[] apply(
        Type.CooperativeMatrix to,
        MatrixValue from,
        int instance,
        boolean[] holes,
        Machine machine);
  }

  /** What is undefined comes of what the functions that are called make of it. */
  private DecodedInstruction calling(Instruction i, CallingFunction function) {
    Type.CooperativeMatrix type = (Type.CooperativeMatrix) module.type(i.type());
    return machine -> {
      MatrixValue source = (MatrixValue) machine.get(i.operand(Role.MATRIX));
      long[][] tiles = new long[source.instances()][];
      boolean[][] holes = new boolean[tiles.length][];
      for (int instance = 0; instance < tiles.length; instance++) {
        if (machine.converged(type.scope(), instance)) {
          boolean[] own = new boolean[type.elements()];
          tiles[instance] = function.apply(type, source, instance, own, machine);
          holes[instance] = tiles[instance] == null ? null : own;
        }
      }
      if (type.scope() == Scope.WORKGROUP && machine.fault().has(FaultPoint.WORKGROUP_STAGING)) {
        machine.memory().spoilShared();
      }
      machine.set(i.result(), new MatrixValue(type, tiles).holed(holes));
    };
  }

  private DecodedInstruction always(Instruction i, TileFunction function, Holes holes) {
    Type.CooperativeMatrix type = (Type.CooperativeMatrix) module.type(i.type());
    return machine -> {
      MatrixValue source = (MatrixValue) machine.get(i.operand(Role.MATRIX));
      long[][] tiles = new long[source.instances()][];
      for (int instance = 0; instance < tiles.length; instance++) {
        if (machine.converged(type.scope(), instance)) {
          tiles[instance] = function.apply(type, source, instance, machine);
        }
      }
      if (type.scope() == Scope.WORKGROUP && machine.fault().has(FaultPoint.WORKGROUP_STAGING)) {
        machine.memory().spoilShared();
      }
      machine.set(
          i.result(),
          new MatrixValue(type, tiles).holedAs(source, own -> holes.of(type, source.type(), own)));
    };
  }

  private static long[] changedUse(
      Type.CooperativeMatrix to, MatrixValue from, int instance, Machine machine) {
    FaultPoint turns =
        switch (to.use()) {
          case A -> FaultPoint.USE_TURNS_A;
          case B -> FaultPoint.USE_TURNS;
          case ACCUMULATOR -> FaultPoint.USE_BACK_TURNS;
        };
    return to.rows() == to.columns() && machine.fault().has(turns, to)
        ? from.turned(instance)
        : masked(from.tile(instance).clone(), FaultPoint.USE_LOW_BIT, to, machine);
  }

  /** A function may make elements without a look at those that were. */
  private DecodedInstruction perElement(Instruction i) {
    boolean looks = module.definitions().usesParameter(i.operand(Role.FUNCTION), 2);
    return calling(
        i,
        (_, from, instance, holes, machine) ->
            looks && !from.isSet(instance) ? null : perElement(i, from, instance, holes, machine));
  }

  /** The arguments of the calls for elements, with what of them is undefined. */
  private static ModuleCalls.Arguments arguments(
      Instruction i,
      MatrixValue from,
      int instance,
      Machine machine,
      ModuleCalls.Arguments values) {
    return new ModuleCalls.Arguments() {
      @Override
      public Object[] of(int[] items) {
        return values.of(items);
      }

      @Override
      public Object[] undefined(int[] items) {
        Object[] undefined = new Object[i.count() + 1];
        undefined[2] = ModuleCalls.undefinedPerLane(items, from, instance);
        boolean some = undefined[2] != null;
        for (int extra = 2; extra < i.count(); extra++) {
          undefined[extra + 1] =
              machine.get(i.operand(extra)) instanceof MatrixValue matrix
                  ? ModuleCalls.undefinedPerLane(items, matrix, instance)
                  : machine.undefined(i.operand(extra));
          some |= undefined[extra + 1] != null;
        }
        return some ? undefined : null;
      }
    };
  }

  private long[] perElement(
      Instruction i, MatrixValue from, int instance, boolean[] holes, Machine machine) {
    Type.CooperativeMatrix type = from.type();
    long[] source = from.shared(instance);
    long[] tile = new long[source.length];
    ModuleCalls.call(
        i.operand(Role.FUNCTION),
        type.scope(),
        instance,
        tile.length,
        machine,
        arguments(
            i,
            from,
            instance,
            machine,
            items -> {
              Object[] arguments = new Object[i.count() + 1];
              boolean exchanged = machine.fault().has(FaultPoint.ELEMENT_EXCHANGED, type);
              int rows =
                  machine.fault().has(FaultPoint.ELEMENT_ROW_BYTE, type) ? 16 : Integer.MAX_VALUE;
              int half =
                  machine.fault().has(FaultPoint.ELEMENT_LOCAL_ROW, type)
                      ? type.rows() / 2
                      : Integer.MAX_VALUE;
              arguments[exchanged ? 1 : 0] =
                  ModuleCalls.perLane(items, e -> e / type.columns() % rows % half);
              int columns =
                  machine.fault().has(FaultPoint.ELEMENT_COLUMN_BYTE, type)
                      ? 16
                      : Integer.MAX_VALUE;
              arguments[exchanged ? 0 : 1] =
                  ModuleCalls.perLane(items, e -> e % type.columns() % columns);
              boolean first = machine.fault().has(FaultPoint.ELEMENT_VALUE_FIRST, type);
              arguments[2] = ModuleCalls.perLane(items, e -> source[first ? 0 : e]);
              for (int extra = 2; extra < i.count(); extra++) {
                Object value = machine.get(i.operand(extra));
                arguments[extra + 1] =
                    value instanceof MatrixValue matrix
                        ? ModuleCalls.perLane(
                            items, e -> matrix.shared(instance)[extraElement(e, type, machine)])
                        : extraArgument(value, machine);
              }
              return arguments;
            }),
        (e, lane, result, undefined) -> {
          tile[e] = Lanes.get((long[]) result, lane);
          holes[e] = Undefined.in(lane, undefined);
        });
    if (machine.fault().has(FaultPoint.ELEMENT_LAST_KEPT, type)) {
      tile[tile.length - 1] = source[tile.length - 1];
    }
    return tile;
  }

  private static int extraElement(int e, Type.CooperativeMatrix type, Machine machine) {
    int columns = type.columns();
    if (type.rows() == columns && machine.fault().has(FaultPoint.ELEMENT_EXTRA_TURNED, type)) {
      return e % columns * columns + e / columns;
    }
    return machine.fault().has(FaultPoint.ELEMENT_EXTRA_SAME, type) ? 0 : e;
  }

  private static Object extraArgument(Object value, Machine machine) {
    if (value instanceof Object[] parts && machine.fault().has(FaultPoint.ELEMENT_EXTRA_PART)) {
      Object[] lost = parts.clone();
      if (lost[lost.length - 1] instanceof long[]) {
        lost[lost.length - 1] = Lanes.uniform(0);
      }
      return lost;
    }
    return value instanceof long[] && machine.fault().has(FaultPoint.ELEMENT_EXTRA_SHORT)
        ? Elementwise.map(value, bits -> bits & 0xFFFF, machine)
        : value;
  }

  /** CM2 §4.7: what each distinct result element combines, folded for all of them at once. */
  private long[] reduce(
      Instruction i,
      Type.CooperativeMatrix to,
      MatrixValue from,
      int instance,
      boolean[] holes,
      Machine machine) {
    ActiveFault fault = machine.fault();
    int asked = i.operand(Role.REDUCE);
    boolean exchanged =
        (asked == ROW || asked == COLUMN)
            && from.type().rows() == from.type().columns()
            && fault.has(FaultPoint.REDUCE_ROW_AS_COLUMN, to);
    int mask = exchanged ? ROW + COLUMN - asked : asked;
    List<int[]> groups = groups(mask, from.type());
    long[] source = from.tile(instance);
    int length = groups.getFirst().length;
    if (fault.has(FaultPoint.REDUCE_LEAVES_LAST, to)) {
      length--;
    }
    if (fault.has(FaultPoint.REDUCE_FIRST_TWICE, to)) {
      groups.forEach(group -> group[group.length - 1] = group[0]);
    }
    if (mask == QUADS && fault.has(FaultPoint.REDUCE_QUAD_SHIFTED, to)) {
      groups.forEach(group -> Arrays.setAll(group, at -> (group[at] + 1) % source.length));
    }
    if (asked == (ROW | COLUMN) && fault.has(FaultPoint.REDUCE_ALL_HALF, to)) {
      length = Math.max(1, length / 2);
    }
    length = cut(asked, length, to, fault);
    boolean zero = fault.isOn() && startsFromZero(i, mask, to, fault);
    boolean lost = fault.has(FaultPoint.REDUCE_FIRST_LOST, to);
    boolean adds = fault.isOn() && isProduct(i) && fault.has(FaultPoint.REDUCE_PRODUCT_ADDS, to);
    List<Parts> parts = parts(groups, length, zero, lost, from, instance);
    ImplementationChoices freedom = machine.behaviour().freedom();
    boolean free = freedom.has(Choice.REDUCTION_ORDER);
    if (free) {
      List<Parts> inOrder = List.copyOf(parts);
      int[] order = freedom.order(Choice.REDUCTION_ORDER, parts.size());
      for (int n = 0; n < order.length; n++) {
        parts.set(n, inOrder.get(order[n]));
      }
    }
    while (parts.size() > 1) {
      int first = free ? freedom.draw(Choice.REDUCTION_ORDER, parts.size() - 1) : 0;
      parts.set(
          first,
          combined(i, to, instance, parts.get(first), parts.remove(first + 1), adds, machine));
    }
    long[] folded = parts.getFirst().values;
    boolean[] undefined = parts.getFirst().undefined;
    long[] tile = new long[to.elements()];
    for (int row = 0, e = 0; row < to.rows(); row++) {
      for (int column = 0; column < to.columns(); column++, e++) {
        if (isLeftZero(asked, row, column, to, from.type(), fault)) {
          continue;
        }
        int group = group(mask, row, column, e, to, fault);
        tile[e] = folded[group];
        holes[e] = undefined[group];
      }
    }
    masked(tile, FaultPoint.REDUCE_LOW_BIT, to, machine);
    if (fault.has(FaultPoint.REDUCE_IN_PLACE, to)) {
      System.arraycopy(tile, 0, source, 0, Math.min(tile.length, source.length));
    }
    return tile;
  }

  /** Which group an element of the result is of. */
  private static int group(
      int mask, int row, int column, int element, Type.CooperativeMatrix to, ActiveFault fault) {
    return switch (mask) {
      case ROW -> fault.has(FaultPoint.REDUCE_ROW_NEXT, to) ? (row + 1) % to.rows() : row;
      case COLUMN ->
          fault.has(FaultPoint.REDUCE_COLUMN_NEXT, to) ? (column + 1) % to.columns() : column;
      case QUADS -> element;
      default -> 0;
    };
  }

  /** What was combined so far, for each group of elements. */
  private record Parts(long[] values, boolean[] undefined) {}

  /**
   * What is combined, in order.
   *
   * @param zero whether a zero comes first
   * @param lost whether the first element is taken for zero
   */
  private static List<Parts> parts(
      List<int[]> groups, int length, boolean zero, boolean lost, MatrixValue from, int instance) {
    long[] source = from.tile(instance);
    List<Parts> parts = new ArrayList<>();
    for (int at = zero ? -1 : 0; at < length; at++) {
      boolean isStart = at == (zero ? -1 : 0);
      Parts part = new Parts(new long[groups.size()], new boolean[groups.size()]);
      for (int group = 0; group < part.values.length; group++) {
        part.values[group] =
            isStart && (zero || lost) ? 0 : source[groups.get(group)[Math.max(0, at)]];
        part.undefined[group] = at >= 0 && from.isUndefined(instance, groups.get(group)[at]);
      }
      parts.add(part);
    }
    return parts;
  }

  private Parts combined(
      Instruction i,
      Type.CooperativeMatrix to,
      int instance,
      Parts left,
      Parts right,
      boolean adds,
      Machine machine) {
    long[] values = new long[left.values.length];
    boolean[] undefined = new boolean[values.length];
    boolean isDefined =
        Undefined.simplest(left.undefined) == null && Undefined.simplest(right.undefined) == null;
    ModuleCalls.call(
        i.operand(Role.FUNCTION),
        to.scope(),
        instance,
        values.length,
        machine,
        new ModuleCalls.Arguments() {
          @Override
          public Object[] of(int[] items) {
            return new Object[] {
              ModuleCalls.perLane(items, group -> left.values[group]),
              ModuleCalls.perLane(items, group -> right.values[group])
            };
          }

          @Override
          public Object[] undefined(int[] items) {
            return isDefined
                ? null
                : new Object[] {
                  ModuleCalls.undefinedPerLane(items, group -> left.undefined[group]),
                  ModuleCalls.undefinedPerLane(items, group -> right.undefined[group])
                };
          }
        },
        (group, lane, result, spoilt) -> {
          values[group] =
              adds
                  ? sum(to, left.values[group], right.values[group])
                  : partial(to, Lanes.get((long[]) result, lane), machine.fault());
          undefined[group] = Undefined.in(lane, spoilt);
        });
    return new Parts(values, undefined);
  }

  /** How many elements a reduction combines that takes no more than fit into the result. */
  private static int cut(int mask, int length, Type.CooperativeMatrix to, ActiveFault fault) {
    return switch (mask) {
      case ROW ->
          fault.has(FaultPoint.REDUCE_LINES_CUT, to) ? Math.min(length, to.columns()) : length;
      case COLUMN ->
          fault.has(FaultPoint.REDUCE_LINES_CUT, to) ? Math.min(length, to.rows()) : length;
      case ROW | COLUMN ->
          fault.has(FaultPoint.REDUCE_ALL_CUT, to) ? Math.min(length, to.elements()) : length;
      default -> length;
    };
  }

  private static boolean isLeftZero(
      int mask,
      int row,
      int column,
      Type.CooperativeMatrix to,
      Type.CooperativeMatrix from,
      ActiveFault fault) {
    boolean beyond = row >= from.rows() || column >= from.columns();
    return beyond
        && fault.has(
            mask == (ROW | COLUMN) ? FaultPoint.REDUCE_ALL_WIDE : FaultPoint.REDUCE_LINES_WIDE, to);
  }

  private boolean startsFromZero(
      Instruction i, int mask, Type.CooperativeMatrix to, ActiveFault fault) {
    boolean byRow = mask == ROW || mask == (ROW | COLUMN);
    return fault.has(byRow ? FaultPoint.REDUCE_ZERO_LEAKS : FaultPoint.REDUCE_ZERO_LEAKS_COLUMN, to)
        || isProduct(i) && fault.has(FaultPoint.REDUCE_PRODUCT_ZERO, to)
        || calls(i, MAXIMA) && fault.has(FaultPoint.REDUCE_MAXIMUM_ZERO, to)
        || calls(i, MINIMA) && fault.has(FaultPoint.REDUCE_MINIMUM_ZERO, to);
  }

  /** Whether the function multiplies. */
  private boolean isProduct(Instruction i) {
    return module
        .definitions()
        .contains(i.operand(Role.FUNCTION), own -> own.kind() == OpcodeKind.MULTIPLY);
  }

  /** Whether the function calls one of some of GLSL.std.450. */
  private boolean calls(Instruction i, Set<Integer> functions) {
    return module
        .definitions()
        .contains(
            i.operand(Role.FUNCTION),
            own ->
                own.kind() == OpcodeKind.EXTENDED
                    && functions.contains(own.operand(Role.INSTRUCTION)));
  }

  private static long sum(Type.CooperativeMatrix type, long a, long b) {
    return type.component() instanceof Type.Float(var format)
        ? format.encode(format.toDouble(a) + format.toDouble(b), Rounding.NEAREST_EVEN)
        : a + b & type.mask();
  }

  /** A partial result on its way from one invocation to another. */
  private static long partial(Type.CooperativeMatrix type, long bits, ActiveFault fault) {
    return switch (type.component()) {
      case Type.Float(FloatFormat format)
          when format == FloatFormat.FLOAT32 && fault.has(FaultPoint.REDUCE_BY_HALF, type) -> {
        FloatFormat half = FloatFormat.FLOAT16;
        long sent = half.encode(format.toDouble(bits), Rounding.NEAREST_EVEN);
        yield format.encode(half.toDouble(sent), Rounding.NEAREST_EVEN);
      }
      case Type.Float(FloatFormat format) when fault.has(FaultPoint.REDUCE_COARSE, type) ->
          bits & ~((1L << (format.mantissaBits() + 1) / 2) - 1);
      case Type.Int(IntegerFormat format)
          when format.bits() == 32 && fault.has(FaultPoint.REDUCE_BY_SHORT, type) ->
          format.wrap((short) bits);
      default -> bits;
    };
  }

  private static List<int[]> groups(int mask, Type.CooperativeMatrix from) {
    int rows = from.rows();
    int columns = from.columns();
    List<int[]> groups = new ArrayList<>();
    switch (mask) {
      case ROW -> {
        for (int row = 0; row < rows; row++) {
          groups.add(line(columns, row * columns, 1));
        }
      }
      case COLUMN -> {
        for (int column = 0; column < columns; column++) {
          groups.add(line(rows, column, columns));
        }
      }
      case ROW | COLUMN -> groups.add(line(rows * columns, 0, 1));
      case QUADS -> {
        for (int row = 0; row < rows; row += 2) {
          for (int column = 0; column < columns; column += 2) {
            int e = row * columns + column;
            groups.add(new int[] {e, e + columns, e + 1, e + columns + 1});
          }
        }
      }
      default -> throw new SpirvException("CM2-RED-019: a reduction with mask " + mask);
    }
    return groups;
  }

  private static int[] line(int length, int first, int step) {
    int[] elements = new int[length];
    Arrays.setAll(elements, at -> first + at * step);
    return elements;
  }
}
