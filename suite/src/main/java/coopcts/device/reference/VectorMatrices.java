package coopcts.device.reference;

import coopcts.model.ComponentType;
import coopcts.model.VectorMatrix;
import coopcts.numbers.LittleEndian;
import coopcts.numbers.Rounding;

/** The host side of cooperative vectors: matrices from one layout and type to another (CV §4.5). */
final class VectorMatrices {

  private VectorMatrices() {}

  private static VectorMatrixLayout layout(VectorMatrix matrix) {
    return new VectorMatrixLayout(
        VectorMatrixLayout.Kind.values()[matrix.layout().ordinal()],
        matrix.rows(),
        matrix.columns(),
        matrix.component().bytes(),
        matrix.stride());
  }

  /** A change of type rounds to nearest even. */
  static byte[] convert(VectorMatrix from, byte[] source, VectorMatrix to) {
    VectorMatrixLayout read = layout(from);
    VectorMatrixLayout write = layout(to);
    byte[] target = new byte[Math.toIntExact(write.size())];
    for (int row = 0; row < from.rows(); row++) {
      for (int column = 0; column < from.columns(); column++) {
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

  private static long converted(ComponentType from, long bits, ComponentType to) {
    return from == to
        ? bits
        : VectorNumbers.floats(to)
            .encode(VectorNumbers.floats(from).toDouble(bits), Rounding.NEAREST_EVEN);
  }
}
