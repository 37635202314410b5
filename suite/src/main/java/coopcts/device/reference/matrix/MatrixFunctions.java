package coopcts.device.reference.matrix;

import coopcts.device.reference.fault.ActiveFault;
import coopcts.device.reference.fault.Bug;
import coopcts.device.reference.machine.Lanes;
import coopcts.device.reference.machine.Machine;
import coopcts.device.reference.machine.MatrixValue;
import coopcts.device.reference.machine.Step;
import coopcts.device.reference.module.DecodingTable;
import coopcts.device.reference.module.InstructionGroup;
import coopcts.device.reference.module.Module;
import coopcts.device.reference.spirv.Instruction;
import coopcts.device.reference.spirv.SpirvException;
import coopcts.device.reference.spirv.Type;
import coopcts.model.Use;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.lwjgl.util.spvc.Spv;

/**
 * Reductions, per-element operations, conversions of use and transposition:
 * SPV_NV_cooperative_matrix2 but for its tensor loads and stores.
 */
public final class MatrixFunctions implements InstructionGroup {

  private static final int ROW = Spv.SpvCooperativeMatrixReduceRowMask;
  private static final int COLUMN = Spv.SpvCooperativeMatrixReduceColumnMask;
  private static final int QUADS = Spv.SpvCooperativeMatrixReduce2x2Mask;

  private final Module module;

  public MatrixFunctions(Module module) {
    this.module = module;
  }

  @Override
  public void enterInto(DecodingTable table) {
    table.add(
        Spv.SpvOpCooperativeMatrixReduceNV,
        i -> each(i, (to, from, n, m) -> reduce(i, to, from, n, m)));
    table.add(
        Spv.SpvOpCooperativeMatrixPerElementOpNV,
        i -> each(i, (to, from, n, m) -> perElement(i, from, n, m)));
    table.add(Spv.SpvOpCooperativeMatrixConvertNV, i -> each(i, MatrixFunctions::changedUse));
    table.add(
        Spv.SpvOpCooperativeMatrixTransposeNV,
        i ->
            each(
                i,
                (to, from, n, m) ->
                    m.fault().has(Bug.TRANSPOSE_COPIES, to)
                        ? from.tile(n).clone()
                        : transposed(to, from, n)));
  }

  private interface TileFunction {
    long[] apply(Type.CooperativeMatrix to, MatrixValue from, int instance, Machine machine);
  }

  private Step each(Instruction i, TileFunction function) {
    Type.CooperativeMatrix type = (Type.CooperativeMatrix) module.type(i.type());
    return machine -> {
      MatrixValue source = (MatrixValue) machine.get(i.operand(0));
      long[][] tiles = new long[source.instances()][];
      for (int instance = 0; instance < tiles.length; instance++) {
        if (machine.converged(type.scope(), instance)) {
          tiles[instance] = function.apply(type, source, instance, machine);
        }
      }
      machine.set(i.result(), new MatrixValue(type, tiles));
    };
  }

  private static long[] changedUse(
      Type.CooperativeMatrix to, MatrixValue from, int instance, Machine machine) {
    long[] tile = from.tile(instance).clone();
    if (machine.fault().has(Bug.USE_LOW_BIT, to)) {
      for (int e = 0; e < tile.length; e++) {
        tile[e] &= ~1L;
      }
    }
    return to.use() == Use.B && to.rows() == to.columns() && machine.fault().has(Bug.USE_TURNS, to)
        ? transposed(to, from, instance)
        : tile;
  }

  private static long[] transposed(Type.CooperativeMatrix to, MatrixValue from, int instance) {
    long[] source = from.tile(instance);
    long[] tile = new long[to.elements()];
    for (int row = 0, e = 0; row < to.rows(); row++) {
      for (int column = 0; column < to.columns(); column++, e++) {
        tile[e] = source[column * from.type().columns() + row];
      }
    }
    return tile;
  }

  private long[] perElement(Instruction i, MatrixValue from, int instance, Machine machine) {
    Type.CooperativeMatrix type = from.type();
    long[] source = from.tile(instance);
    long[] tile = new long[source.length];
    Callbacks.call(
        i.operand(1),
        type.scope(),
        instance,
        tile.length,
        machine,
        items -> {
          Object[] arguments = new Object[i.count() + 1];
          boolean exchanged = machine.fault().has(Bug.ELEMENT_EXCHANGED, type);
          int rows = machine.fault().has(Bug.ELEMENT_ROW_BYTE, type) ? 16 : Integer.MAX_VALUE;
          int half =
              machine.fault().has(Bug.ELEMENT_LOCAL_ROW, type)
                  ? type.rows() / 2
                  : Integer.MAX_VALUE;
          arguments[exchanged ? 1 : 0] =
              Callbacks.perLane(items, e -> e / type.columns() % rows % half);
          arguments[exchanged ? 0 : 1] = Callbacks.perLane(items, e -> e % type.columns());
          arguments[2] = Callbacks.perLane(items, e -> source[e]);
          for (int extra = 2; extra < i.count(); extra++) {
            Object value = machine.get(i.operand(extra));
            arguments[extra + 1] =
                value instanceof MatrixValue matrix
                    ? Callbacks.perLane(
                        items,
                        e ->
                            matrix
                                .tile(instance)[
                                machine.fault().has(Bug.ELEMENT_EXTRA_SAME, type) ? 0 : e])
                    : value;
          }
          return arguments;
        },
        (e, lane, result) -> tile[e] = Lanes.get((long[]) result, lane));
    return tile;
  }

  /** CM2 §4.7: what each distinct result element combines, folded for all of them at once. */
  private long[] reduce(
      Instruction i, Type.CooperativeMatrix to, MatrixValue from, int instance, Machine machine) {
    ActiveFault fault = machine.fault();
    int asked = i.operand(1);
    boolean exchanged =
        (asked == ROW || asked == COLUMN)
            && from.type().rows() == from.type().columns()
            && fault.has(Bug.REDUCE_ROW_AS_COLUMN, to);
    int mask = exchanged ? ROW + COLUMN - asked : asked;
    List<int[]> groups = groups(mask, from.type());
    long[] source = from.tile(instance);
    long[] folded = new long[groups.size()];
    int length = groups.getFirst().length;
    if (fault.has(Bug.REDUCE_LEAVES_LAST, to)) {
      length--;
    }
    if (fault.has(Bug.REDUCE_FIRST_TWICE, to)) {
      groups.forEach(group -> group[group.length - 1] = group[0]);
    }
    if (mask == QUADS && fault.has(Bug.REDUCE_QUAD_SHIFTED, to)) {
      groups.forEach(group -> Arrays.setAll(group, at -> (group[at] + 1) % source.length));
    }
    boolean zero = fault.has(Bug.REDUCE_ZERO_LEAKS, to);
    boolean backwards = machine.behaviour().freedom().backwards();
    for (int step = 0; step < length; step++) {
      int at = backwards ? length - 1 - step : step;
      if (step == 0) {
        Arrays.setAll(folded, group -> zero ? 0 : source[groups.get(group)[at]]);
      } else {
        long[] before = folded.clone();
        Callbacks.call(
            i.operand(2),
            to.scope(),
            instance,
            folded.length,
            machine,
            items -> {
              long[] sums = Callbacks.perLane(items, group -> before[group]);
              long[] next = Callbacks.perLane(items, group -> source[groups.get(group)[at]]);
              return backwards ? new Object[] {next, sums} : new Object[] {sums, next};
            },
            (group, lane, result) -> folded[group] = Lanes.get((long[]) result, lane));
      }
    }
    long[] tile = new long[to.elements()];
    for (int row = 0, e = 0; row < to.rows(); row++) {
      for (int column = 0; column < to.columns(); column++, e++) {
        tile[e] =
            folded[
                switch (mask) {
                  case ROW -> row;
                  case COLUMN -> column;
                  case QUADS -> e;
                  default -> 0;
                }];
      }
    }
    return tile;
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
