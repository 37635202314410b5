package coopcts.device.reference.vector;

import coopcts.device.reference.fault.ActiveFault;
import coopcts.device.reference.fault.Bug;
import coopcts.model.ComponentType;
import coopcts.model.VectorMatrix;
import coopcts.numbers.FloatFormat;
import coopcts.numbers.LittleEndian;
import coopcts.numbers.Rounding;

/** The host side of cooperative vectors: matrices from one layout and type to another (CV §4.5). */
public record VectorMatrices(ActiveFault fault) {

  private static VectorMatrixLayout layout(VectorMatrix matrix) {
    return new VectorMatrixLayout(
        matrix.layout(),
        matrix.rows(),
        matrix.columns(),
        matrix.component().bytes(),
        matrix.stride());
  }

  /** A change of type rounds to nearest even. */
  public byte[] convert(VectorMatrix from, byte[] source, VectorMatrix to) {
    VectorMatrixLayout read = layout(fault.has(Bug.CONVERT_SOURCE_DENSE) ? dense(from) : from);
    VectorMatrixLayout write = layout(to);
    int rows = from.rows() - (fault.has(Bug.CONVERT_LAST_ROW) ? 1 : 0);
    int columns = from.columns();
    if (fault.has(Bug.CONVERT_RAGGED) && columns > 8) {
      columns -= columns % 8;
    }
    byte[] target = new byte[Math.toIntExact(write.size())];
    for (int row = 0; row < rows; row++) {
      for (int column = 0; column < columns; column++) {
        long bits =
            LittleEndian.get(source, (int) read.offset(row, column), from.component().bytes());
        LittleEndian.put(
            target,
            (int) write.offset(row, column),
            to.component().bytes(),
            converted(from.component(), bits, to.component()));
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

  private long converted(ComponentType from, long bits, ComponentType to) {
    if (from == to) {
      return bits;
    }
    double value = VectorNumbers.floats(from).toDouble(bits);
    if (fault.has(Bug.CONVERT_TWICE) && to.bytes() == 1) {
      FloatFormat between = FloatFormat.FLOAT16;
      value = between.toDouble(between.encode(value, Rounding.NEAREST_EVEN));
    }
    if (fault.has(Bug.CONVERT_TIES_AWAY)) {
      value *= 1 + 0x1p-40;
    }
    FloatFormat format = VectorNumbers.floats(to);
    long result =
        format.encode(
            value, fault.has(Bug.CONVERT_TRUNCATES) ? Rounding.TOWARD_ZERO : Rounding.NEAREST_EVEN);
    boolean flushed =
        fault.has(Bug.CONVERT_FLUSH)
            && Math.abs(format.toDouble(result)) < format.toDouble(format.minNormal());
    return flushed ? 0 : result;
  }
}
