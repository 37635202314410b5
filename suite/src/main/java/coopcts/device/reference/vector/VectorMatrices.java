// SPDX-License-Identifier: Apache-2.0
package coopcts.device.reference.vector;

import coopcts.device.reference.choice.Choice;
import coopcts.device.reference.choice.ImplementationChoices;
import coopcts.device.reference.fault.ActiveFault;
import coopcts.device.reference.fault.Tap;
import coopcts.device.reference.fault.Taps;
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

  private Taps taps(VectorMatrix from, VectorMatrix to, boolean byCommand) {
    boolean hasOptimalStride =
        from.layout().isOptimal() && from.stride() != 0
            || to.layout().isOptimal() && to.stride() != 0;
    if (!fault.isTapped()) {
      return Taps.OFF;
    }
    return fault.at(
        Tap.Site.CONVERSION,
        null,
        0,
        from.rows(),
        from.columns(),
        from.component().bytes(),
        to.layout().ordinal(),
        to.component().bytes(),
        hasOptimalStride ? 1 : 0,
        byCommand ? 1 : 0);
  }

  /** Where the elements of a matrix lie that is converted. */
  private static VectorMatrixLayout layout(VectorMatrix matrix, boolean isTarget, Taps taps) {
    Layout[] layouts = Layout.values();
    boolean byColumns = matrix.layout() == Layout.COLUMN_MAJOR;
    int line = byColumns ? matrix.rows() : matrix.columns();
    return new VectorMatrixLayout(
        layouts[taps.modulo(Tap.CONVERSION_LAYOUT, matrix.layout().ordinal(), layouts.length)],
        matrix.rows(),
        matrix.columns(),
        matrix.component().bytes(),
        taps.at(
            Tap.CONVERSION_STRIDE,
            matrix.stride(),
            (long) line * matrix.component().bytes(),
            isTarget ? 1 : 0));
  }

  /** The place of an element in so many bytes. */
  private static int place(
      VectorMatrixLayout layout, int row, int column, byte[] bytes, Taps taps) {
    long right = layout.offset(row, column);
    if (!taps.isOn()) {
      return (int) right;
    }
    long dense = ((long) row * layout.columns() + column) * layout.elementBytes();
    long place = taps.at(Tap.CONVERSION_OFFSET, right, dense, layout.order().ordinal());
    return Math.clamp(place, 0, bytes.length - layout.elementBytes());
  }

  /**
   * Converts a matrix from one layout and component type to another. Numbers are rounded to nearest
   * even; beyond the range of an 8-bit float the device may choose.
   *
   * @param from rows, columns, component type, layout and stride in bytes before
   * @param source its bytes, little-endian, at least as many as its layout takes; not changed
   * @param to component type, layout and stride in bytes after; rows and columns are those of
   *     {@code from}
   * @param byCommand whether a command of the device does it, not the host; taps tell both apart
   * @return the bytes of the target in a new array; those between its lines are 0
   * @throws ArithmeticException if the target takes more than 2147483647 bytes
   */
  public byte[] convert(VectorMatrix from, byte[] source, VectorMatrix to, boolean byCommand) {
    Taps taps = taps(from, to, byCommand);
    VectorMatrixLayout read = layout(from, false, taps);
    VectorMatrixLayout write = layout(to, true, taps);
    Taps reading = fault.at(Tap.Site.STORED, null, 0, from.layout().ordinal());
    Taps writing = fault.at(Tap.Site.STORED, null, 0, to.layout().ordinal());
    int rows = Math.clamp(taps.at(Tap.CONVERSION_ROWS, from.rows()), 0, from.rows());
    int columns = Math.clamp(taps.at(Tap.CONVERSION_COLUMNS, from.columns()), 0, from.columns());
    byte[] target = new byte[Math.toIntExact(layout(to, true, Taps.OFF).size())];
    for (int row = 0; row < rows; row++) {
      for (int column = 0; column < columns; column++) {
        long held =
            LittleEndian.get(
                source, place(read, row, column, source, taps), from.component().bytes());
        long bits = VectorNumbers.stored(held, from.component(), reading);
        LittleEndian.put(
            target,
            place(write, row, column, target, taps),
            to.component().bytes(),
            VectorNumbers.stored(
                converted(from.component(), bits, to.component(), taps), to.component(), writing));
      }
    }
    return target;
  }

  private long converted(ComponentType from, long bits, ComponentType to, Taps taps) {
    if (from == to) {
      return bits;
    }
    double value = VectorNumbers.floats(from).toDouble(bits);
    long right = rounded(value, to, Rounding.NEAREST_EVEN);
    if (!taps.isOn(Tap.CONVERSION_NUMBER)) {
      return right;
    }
    FloatFormat half = FloatFormat.FLOAT16;
    FloatFormat format = VectorNumbers.floats(to);
    boolean isSmall = Math.abs(format.toDouble(right)) < format.toDouble(format.minNormal());
    return taps.among(
        Tap.CONVERSION_NUMBER,
        right,
        new long[] {
          rounded(
              half.toDouble(half.encode(value, Rounding.NEAREST_EVEN)), to, Rounding.NEAREST_EVEN),
          rounded(value * (1 + 0x1p-40), to, Rounding.NEAREST_EVEN),
          rounded(value, to, Rounding.TOWARD_ZERO),
          VectorNumbers.floats(from).isSubnormal(bits) ? 1 : 0,
          isSmall ? 1 : 0,
          isWithin(value, format) ? 0 : 1,
          Double.isNaN(value) ? 1 : 0,
          VectorNumbers.one(to)
        });
  }

  private long rounded(double value, ComponentType to, Rounding rounding) {
    FloatFormat format = VectorNumbers.floats(to);
    return to.isFloat8() && !isWithin(value, format)
        ? beyond(value, format)
        : format.encode(value, rounding);
  }

  private static boolean isWithin(double value, FloatFormat format) {
    return Math.abs(value) <= format.toDouble(format.maxFinite());
  }

  /** What is beyond the range of an 8-bit float, NaN too: nothing says what becomes of it. */
  private long beyond(double value, FloatFormat format) {
    if (!freedom.takes(Choice.FLOAT8_BEYOND) || Double.isNaN(value)) {
      return format.encode(value, Rounding.NEAREST_EVEN);
    }
    return value < 0 ? format.signBit() | format.maxFinite() : format.maxFinite();
  }
}
