// SPDX-License-Identifier: Apache-2.0
package coopcts.device.reference.matrix;

import coopcts.device.reference.fault.ArmBlocks;
import coopcts.device.reference.fault.Circumstance;
import coopcts.device.reference.fault.Grid;
import coopcts.device.reference.fault.Tap;
import coopcts.device.reference.fault.Taps;
import coopcts.device.reference.machine.Lanes;
import coopcts.device.reference.machine.Machine;
import coopcts.device.reference.machine.Memory;
import coopcts.device.reference.module.Module;
import coopcts.device.reference.spirv.Instruction;
import coopcts.device.reference.spirv.StorageClass;
import coopcts.device.reference.spirv.Type;
import coopcts.grammar.Role;
import coopcts.numbers.FloatFormat;
import coopcts.numbers.Rounding;
import java.util.Set;
import org.lwjgl.util.spvc.Spv;

/** The taps of one load or store of a matrix: of its place, its lines and its elements. */
final class GridTaps {

  /** What a store puts behind a line where the tap has it so. */
  private static final int BEHIND = 0x77;

  private final Instruction i;
  private final Type.CooperativeMatrix type;
  private final int stride;
  private final Module module;
  private final int pointer;
  private final boolean isStored;
  private final boolean isFormer;
  private final boolean isSpecialized;
  private final Set<Circumstance> circumstances;

  GridTaps(Instruction i, Type.CooperativeMatrix type, int layout, int stride, Module module) {
    this.i = i;
    this.type = type;
    this.stride = stride;
    this.module = module;
    pointer = i.operand(Role.POINTER);
    isStored =
        i.opcode() == Spv.SpvOpCooperativeMatrixStoreKHR
            || i.opcode() == Spv.SpvOpCooperativeMatrixStoreNV;
    isFormer =
        i.opcode() == Spv.SpvOpCooperativeMatrixLoadNV
            || i.opcode() == Spv.SpvOpCooperativeMatrixStoreNV;
    isSpecialized = isFormer && module.definition(layout).opcode() == Spv.SpvOpSpecConstantOp;
    circumstances = MemoryCircumstances.of(i, layout, stride, type, module);
  }

  /**
   * The taps of one scope instance's load or store.
   *
   * @param right where its elements lie
   */
  Taps of(Grid right, int instance, Machine machine) {
    if (!machine.isTapped(Tap.Site.GRID)) {
      return Taps.OFF;
    }
    return machine
        .fault()
        .at(
            Tap.Site.GRID,
            type,
            instance,
            isStored ? 1 : 0,
            isFormer ? 1 : 0,
            isSpecialized ? 1 : 0,
            module.isUntyped(pointer) ? 1 : 0,
            module.storage(pointer) == StorageClass.WORKGROUP ? 1 : 0,
            right.rowMajor() ? 1 : 0,
            pointeeBytes(),
            unit(),
            right.stride(),
            lineBytes(type, right),
            instance,
            machine.workgroup(),
            machine.visit(i, instance),
            machine.around(circumstances));
  }

  private long unit() {
    return module.isUntyped(pointer) ? 1 : module.pointee(pointer).size();
  }

  /** The size of what a pointer points to, as far as that is a part of a line. */
  private long pointeeBytes() {
    return module
        .knownPointee(pointer)
        .filter(pointee -> !module.isUntyped(pointer) || pointee.component().size() > 0)
        .map(Type::size)
        .orElse((long) type.componentBytes());
  }

  private static int lineBytes(Type.CooperativeMatrix type, Grid grid) {
    return (grid.rowMajor() ? type.columns() : type.rows()) * grid.bytes();
  }

  /** Where the elements lie. */
  Grid placed(Grid right, Taps taps, Machine machine) {
    if (!taps.isOn()) {
      return right;
    }
    long firstStart = Lanes.get(machine.scalar(pointer), 0);
    long firstLines = Lanes.get(machine.scalar(stride), 0);
    long firstStride =
        unit()
            * (module.typeOf(stride) instanceof Type.Int(var format)
                ? format.value(firstLines)
                : firstLines);
    return new Grid(
        taps.at(Tap.GRID_START, right.start(), firstStart),
        taps.at(Tap.GRID_STRIDE, right.stride(), firstStride),
        taps.is(Tap.GRID_ROWS, right.rowMajor()),
        right.bytes(),
        blocks(right.blocks(), taps));
  }

  private static ArmBlocks blocks(ArmBlocks right, Taps taps) {
    if (right == null) {
      return null;
    }
    return switch ((int) taps.at(Tap.GRID_BLOCKS, 0)) {
      case 1 -> right.exchanged();
      case 2 -> right.apart();
      default -> right;
    };
  }

  /** The address of an element. */
  static long address(Grid grid, int row, int column, Taps taps) {
    return grid.start() + taps.at(Tap.GRID_DISTANCE, grid.address(row, column) - grid.start());
  }

  /** Passes what was loaded through the taps. */
  static void pass(
      long[] tile,
      Type.CooperativeMatrix type,
      Grid grid,
      int instance,
      Taps taps,
      Machine machine) {
    if (!taps.isOn()) {
      return;
    }
    boolean isFloat = type.component() instanceof Type.Float;
    long[] right = tile.clone();
    for (int row = 0, e = 0; row < type.rows(); row++) {
      for (int column = 0; column < type.columns(); column++, e++) {
        long from = Math.floorMod(taps.at(Tap.GRID_FROM, e, row, column), (long) right.length);
        tile[e] = right[(int) from];
        if (taps.isOn(Tap.GRID_LOADED)) {
          long address = grid.address(row, column);
          long earlier = machine.memory().again(address, machine.workgroup(), instance, tile[e]);
          long converted = converted(tile[e], isFloat, type);
          tile[e] =
              taps.at(Tap.GRID_LOADED, tile[e], row, column, converted, earlier) & type.mask();
        }
      }
    }
  }

  private static long stored(
      long bits, int row, int column, boolean fromInteger, Type.CooperativeMatrix type, Taps taps) {
    return taps.isOn(Tap.GRID_STORED)
        ? taps.at(Tap.GRID_STORED, bits, row, column, converted(bits, fromInteger, type))
            & type.mask()
        : bits;
  }

  /** A number from an integer of its width to a float, or the other way round. */
  private static long converted(long bits, boolean fromInteger, Type.CooperativeMatrix type) {
    FloatFormat format =
        type.component() instanceof Type.Float(var own)
            ? own
            : switch (type.componentBytes()) {
              case 1 -> FloatFormat.FLOAT8_E5M2;
              case 2 -> FloatFormat.FLOAT16;
              default -> FloatFormat.FLOAT32;
            };
    return fromInteger
        ? format.encode(bits, Rounding.NEAREST_EVEN)
        : Math.round(format.toDouble(bits));
  }

  /** Stores elements behind the taps. */
  static void store(
      Type.CooperativeMatrix type,
      long[] tile,
      Grid grid,
      boolean robust,
      long tag,
      Taps taps,
      Machine machine) {
    boolean isInteger = !(type.component() instanceof Type.Float);
    long end = lines(type, grid, taps);
    for (int row = 0, e = 0; row < type.rows(); row++) {
      for (int column = 0; column < type.columns(); column++, e++) {
        boolean isIn = grid.blocks() != null || (grid.rowMajor() ? row : column) < end;
        if (isIn && taps.is(Tap.GRID_STORES, true, row, column)) {
          long address = address(grid, row, column, taps);
          long bits = stored(tile[e], row, column, isInteger, type, taps);
          if (robust && !machine.memory().holds(address, grid.bytes())) {
            RobustAccess.write(address, grid.bytes(), bits, type, machine);
          } else {
            machine.memory().writeCooperatively(address, grid.bytes(), bits, tag);
          }
        }
      }
    }
    if (taps.isOn()) {
      storeBehind(type, tile, grid, end, taps, machine);
    }
  }

  private static int lines(Type.CooperativeMatrix type, Grid grid) {
    return grid.rowMajor() ? type.rows() : type.columns();
  }

  /** How many lines are stored. */
  private static long lines(Type.CooperativeMatrix type, Grid grid, Taps taps) {
    int right = lines(type, grid);
    return taps.within(Tap.GRID_LINES, right, 0, Taps.MOST, grid.blocks() == null ? 0 : 1);
  }

  /** Stores lines behind the last one up to an end, and bytes behind each. */
  private static void storeBehind(
      Type.CooperativeMatrix type, long[] tile, Grid grid, long end, Taps taps, Machine machine) {
    int lines = lines(type, grid);
    int line = lineBytes(type, grid);
    for (int at = lines; at < end; at++) {
      for (int n = 0; n < line / grid.bytes(); n++) {
        int last =
            grid.rowMajor() ? (lines - 1) * type.columns() + n : n * type.columns() + lines - 1;
        long address = Memory.moved(grid.start(), at, grid.stride()) + (long) n * grid.bytes();
        machine.memory().write(address, grid.bytes(), tile[last]);
      }
    }
    long behind = taps.within(Tap.GRID_BEHIND, 0, 0, Taps.MOST);
    for (int at = 0; at < lines; at++) {
      for (int n = 0; n < behind; n++) {
        machine.memory().write(grid.start() + at * grid.stride() + line + n, 1, BEHIND);
      }
    }
  }
}
