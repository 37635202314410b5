// SPDX-License-Identifier: Apache-2.0
package coopcts.device.reference.vector;

import coopcts.device.reference.choice.Choice;
import coopcts.device.reference.choice.ImplementationChoices;
import coopcts.device.reference.fault.ActiveFault;
import coopcts.device.reference.fault.FaultPoint;
import coopcts.model.ComponentType;
import coopcts.model.VectorMatrix;
import coopcts.model.VectorMatrix.Layout;
import coopcts.numbers.FloatFormat;
import coopcts.numbers.LittleEndian;
import coopcts.numbers.Rounding;

/**
 * Converts the matrices of cooperative vector products from one layout and component type to
 * another, as vkConvertCooperativeVectorMatrixNV and its command do (CV §4.5).
 *
 * @param fault that is planted, or {@link ActiveFault#NONE}
 * @param freedom the device's choices
 */
public record VectorMatrices(ActiveFault fault, ImplementationChoices freedom) {

  /**
   * Prepares conversions on a device with plain choices.
   *
   * @param fault that is planted, or {@link ActiveFault#NONE}
   */
  public VectorMatrices(ActiveFault fault) {
    this(fault, ImplementationChoices.PLAIN);
  }

  private VectorMatrixLayout layout(VectorMatrix matrix, boolean byCommand) {
    if (matrix.layout() == Layout.COLUMN_MAJOR && fault.has(FaultPoint.CONVERT_COLUMN_DENSE)) {
      long stride = (long) matrix.columns() * matrix.component().bytes();
      return new VectorMatrixLayout(
          Layout.ROW_MAJOR, matrix.rows(), matrix.columns(), matrix.component().bytes(), stride);
    }
    return new VectorMatrixLayout(
        byCommand && fault.has(FaultPoint.CONVERT_COMMAND_LAYOUT)
            ? exchanged(matrix.layout())
            : matrix.layout(),
        matrix.rows(),
        matrix.columns(),
        matrix.component().bytes(),
        matrix.stride());
  }

  private static Layout exchanged(Layout layout) {
    return switch (layout) {
      case INFERENCING_OPTIMAL -> Layout.TRAINING_OPTIMAL;
      case TRAINING_OPTIMAL -> Layout.INFERENCING_OPTIMAL;
      default -> layout;
    };
  }

  /** The columns that are converted. */
  private int columns(VectorMatrix from, VectorMatrix to) {
    int columns = from.columns();
    boolean cut =
        fault.has(FaultPoint.CONVERT_RAGGED)
            || to.layout() == Layout.TRAINING_OPTIMAL
                && fault.has(FaultPoint.CONVERT_TRAINING_RAGGED);
    return cut && columns > 8 ? columns - columns % 8 : columns;
  }

  /** The rows that are converted. */
  private int rows(VectorMatrix from, VectorMatrix to) {
    if (Math.min(from.rows(), from.columns()) == 1 && fault.has(FaultPoint.CONVERT_LINE)) {
      return 0;
    }
    boolean strided =
        from.layout().isOptimal() && from.stride() != 0
            || to.layout().isOptimal() && to.stride() != 0;
    boolean cut =
        fault.has(FaultPoint.CONVERT_LAST_ROW)
            || strided && fault.has(FaultPoint.CONVERT_OPTIMAL_STRIDE);
    return from.rows() - (cut ? 1 : 0);
  }

  /**
   * Converts a matrix from one layout and component type to another. Numbers are rounded to nearest
   * even; beyond the range of an 8-bit float the device may choose.
   *
   * @param from rows, columns, component type, layout and stride in bytes before
   * @param source its bytes, little-endian, at least as many as its layout takes; not changed
   * @param to component type, layout and stride in bytes after; rows and columns are those of
   *     {@code from}
   * @param byCommand whether a command of the device does it, not the host; faults tell both apart
   * @return the bytes of the target in a new array; those between its lines are 0
   * @throws ArithmeticException if the target takes more than 2147483647 bytes
   */
  public byte[] convert(VectorMatrix from, byte[] source, VectorMatrix to, boolean byCommand) {
    VectorMatrixLayout read =
        layout(fault.has(FaultPoint.CONVERT_SOURCE_DENSE) ? dense(from) : from, byCommand);
    VectorMatrixLayout write =
        layout(fault.has(FaultPoint.CONVERT_TARGET_DENSE) ? dense(to) : to, byCommand);
    int rows = rows(from, to);
    int columns = columns(from, to);
    byte[] target = new byte[Math.toIntExact(layout(to, byCommand).size())];
    for (int row = 0; row < rows; row++) {
      for (int column = 0; column < columns; column++) {
        long bits =
            VectorNumbers.stored(
                LittleEndian.get(source, (int) read.offset(row, column), from.component().bytes()),
                from.layout(),
                from.component(),
                fault);
        LittleEndian.put(
            target,
            (int) write.offset(row, column),
            to.component().bytes(),
            VectorNumbers.stored(
                converted(from.component(), bits, to.component(), byCommand),
                to.layout(),
                to.component(),
                fault));
      }
    }
    return target;
  }

  private static VectorMatrix dense(VectorMatrix matrix) {
    boolean byRows = matrix.layout() == VectorMatrix.Layout.ROW_MAJOR;
    return new VectorMatrix(
        matrix.component(),
        matrix.rows(),
        matrix.columns(),
        matrix.layout(),
        (long) (byRows ? matrix.columns() : matrix.rows()) * matrix.component().bytes());
  }

  private long converted(ComponentType from, long bits, ComponentType to, boolean byCommand) {
    if (from == to) {
      return bits;
    }
    if (from == ComponentType.FLOAT16
        && VectorNumbers.floats(from).isSubnormal(bits)
        && to == ComponentType.FLOAT32
        && fault.has(FaultPoint.CONVERT_WIDENED)) {
      return 0;
    }
    double value = VectorNumbers.floats(from).toDouble(bits);
    if (fault.has(FaultPoint.CONVERT_TWICE) && to.bytes() == 1) {
      FloatFormat between = FloatFormat.FLOAT16;
      value = between.toDouble(between.encode(value, Rounding.NEAREST_EVEN));
    }
    if (fault.has(FaultPoint.CONVERT_TIES_AWAY)) {
      value *= 1 + 0x1p-40;
    }
    FloatFormat format = VectorNumbers.floats(to);
    if (to.isFloat8() && !isWithin(value, format)) {
      return beyond(value, format);
    }
    boolean truncates =
        fault.has(FaultPoint.CONVERT_TRUNCATES)
            || byCommand && fault.has(FaultPoint.CONVERT_COMMAND_TRUNCATES)
            || to.bytes() == 1 && fault.has(FaultPoint.CONVERT_FLOAT8_TRUNCATES);
    long result = format.encode(value, truncates ? Rounding.TOWARD_ZERO : Rounding.NEAREST_EVEN);
    boolean flushed =
        fault.has(FaultPoint.CONVERT_FLUSH)
            && Math.abs(format.toDouble(result)) < format.toDouble(format.minNormal());
    return flushed ? 0 : result;
  }

  private static boolean isWithin(double value, FloatFormat format) {
    return Math.abs(value) <= format.toDouble(format.maxFinite());
  }

  /** What is beyond the range of an 8-bit float, NaN too: nothing says what becomes of it. */
  private long beyond(double value, FloatFormat format) {
    if (fault.has(
        Double.isNaN(value) ? FaultPoint.CONVERT_FLOAT8_NAN : FaultPoint.CONVERT_FLOAT8_BEYOND)) {
      return Double.isNaN(value) ? format.encode(1, Rounding.NEAREST_EVEN) : 0;
    }
    if (!freedom.takes(Choice.FLOAT8_BEYOND) || Double.isNaN(value)) {
      return format.encode(value, Rounding.NEAREST_EVEN);
    }
    return value < 0 ? format.signBit() | format.maxFinite() : format.maxFinite();
  }
}
