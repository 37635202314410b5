package coopcts.device.reference;

import coopcts.numbers.FloatFormat;
import coopcts.numbers.IntegerFormat;
import coopcts.numbers.Rounding;

/**
 * The instructions of SPV_KHR_cooperative_matrix, and the matrix operands of OpMatrixTimesScalar.
 */
final class CooperativeMatrices {

  private static final int ROW_MAJOR = 0;
  private static final int A_SIGNED = 1;
  private static final int B_SIGNED = 2;
  private static final int C_SIGNED = 4;
  private static final int RESULT_SIGNED = 8;
  private static final int SATURATING = 16;

  private final Module module;

  CooperativeMatrices(Module module) {
    this.module = module;
  }

  Step decode(Instruction i) {
    return switch (i.opcode()) {
      case Op.COOPERATIVE_MATRIX_LOAD -> load(i);
      case Op.COOPERATIVE_MATRIX_STORE -> store(i);
      case Op.COOPERATIVE_MATRIX_MUL_ADD -> mulAdd(i);
      case Op.COOPERATIVE_MATRIX_LENGTH -> length(i);
      case Op.MATRIX_TIMES_SCALAR -> timesScalar(i);
      default -> null;
    };
  }

  /** Where the elements of a matrix lie, for one scope instance (KHR §4.1). */
  private record Grid(long start, long stride, boolean rowMajor, int bytes) {
    long address(int row, int column) {
      return rowMajor
          ? start + row * stride + (long) column * bytes
          : start + column * stride + (long) row * bytes;
    }
  }

  private Grid grid(
      Type.CooperativeMatrix type,
      int pointer,
      int layout,
      int stride,
      int instance,
      Machine machine) {
    long pointeeBytes = module.pointee(pointer).size();
    boolean rowMajor = module.constantBits(layout) == ROW_MAJOR;
    long start = machine.agreed(machine.scalar(pointer), type.scope(), instance, "the pointer");
    long lines = machine.agreed(machine.scalar(stride), type.scope(), instance, "the stride");
    if (module.typeOf(stride) instanceof Type.Int(IntegerFormat format)) {
      lines = format.value(lines);
    }
    long bytes = lines * pointeeBytes;
    int alignment = Math.min(16, (rowMajor ? type.columns() : type.rows()) * type.componentBytes());
    if (start % alignment != 0 || bytes % alignment != 0) {
      throw new SpirvException(
          "KHR-ALIGN-001: pointer and stride are no multiples of " + alignment + " bytes");
    }
    return new Grid(start, bytes, rowMajor, type.componentBytes());
  }

  private Step load(Instruction i) {
    Type.CooperativeMatrix type = (Type.CooperativeMatrix) module.type(i.type());
    return machine -> {
      long[][] tiles = new long[machine.instances(type.scope())][];
      for (int instance = 0; instance < tiles.length; instance++) {
        if (machine.converged(type.scope(), instance)) {
          Grid grid = grid(type, i.operand(0), i.operand(1), i.operand(2), instance, machine);
          if (grid.stride < 0) {
            throw new SpirvException("KHR-LOAD-033: the stride is negative");
          }
          long[] tile = new long[type.elements()];
          for (int row = 0, e = 0; row < type.rows(); row++) {
            for (int column = 0; column < type.columns(); column++, e++) {
              tile[e] = machine.memory().read(grid.address(row, column), grid.bytes);
            }
          }
          tiles[instance] = tile;
        }
      }
      machine.set(i.result(), new MatrixValue(type, tiles));
    };
  }

  private Step store(Instruction i) {
    Type.CooperativeMatrix type = (Type.CooperativeMatrix) module.typeOf(i.operand(1));
    return machine -> {
      MatrixValue matrix = (MatrixValue) machine.get(i.operand(1));
      for (int instance = 0; instance < matrix.instances(); instance++) {
        if (machine.converged(type.scope(), instance)) {
          Grid grid = grid(type, i.operand(0), i.operand(2), i.operand(3), instance, machine);
          int line = (grid.rowMajor ? type.columns() : type.rows()) * grid.bytes;
          if (grid.stride < line) {
            throw new SpirvException(
                "KHR-STORE-007: lines of " + line + " bytes overlap at a stride of " + grid.stride);
          }
          long[] tile = matrix.tile(instance);
          for (int row = 0, e = 0; row < type.rows(); row++) {
            for (int column = 0; column < type.columns(); column++, e++) {
              machine.memory().write(grid.address(row, column), grid.bytes, tile[e]);
            }
          }
        }
      }
    };
  }

  private Step mulAdd(Instruction i) {
    Type.CooperativeMatrix type = (Type.CooperativeMatrix) module.type(i.type());
    int flags = i.count() > 3 ? i.operand(3) : 0;
    return machine -> {
      MatrixValue a = (MatrixValue) machine.get(i.operand(0));
      MatrixValue b = (MatrixValue) machine.get(i.operand(1));
      MatrixValue c = (MatrixValue) machine.get(i.operand(2));
      long[][] tiles = new long[c.instances()][];
      for (int instance = 0; instance < tiles.length; instance++) {
        if (machine.converged(type.scope(), instance)) {
          tiles[instance] =
              type.component() instanceof Type.Int
                  ? integers(type, flags, a, b, c, instance)
                  : floats(type, a, b, c, instance);
        }
      }
      machine.set(i.result(), new MatrixValue(type, tiles));
    };
  }

  private static IntegerFormat read(MatrixValue matrix, boolean signed) {
    if (!(matrix.type().component() instanceof Type.Int(IntegerFormat format))) {
      throw new SpirvException("KHR-MULADD-020: integer and float matrices are mixed");
    }
    return signed ? IntegerFormat.signed(format.bits()) : IntegerFormat.unsigned(format.bits());
  }

  private static long[] integers(
      Type.CooperativeMatrix type,
      int flags,
      MatrixValue a,
      MatrixValue b,
      MatrixValue c,
      int instance) {
    IntegerFormat formatA = read(a, (flags & A_SIGNED) != 0);
    IntegerFormat formatB = read(b, (flags & B_SIGNED) != 0);
    IntegerFormat formatC = read(c, (flags & C_SIGNED) != 0);
    int bits = (int) (8 * type.component().size());
    IntegerFormat result =
        (flags & RESULT_SIGNED) != 0 ? IntegerFormat.signed(bits) : IntegerFormat.unsigned(bits);
    int depth = a.type().columns();
    int columns = type.columns();
    long[] left = values(formatA, a.tile(instance));
    long[] right = values(formatB, b.tile(instance));
    long[] sums = values(formatC, c.tile(instance));
    for (int row = 0; row < type.rows(); row++) {
      for (int k = 0; k < depth; k++) {
        long factor = left[row * depth + k];
        for (int column = 0; column < columns; column++) {
          sums[row * columns + column] += factor * right[k * columns + column];
        }
      }
    }
    for (int e = 0; e < sums.length; e++) {
      sums[e] = (flags & SATURATING) != 0 ? result.saturate(sums[e]) : result.wrap(sums[e]);
    }
    return sums;
  }

  private static long[] values(IntegerFormat format, long[] patterns) {
    long[] values = new long[patterns.length];
    for (int e = 0; e < values.length; e++) {
      values[e] = format.value(patterns[e]);
    }
    return values;
  }

  /**
   * Products and sums in float32 (in float64 for float64), k after k, rounded to the result type at
   * the end.
   */
  private static long[] floats(
      Type.CooperativeMatrix type, MatrixValue a, MatrixValue b, MatrixValue c, int instance) {
    FloatFormat result = ((Type.Float) type.component()).format();
    boolean wide = result == FloatFormat.FLOAT64;
    int depth = a.type().columns();
    int columns = type.columns();
    double[] left = numbers(a, instance);
    double[] right = numbers(b, instance);
    double[] sums = numbers(c, instance);
    for (int row = 0; row < type.rows(); row++) {
      for (int k = 0; k < depth; k++) {
        double factor = left[row * depth + k];
        for (int column = 0; column < columns; column++) {
          int e = row * columns + column;
          double sum = Math.fma(factor, right[k * columns + column], sums[e]);
          sums[e] = wide ? sum : (float) sum;
        }
      }
    }
    long[] tile = new long[sums.length];
    for (int e = 0; e < tile.length; e++) {
      tile[e] = result.encode(sums[e], Rounding.NEAREST_EVEN);
    }
    return tile;
  }

  private static double[] numbers(MatrixValue matrix, int instance) {
    FloatFormat format = ((Type.Float) matrix.type().component()).format();
    long[] tile = matrix.tile(instance);
    double[] numbers = new double[tile.length];
    for (int e = 0; e < numbers.length; e++) {
      numbers[e] = format.toDouble(tile[e]);
    }
    return numbers;
  }

  private Step length(Instruction i) {
    Type.CooperativeMatrix type = (Type.CooperativeMatrix) module.type(i.operand(0));
    return machine -> {
      long[] lengths = new long[machine.lanes()];
      for (int lane = 0; lane < lengths.length; lane++) {
        lengths[lane] =
            machine.ownership().length(type, machine.laneInInstance(type.scope(), lane));
      }
      machine.set(i.result(), lengths);
    };
  }

  private Step timesScalar(Instruction i) {
    if (!(module.type(i.type()) instanceof Type.CooperativeMatrix type)) {
      return null;
    }
    Elementwise.Binary times =
        switch (type.component()) {
          case Type.Int(IntegerFormat format) -> (a, b) -> format.wrap(a * b);
          case Type.Float(FloatFormat format) -> FloatArithmetic.binary(format, (a, b) -> a * b);
          default -> throw new SpirvException("a matrix of " + type.component());
        };
    return machine -> {
      MatrixValue matrix = (MatrixValue) machine.get(i.operand(0));
      long[] factor = machine.scalar(i.operand(1));
      long[][] tiles = new long[matrix.instances()][];
      for (int instance = 0; instance < tiles.length; instance++) {
        if (machine.converged(type.scope(), instance)) {
          long by = machine.agreed(factor, type.scope(), instance, "the scalar");
          long[] from = matrix.tile(instance);
          tiles[instance] = new long[from.length];
          for (int e = 0; e < from.length; e++) {
            tiles[instance][e] = times.apply(from[e], by);
          }
        }
      }
      machine.set(i.result(), new MatrixValue(type, tiles));
    };
  }
}
