// SPDX-License-Identifier: Apache-2.0
package coopcts.device.reference.matrix;

import coopcts.device.reference.choice.Choice;
import coopcts.device.reference.choice.ImplementationChoices;
import coopcts.device.reference.fault.ArmBlocks;
import coopcts.device.reference.fault.Circumstance;
import coopcts.device.reference.fault.Grid;
import coopcts.device.reference.fault.Tap;
import coopcts.device.reference.fault.Taps;
import coopcts.device.reference.machine.Check;
import coopcts.device.reference.machine.DecodedInstruction;
import coopcts.device.reference.machine.Lanes;
import coopcts.device.reference.machine.Machine;
import coopcts.device.reference.machine.MatrixValue;
import coopcts.device.reference.machine.Undefined;
import coopcts.device.reference.module.DecodingTable;
import coopcts.device.reference.module.FloatArithmetic.Operation;
import coopcts.device.reference.module.InstructionGroup;
import coopcts.device.reference.module.Module;
import coopcts.device.reference.scalar.Composites;
import coopcts.device.reference.scalar.OperationTaps;
import coopcts.device.reference.spirv.Instruction;
import coopcts.device.reference.spirv.Maintenance1;
import coopcts.device.reference.spirv.MemoryOperands;
import coopcts.device.reference.spirv.SpirvException;
import coopcts.device.reference.spirv.StorageClass;
import coopcts.device.reference.spirv.Type;
import coopcts.grammar.Role;
import coopcts.numbers.FloatFormat;
import coopcts.numbers.IntegerFormat;
import java.util.Arrays;
import java.util.Set;
import java.util.function.LongBinaryOperator;
import org.lwjgl.util.spvc.Spv;

/**
 * Decodes the instructions of SPV_KHR_cooperative_matrix, and OpMatrixTimesScalar of cooperative
 * matrices and of other operands.
 */
public final class CooperativeMatrices implements InstructionGroup {

  /** No buffer is as long as this, so that lines further apart are not in it either. */
  private static final long FARTHEST = 1L << 32;

  private static final long WORD = 0xFFFFFFFFL;

  private static final int ROW_MAJOR = Spv.SpvCooperativeMatrixLayoutRowMajorKHR;
  private final Module module;

  /**
   * Prepares to decode these instructions of one module. {@link #enterInto} adds them to the table
   * that decodes the module.
   *
   * @param module whose types, constants and behaviour the instructions use
   */
  public CooperativeMatrices(Module module) {
    this.module = module;
  }

  @Override
  public void enterInto(DecodingTable table) {
    table.add(Spv.SpvOpCooperativeMatrixLoadKHR, i -> load(i, i.operand(Role.LAYOUT), stride(i)));
    table.add(Spv.SpvOpCooperativeMatrixLoadNV, i -> load(i, i.operand(Role.LAYOUT), stride(i)));
    table.add(Spv.SpvOpCooperativeMatrixStoreKHR, i -> store(i, i.operand(Role.LAYOUT), stride(i)));
    table.add(Spv.SpvOpCooperativeMatrixStoreNV, i -> store(i, i.operand(Role.LAYOUT), stride(i)));
    table.add(Spv.SpvOpCooperativeMatrixMulAddKHR, new MultiplyAdd(module)::step);
    table.add(Spv.SpvOpCooperativeMatrixMulAddNV, new MultiplyAdd(module)::step);
    table.add(Spv.SpvOpCooperativeMatrixLengthKHR, this::length);
    table.add(Spv.SpvOpCooperativeMatrixLengthNV, this::length);
    table.add(Maintenance1.OP_GET_COORDINATE, CooperativeMatrices::coordinate);
    table.add(Spv.SpvOpMatrixTimesScalar, this::timesScalar);
  }

  /** What the operands of a load or a store say before anything runs. */
  private final class Lines {

    final Type.CooperativeMatrix type;
    final int pointer;
    final int stride;

    /** The bytes that strides count: of what a pointer points to, and 1 of an untyped one. */
    final long unit;

    final long kind;
    final boolean rowMajor;

    /** What the pointer is a multiple of by the instruction's Aligned operand. */
    final int claimed;

    /** How the stride is read, or null where its bits are its value. */
    final IntegerFormat strideFormat;

    Lines(Type.CooperativeMatrix type, int pointer, int layout, int stride, int claimed) {
      this.type = type;
      this.claimed = claimed;
      this.pointer = pointer;
      this.stride = stride;
      unit = module.isUntyped(pointer) ? 1 : module.pointee(pointer).size();
      kind = module.constantBits(layout);
      rowMajor = kind == ROW_MAJOR;
      strideFormat =
          module.typeOf(stride) instanceof Type.Int(IntegerFormat format) ? format : null;
    }

    Grid grid(int instance, Machine machine) {
      long start = machine.agreed(machine.scalar(pointer), type.scope(), instance, "the pointer");
      long lines = machine.agreed(machine.scalar(stride), type.scope(), instance, "the stride");
      machine.behaviour().requireAligned(start, claimed);
      if (strideFormat != null) {
        lines = strideFormat.value(lines);
      }
      if (kind == Spv.SpvCooperativeMatrixLayoutRowBlockedInterleavedARM
          || kind == Spv.SpvCooperativeMatrixLayoutColumnBlockedInterleavedARM) {
        ArmBlocks blocks =
            new ArmBlocks(
                kind == Spv.SpvCooperativeMatrixLayoutRowBlockedInterleavedARM,
                type.rows(),
                type.columns(),
                type.componentBytes(),
                (int) lines);
        return new Grid(start, Long.MAX_VALUE, true, type.componentBytes(), blocks);
      }
      long bytes = lines * unit;
      int alignment =
          Math.min(16, (rowMajor ? type.columns() : type.rows()) * type.componentBytes());
      if (start % alignment != 0) {
        misaligned(
            "starts %d bytes behind a multiple".formatted(start % alignment), alignment, machine);
      }
      if (bytes % alignment != 0) {
        misaligned(
            "has %s %d bytes apart, no multiple".formatted(rowMajor ? "rows" : "columns", bytes),
            alignment,
            machine);
      }
      return new Grid(start, Math.min(bytes, FARTHEST), rowMajor, type.componentBytes(), null);
    }
  }

  private static void misaligned(String what, int alignment, Machine machine) {
    machine
        .behaviour()
        .violated(
            Check.ALIGNMENT,
            "KHR-ALIGN-001: the matrix in memory %s of %d".formatted(what, alignment));
  }

  private DecodedInstruction load(Instruction i, int layout, int stride) {
    Type.CooperativeMatrix type = (Type.CooperativeMatrix) module.type(i.type());
    int pointer = i.operand(Role.POINTER);
    Lines lines = new Lines(type, pointer, layout, stride, MemoryOperands.alignment(i));
    GridTaps tapped = new GridTaps(i, type, layout, stride, module);
    boolean robust = isRobust(pointer);
    return machine -> {
      long[][] tiles = new long[machine.instances(type.scope())][];
      boolean[][] holes = new boolean[tiles.length][];
      for (int instance = 0; instance < tiles.length; instance++) {
        if (machine.converged(type.scope(), instance)) {
          Grid grid = lines.grid(instance, machine);
          if (grid.stride() < 0) {
            machine.behaviour().violated(Check.BOUNDS, "KHR-LOAD-033: the stride is negative");
          }
          Taps taps = tapped.of(grid, instance, machine);
          Grid taken = tapped.placed(grid, taps, machine);
          long tag = machine.cooperativeTag(grid.start(), type.scope(), instance);
          long[] tile = new long[type.elements()];
          if (taps.isOn(Tap.GRID_DISTANCE)
              || !machine.memory().read(taken, type.rows(), type.columns(), tile, tag)) {
            loadByElement(type, tile, taken, robust, tag, instance, taps, machine);
          }
          if (robust) {
            RobustAccess.pass(tile, type, taken, machine);
          }
          GridTaps.pass(tile, type, taken, instance, taps, machine);
          if (type.component() instanceof Type.Float(FloatFormat format)) {
            loseSpecials(tile, format, machine);
          }
          tiles[instance] = tile;
          holes[instance] = holes(type, grid, machine);
        }
      }
      machine.set(i.result(), new MatrixValue(type, tiles).holed(holes));
    };
  }

  private void loseSpecials(long[] tile, FloatFormat format, Machine machine) {
    if (!machine.behaviour().freedom().isPlain()) {
      Arrays.setAll(tile, e -> module.arithmetic().loaded(format, tile[e]));
    }
  }

  private static void loadByElement(
      Type.CooperativeMatrix type,
      long[] tile,
      Grid grid,
      boolean robust,
      long tag,
      int instance,
      Taps taps,
      Machine machine) {
    for (int row = 0, e = 0; row < type.rows(); row++) {
      for (int column = 0; column < type.columns(); column++, e++) {
        long address = GridTaps.address(grid, row, column, taps);
        tile[e] =
            robust && !machine.memory().holds(address, grid.bytes())
                ? RobustAccess.read(address, grid.bytes(), type, machine)
                : machine.memory().readCooperatively(address, grid.bytes(), tag, instance);
      }
    }
  }

  /** The elements that lie where shared memory holds what was undefined; null for none. */
  private static boolean[] holes(Type.CooperativeMatrix type, Grid grid, Machine machine) {
    if (!machine.memory().holdsUndefined()) {
      return null;
    }
    boolean[] holes = new boolean[type.elements()];
    for (int e = 0; e < holes.length; e++) {
      long address = grid.address(e / type.columns(), e % type.columns());
      holes[e] = machine.memory().isUndefined(address, grid.bytes());
    }
    return holes;
  }

  /** Makes undefined what a matrix's undefined elements were stored to. */
  private static void spoil(MatrixValue matrix, int instance, Grid grid, Machine machine) {
    if (matrix.isWhole(instance)) {
      return;
    }
    machine.noteUndefined();
    Type.CooperativeMatrix type = matrix.type();
    for (int e = 0; e < type.elements(); e++) {
      if (matrix.isUndefined(instance, e)) {
        long address = grid.address(e / type.columns(), e % type.columns());
        machine.memory().spoil(address, grid.bytes());
      }
    }
  }

  private DecodedInstruction store(Instruction i, int layout, int stride) {
    Type.CooperativeMatrix type = (Type.CooperativeMatrix) module.typeOf(i.operand(Role.OBJECT));
    int pointer = i.operand(Role.POINTER);
    Lines lines = new Lines(type, pointer, layout, stride, MemoryOperands.alignment(i));
    GridTaps tapped = new GridTaps(i, type, layout, stride, module);
    boolean robust = isRobust(pointer);
    boolean shared = module.storage(pointer) == StorageClass.WORKGROUP;
    return machine -> {
      MatrixValue matrix = (MatrixValue) machine.get(i.operand(Role.OBJECT));
      for (int instance = 0; instance < matrix.instances(); instance++) {
        if (machine.converged(type.scope(), instance)) {
          Grid grid = lines.grid(instance, machine);
          int line = (grid.rowMajor() ? type.columns() : type.rows()) * grid.bytes();
          if (grid.stride() < line) {
            machine
                .behaviour()
                .violated(
                    Check.OVERLAP,
                    "KHR-STORE-007: lines of %d bytes overlap at a stride of %d"
                        .formatted(line, grid.stride()));
          }
          long tag = machine.cooperativeTag(grid.start(), type.scope(), instance);
          machine.memory().note(type, grid, machine.workgroup() * matrix.instances() + instance);
          if (machine.fault().isTapped()) {
            Taps taps = tapped.of(grid, instance, machine);
            Grid taken = tapped.placed(grid, taps, machine);
            GridTaps.store(
                type, matrix.stored(instance, machine), taken, robust, tag, taps, machine);
          } else {
            long[] tile = shared ? matrix.shared(instance) : matrix.stored(instance, machine);
            store(type, tile, grid, robust, tag, machine);
            if (shared) {
              spoil(matrix, instance, grid, machine);
            }
          }
        }
      }
    };
  }

  private static void storeInAnyOrder(
      Type.CooperativeMatrix type,
      long[] tile,
      Grid grid,
      boolean robust,
      long tag,
      Machine machine) {
    ImplementationChoices freedom = machine.behaviour().freedom();
    for (int e : freedom.order(Choice.STORE_ORDER, tile.length)) {
      long address = grid.address(e / type.columns(), e % type.columns());
      if (!robust || machine.memory().holds(address, grid.bytes())) {
        storeElement(address, grid.bytes(), tile[e], tag, machine);
      }
    }
  }

  /** The bytes of one element, which other invocations see come one by one. */
  private static void storeElement(long address, int bytes, long value, long tag, Machine machine) {
    ImplementationChoices freedom = machine.behaviour().freedom();
    if (bytes == 1 || !freedom.takes(Choice.STORE_BYTES)) {
      machine.memory().write(address, bytes, value, tag);
      return;
    }
    for (int at : freedom.order(Choice.STORE_BYTES, bytes)) {
      machine.memory().write(address + at, 1, value >>> 8 * at & 0xFF, tag);
    }
  }

  private static void store(
      Type.CooperativeMatrix type,
      long[] tile,
      Grid grid,
      boolean robust,
      long tag,
      Machine machine) {
    ImplementationChoices freedom = machine.behaviour().freedom();
    if (freedom.has(Choice.STORE_ORDER) | freedom.has(Choice.STORE_BYTES)) {
      storeInAnyOrder(type, tile, grid, robust, tag, machine);
      return;
    }
    if (machine.memory().write(grid, type.rows(), type.columns(), tile, tag)) {
      return;
    }
    for (int row = 0, e = 0; row < type.rows(); row++) {
      for (int column = 0; column < type.columns(); column++, e++) {
        long address = grid.address(row, column);
        if (!robust || machine.memory().holds(address, grid.bytes())) {
          machine.memory().write(address, grid.bytes(), tile[e], tag);
        }
      }
    }
  }

  private boolean isRobust(int pointer) {
    return module.isRobust() && module.storage(pointer) == StorageClass.STORAGE_BUFFER;
  }

  /** The id of the stride operand. */
  private static int stride(Instruction i) {
    int stride = i.operandIfAny(Role.STRIDE);
    if (stride == 0) {
      throw new SpirvException("KHR-LOAD-027: the layout needs a stride");
    }
    return stride;
  }

  private DecodedInstruction length(Instruction i) {
    Type.CooperativeMatrix type = (Type.CooperativeMatrix) module.type(i.operand(Role.TYPE));
    return machine -> {
      int size = machine.size(type.scope());
      Taps taps = machine.taps(Tap.Site.LENGTH, type, 0);
      long isSpecialized = taps.isOn() && isSpecialized(machine) ? 1 : 0;
      long[] lengths = new long[machine.lanes()];
      for (int lane = 0; lane < lengths.length; lane++) {
        int own = machine.laneInInstance(type.scope(), lane);
        lengths[lane] =
            taps.at(
                Tap.LENGTH_OF,
                machine.ownership().length(type, size, own),
                own,
                machine.subgroupSize(),
                isSpecialized);
      }
      machine.set(i.result(), lengths);
    };
  }

  /**
   * Row and column of a component, undefined beyond the last one. A slot that belongs to no element
   * has any, here the greatest numbers.
   */
  private static DecodedInstruction coordinate(Instruction i) {
    return machine -> {
      MatrixValue matrix = (MatrixValue) machine.get(i.operand(Role.MATRIX));
      Type.CooperativeMatrix type = matrix.type();
      Taps taps = machine.taps(Tap.Site.COORDINATE, type, 0);
      boolean swaps = taps.is(Tap.COORDINATE_EXCHANGES, false);
      long[] index = machine.scalar(i.operand(Role.INDEX));
      long[] rows = new long[machine.lanes()];
      long[] columns = new long[rows.length];
      boolean[] beyond = new boolean[rows.length];
      int size = machine.size(type.scope());
      for (int lane = 0; lane < rows.length; lane++) {
        int own = machine.laneInInstance(type.scope(), lane);
        long at = taps.at(Tap.COORDINATE_OF, Lanes.get(index, lane));
        beyond[lane] =
            machine.active(lane) && (at < 0 || at >= machine.ownership().length(type, size, own));
        int element = machine.active(lane) ? matrix.element(lane, at, machine) : -1;
        rows[lane] = element < 0 ? WORD : element / type.columns();
        columns[lane] = element < 0 ? WORD : element % type.columns();
      }
      machine.set(i.result(), swaps ? new Object[] {columns, rows} : new Object[] {rows, columns});
      if (Undefined.inAny(beyond, machine)) {
        machine.setUndefined(i.result(), beyond);
      }
    };
  }

  private static boolean isSpecialized(Machine machine) {
    long sizes =
        1L << Circumstance.SIZES_SPECIALIZED.ordinal()
            | 1L << Circumstance.SIZES_COMPUTED.ordinal();
    return (machine.around(Set.of()) & sizes) != 0;
  }

  private DecodedInstruction timesScalar(Instruction i) {
    if (!(module.type(i.type()) instanceof Type.CooperativeMatrix type)) {
      return new Composites(module).timesScalar(i);
    }
    LongBinaryOperator times =
        switch (type.component()) {
          case Type.Int(IntegerFormat format) -> (a, b) -> format.wrap(a * b);
          case Type.Float(FloatFormat format) ->
              module.arithmetic().rounded(format, Operation.PRODUCT);
          default -> throw new SpirvException("a matrix of " + type.component());
        };
    return machine -> {
      MatrixValue matrix = (MatrixValue) machine.get(i.operand(Role.MATRIX));
      long[] factor = machine.scalar(i.operand(Role.SCALAR));
      long[][] tiles = new long[matrix.instances()][];
      for (int instance = 0; instance < tiles.length; instance++) {
        if (machine.converged(type.scope(), instance)) {
          long by = machine.agreed(factor, type.scope(), instance, "the scalar");
          if (!matrix.isSet(instance)) {
            continue;
          }
          long[] from = matrix.tile(instance);
          tiles[instance] = new long[from.length];
          for (int e = 0; e < from.length; e++) {
            tiles[instance][e] = times.applyAsLong(from[e], by);
          }
          OperationTaps.pass(
              tiles[instance],
              from,
              type.component(),
              type,
              OperationTaps.of(i, Tap.Operation.SCALE, type, type.component(), instance, machine));
        }
      }
      machine.set(i.result(), new MatrixValue(type, tiles).holedAs(matrix));
    };
  }
}
