// SPDX-License-Identifier: Apache-2.0
package coopcts.oracle;

import coopcts.model.ComponentType;
import coopcts.model.VectorMatrix;
import coopcts.numbers.FloatFormat;
import coopcts.numbers.LittleEndian;
import coopcts.numbers.NumberFormat;
import coopcts.numbers.Rounding;
import java.util.List;
import java.util.function.LongFunction;

/**
 * {@code vkConvertCooperativeVectorMatrixNV} and its command: element (i, j) stays element (i, j)
 * whatever the layouts (CV-CNV-003, -004), and is rounded where the next type is narrower (CV
 * §4.5).
 */
public final class MatrixConversion {

  private static final Rule BETWEEN = Rule.must("CV-CNV-010");

  private MatrixConversion() {}

  /** An element in another float type, rounded to nearest, ties to even (CV-CNV-005, -006). */
  static long element(ComponentType from, ComponentType to, long bits) {
    if (from == to) {
      return bits;
    }
    FloatFormat source = (FloatFormat) NumberFormat.of(from);
    FloatFormat target = (FloatFormat) NumberFormat.of(to);
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
   * Whether an element is smaller than all normal numbers of a stop's type: no text says whether it
   * may be flushed.
   */
  public static boolean isSubnormal(List<VectorMatrix> stops, long bits) {
    ComponentType type = stops.getFirst().component();
    long now = bits;
    for (VectorMatrix stop : stops) {
      now = element(type, stop.component(), now);
      type = stop.component();
      if (NumberFormat.of(type) instanceof FloatFormat format && format.isSubnormal(now)) {
        return true;
      }
    }
    return false;
  }

  /**
   * The last stop of a chain, row-major as the first: every element under a rule, and anything
   * between its rows (CV-CNV-010).
   *
   * @param source the bytes of the first stop
   */
  public static Contents converted(List<VectorMatrix> stops, byte[] source, Rule rule) {
    return converted(stops, source, _ -> rule);
  }

  /** The same with a rule for each element of the first stop. */
  public static Contents converted(
      List<VectorMatrix> stops, byte[] source, LongFunction<Rule> rule) {
    VectorMatrix first = stops.getFirst();
    VectorMatrix last = stops.getLast();
    Contents contents = lines(last);
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

  /** A row-major matrix of which nothing is said but that anything may stand between its rows. */
  public static Contents lines(VectorMatrix rows) {
    Contents contents = new Contents(new byte[rows.bytes()]);
    for (int row = 0; row < rows.rows(); row++) {
      int end = (int) ((row + 1) * rows.stride());
      for (int at = (int) rows.offset(row, rows.columns()); at < end; at++) {
        contents.put(at, ComponentType.UINT8, new Acceptance.Anything(), BETWEEN);
      }
    }
    return contents;
  }
}
