// SPDX-License-Identifier: Apache-2.0
package coopcts.device.reference.matrix;

import coopcts.device.reference.choice.Choice;
import coopcts.device.reference.choice.ImplementationChoices;
import coopcts.device.reference.fault.Tap;
import coopcts.device.reference.fault.Taps;
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
                ? each(i, (to, from, n, m) -> moved(to, from, n, false, m), (_, _, holes) -> holes)
                : transposing(i));
    table.add(Spv.SpvOpCooperativeMatrixTransposeNV, this::transposing);
  }

  private DecodedInstruction transposing(Instruction i) {
    return each(
        i,
        (to, from, n, m) -> moved(to, from, n, true, m),
        (_, from, holes) -> MatrixValue.turned(from, holes));
  }

  /** The elements in another use, or transposed. */
  private static long[] moved(
      Type.CooperativeMatrix to, MatrixValue from, int instance, boolean turns, Machine machine) {
    Taps taps = machine.fault().at(Tap.Site.MOVE, to, instance, turns ? 1 : 0);
    long[] tile =
        taps.is(Tap.MOVE_TURNS, turns) ? from.turned(instance) : from.tile(instance).clone();
    if (taps.isOn(Tap.MOVE_ELEMENT)) {
      Arrays.setAll(tile, e -> taps.at(Tap.MOVE_ELEMENT, tile[e]));
    }
    return tile;
  }

  /** Which elements of a result are undefined, by those of the source. */
  private interface Holes {
    boolean[] of(Type.CooperativeMatrix to, Type.CooperativeMatrix from, boolean[] holes);
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
      stage(type, machine);
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
      stage(type, machine);
      machine.set(
          i.result(),
          new MatrixValue(type, tiles).holedAs(source, own -> holes.of(type, source.type(), own)));
    };
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
    Taps taps = machine.fault().at(Tap.Site.ELEMENT, type, instance);
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
              boolean exchanged = taps.is(Tap.ELEMENT_EXCHANGES, false);
              arguments[exchanged ? 1 : 0] =
                  ModuleCalls.perLane(items, e -> taps.at(Tap.ELEMENT_ROW, e / type.columns()));
              arguments[exchanged ? 0 : 1] =
                  ModuleCalls.perLane(items, e -> taps.at(Tap.ELEMENT_COLUMN, e % type.columns()));
              arguments[2] =
                  ModuleCalls.perLane(
                      items, e -> source[taps.modulo(Tap.ELEMENT_OF, e, source.length)]);
              for (int extra = 2; extra < i.count(); extra++) {
                Object value = machine.get(i.operand(extra));
                int number = extra - 2;
                arguments[extra + 1] =
                    value instanceof MatrixValue matrix
                        ? ModuleCalls.perLane(
                            items, e -> matrix.shared(instance)[extraElement(e, type, taps)])
                        : extraArgument(value, number, taps, machine);
              }
              return arguments;
            }),
        (e, lane, result, undefined) -> {
          tile[e] = Lanes.get((long[]) result, lane);
          holes[e] = Undefined.in(lane, undefined);
        });
    if (taps.isOn(Tap.ELEMENT_RESULT)) {
      Arrays.setAll(tile, e -> taps.at(Tap.ELEMENT_RESULT, tile[e], source[e], e));
    }
    return tile;
  }

  private static int extraElement(int e, Type.CooperativeMatrix type, Taps taps) {
    int columns = type.columns();
    int turned = e % columns * type.rows() + e / columns;
    return taps.modulo(Tap.ELEMENT_EXTRA_OF, e, type.rows() * columns, turned);
  }

  private static Object extraArgument(Object value, int number, Taps taps, Machine machine) {
    if (!taps.isOn(Tap.ELEMENT_EXTRA)) {
      return value;
    }
    if (!(value instanceof Object[] parts)) {
      return Elementwise.map(
          value, bits -> taps.at(Tap.ELEMENT_EXTRA, bits, 0, 0, number), machine);
    }
    Object[] changed = parts.clone();
    for (int n = 0; n < parts.length; n++) {
      int at = n;
      if (parts[n] instanceof long[]) {
        changed[n] =
            Elementwise.map(
                parts[n],
                bits -> taps.at(Tap.ELEMENT_EXTRA, bits, at, parts.length, number),
                machine);
      }
    }
    return changed;
  }

  /** CM2 §4.7: what each distinct result element combines, folded for all of them at once. */
  private long[] reduce(
      Instruction i,
      Type.CooperativeMatrix to,
      MatrixValue from,
      int instance,
      boolean[] holes,
      Machine machine) {
    Taps taps = machine.fault().isTapped() ? taps(i, to, from, instance, machine) : Taps.OFF;
    int asked = i.operand(Role.REDUCE);
    int mask = (int) taps.at(Tap.REDUCE_MASK, asked, ROW + COLUMN - asked);
    List<int[]> groups = groups(mask, from.type());
    long[] source = from.tile(instance);
    int most = groups.getFirst().length;
    int length = (int) taps.within(Tap.REDUCE_COUNT, most, 1, most);
    if (taps.isOn(Tap.REDUCE_SOURCE)) {
      groups.forEach(group -> tap(group, taps, source.length));
    }
    boolean zero = taps.is(Tap.REDUCE_FROM_ZERO, false);
    List<Parts> parts = parts(groups, zero ? -1 : 0, length, from, instance, taps);
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
          combined(i, to, instance, parts.get(first), parts.remove(first + 1), taps, machine));
    }
    long[] folded = parts.getFirst().values;
    boolean[] undefined = parts.getFirst().undefined;
    long[] tile = new long[to.elements()];
    for (int row = 0, e = 0; row < to.rows(); row++) {
      for (int column = 0; column < to.columns(); column++, e++) {
        int right =
            switch (mask) {
              case ROW -> row;
              case COLUMN -> column;
              case QUADS -> e;
              default -> 0;
            };
        int group = taps.modulo(Tap.REDUCE_GROUP, right, folded.length);
        tile[e] = taps.at(Tap.REDUCE_RESULT, folded[group], row, column);
        holes[e] = undefined[group];
      }
    }
    if (taps.is(Tap.REDUCE_CHANGES_SOURCE, false)) {
      System.arraycopy(tile, 0, source, 0, Math.min(tile.length, source.length));
    }
    return tile;
  }

  /** What is combined step by step; from zero for a step of -1. */
  private static List<Parts> parts(
      List<int[]> groups, int first, int length, MatrixValue from, int instance, Taps taps) {
    long[] source = from.tile(instance);
    List<Parts> parts = new ArrayList<>();
    for (int at = first; at < length; at++) {
      Parts part = new Parts(new long[groups.size()], new boolean[groups.size()]);
      for (int group = 0; group < part.values.length; group++) {
        long right = at < 0 ? 0 : source[groups.get(group)[at]];
        part.values[group] = taps.at(Tap.REDUCE_ELEMENT, right, at);
        part.undefined[group] = at >= 0 && from.isUndefined(instance, groups.get(group)[at]);
      }
      parts.add(part);
    }
    return parts;
  }

  private Taps taps(
      Instruction i, Type.CooperativeMatrix to, MatrixValue from, int instance, Machine machine) {
    return machine
        .fault()
        .at(
            Tap.Site.REDUCE,
            to,
            instance,
            i.operand(Role.REDUCE),
            from.type().rows(),
            from.type().columns(),
            isProduct(i) ? 1 : 0,
            calls(i, MAXIMA) ? 1 : 0,
            calls(i, MINIMA) ? 1 : 0);
  }

  /** Passes the elements that a group combines through the tap. */
  private static void tap(int[] group, Taps taps, int elements) {
    int[] right = group.clone();
    for (int at = 0; at < group.length; at++) {
      group[at] = taps.modulo(Tap.REDUCE_SOURCE, right[at], elements, right[0], at, group.length);
    }
  }

  /** What was combined so far, for each group of elements. */
  private record Parts(long[] values, boolean[] undefined) {}

  private Parts combined(
      Instruction i,
      Type.CooperativeMatrix to,
      int instance,
      Parts left,
      Parts right,
      Taps taps,
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
          long made = Lanes.get((long[]) result, lane);
          values[group] =
              taps.isOn(Tap.REDUCE_PARTIAL)
                  ? partial(to, made, sum(to, left.values[group], right.values[group]), taps)
                  : made;
          undefined[group] = Undefined.in(lane, spoilt);
        });
    return new Parts(values, undefined);
  }

  /** What an operation of workgroup scope does with shared memory: nothing. */
  static void stage(Type.CooperativeMatrix type, Machine machine) {
    if (type.scope() == Scope.WORKGROUP
        && machine.fault().at(Tap.Site.STAGING, type, 0).is(Tap.STAGING_SPOILS, false)) {
      machine.memory().spoilShared();
    }
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

  /** A partial result on its way from one invocation to another, as the tap gives it. */
  private static long partial(Type.CooperativeMatrix type, long made, long sum, Taps taps) {
    if (!(type.component() instanceof Type.Float(FloatFormat format))) {
      return taps.at(Tap.REDUCE_PARTIAL, made, sum, made, 0);
    }
    FloatFormat half = FloatFormat.FLOAT16;
    long sent = half.encode(format.toDouble(made), Rounding.NEAREST_EVEN);
    long byHalf = format.encode(half.toDouble(sent), Rounding.NEAREST_EVEN);
    return taps.at(Tap.REDUCE_PARTIAL, made, sum, byHalf, format.mantissaBits());
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
