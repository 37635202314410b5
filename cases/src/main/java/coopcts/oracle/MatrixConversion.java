// SPDX-License-Identifier: Apache-2.0
package coopcts.oracle;

import coopcts.model.ComponentType;
import coopcts.model.VectorMatrix;
import coopcts.numbers.FloatFormat;
import coopcts.numbers.LittleEndian;
import coopcts.numbers.Rounding;
import java.util.List;
import java.util.function.LongFunction;

/**
 * What {@code vkConvertCooperativeVectorMatrixNV} and its command must give: element (i, j) stays
 * element (i, j) whatever the layouts (CV-CNV-003, -004), and is rounded where the next type is
 * narrower (CV §4.5). A chain of conversions is a list of matrices, the source first; each is a
 * stop.
 */
public final class MatrixConversion {

  private static final Rule BETWEEN = Rule.must("CV-CNV-010");

  private MatrixConversion() {}

  /** An element in another float type, rounded to nearest, ties to even (CV-CNV-005, -006). */
  static long element(ComponentType from, ComponentType to, long bits) {
    if (from == to) {
      return bits;
    }
    FloatFormat source = (FloatFormat) from.format();
    FloatFormat target = (FloatFormat) to.format();
    return target.encode(source.toDouble(bits), Rounding.NEAREST_EVEN);
  }

  /** An element at the end of a chain of conversions. */
  static long along(List<VectorMatrix> stops, long bits) {
    ComponentType type = stops.getFirst().component();
    long now = bits;
    for (VectorMatrix stop : stops) {
      now = element(type, stop.component(), now);
      type = stop.component();
    }
    return now;
  }

  /**
   * {@return whether an element is or becomes subnormal in the type of one of the stops; no text
   * says whether it may be flushed to zero, so that callers expect it by a rule of {@link
   * Tier#QUALITY}}
   *
   * @param stops matrices from the source on, at least one, of which only the component types count
   * @param bits the element's pattern in the first stop's type, in the low bits
   */
  public static boolean isSubnormal(List<VectorMatrix> stops, long bits) {
    ComponentType type = stops.getFirst().component();
    long now = bits;
    for (VectorMatrix stop : stops) {
      now = element(type, stop.component(), now);
      type = stop.component();
      if (type.format() instanceof FloatFormat format && format.isSubnormal(now)) {
        return true;
      }
    }
    return false;
  }

  /**
   * {@return what the last matrix of a chain of conversions may hold: each element under one rule,
   * and anything between its rows (CV-CNV-010)}
   *
   * @param stops the matrices of the chain, at least two, of equal shape; the first and the last
   *     are row-major
   * @param source the bytes of the first matrix, little-endian
   * @param rule why the elements are expected
   */
  public static ExpectedContents converted(List<VectorMatrix> stops, byte[] source, Rule rule) {
    return converted(stops, source, _ -> rule);
  }

  /**
   * What the last matrix of a chain of conversions may hold, with a rule for each element.
   *
   * @param stops the matrices of the chain, at least two, of equal shape; the first and the last
   *     are row-major
   * @param source the bytes of the first matrix, little-endian
   * @param rule gives the rule for an element by its pattern in the first matrix, in the low bits
   * @return the last matrix; bytes between its rows may hold anything (CV-CNV-010)
   */
  public static ExpectedContents converted(
      List<VectorMatrix> stops, byte[] source, LongFunction<Rule> rule) {
    VectorMatrix first = stops.getFirst();
    VectorMatrix last = stops.getLast();
    ExpectedContents contents = lines(last);
    for (int row = 0; row < last.rows(); row++) {
      for (int column = 0; column < last.columns(); column++) {
        int at = (int) first.offset(row, column);
        long bits = LittleEndian.get(source, at, first.component().bytes());
        contents.put(
            (int) last.offset(row, column), last.component(), along(stops, bits), rule.apply(bits));
      }
    }
    return contents;
  }

  /**
   * {@return contents of zero bytes for a row-major matrix, in which the bytes between the rows may
   * hold anything (CV-CNV-010)} The caller puts the matrix's elements into it: without that, zeros
   * are expected.
   *
   * @param rows shape, component type and stride in bytes of a row-major matrix
   */
  public static ExpectedContents lines(VectorMatrix rows) {
    ExpectedContents contents = new ExpectedContents(new byte[rows.bytes()]);
    for (int row = 0; row < rows.rows(); row++) {
      int end = (int) ((row + 1) * rows.stride());
      for (int at = (int) rows.offset(row, rows.columns()); at < end; at++) {
        contents.put(at, ComponentType.UINT8, new Acceptance.Anything(), BETWEEN);
      }
    }
    return contents;
  }
}
