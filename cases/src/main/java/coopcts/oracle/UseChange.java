// SPDX-License-Identifier: Apache-2.0
package coopcts.oracle;

import coopcts.model.MatrixType;
import coopcts.model.Use;
import coopcts.numbers.FloatFormat;
import java.util.function.IntUnaryOperator;

/**
 * What becomes of a matrix that changes its use: by a constructor, which may change the component
 * type too (CM2-CONV-001 to -003), or by {@code coopMatTransposeNV} (CM2-TRANS-001).
 */
public final class UseChange {

  private static final Rule CONVERTED = Rule.must("CM2-CONV-001");
  private static final Rule CONVERTED_B = Rule.must("CM2-CONV-002");
  private static final Rule TRANSPOSED = Rule.must("CM2-TRANS-001");

  private UseChange() {}

  /**
   * {@return the matrix that the constructor makes} Components are converted if the type changes;
   * else normal numbers keep their patterns and subnormal ones may become zero.
   *
   * @param to type of the result
   * @param m the source, of the result's shape
   */
  public static Values converted(MatrixType to, Values m) {
    return to.component() == m.type().component()
        ? moved(to, to.use() == Use.B ? CONVERTED_B : CONVERTED, m, e -> e)
        : Conversion.convert(to, m);
  }

  /**
   * {@return the matrix that a transposing conversion makes of a matrix, with components converted
   * if the type changes}
   *
   * @param to type of the result
   * @param m the source, of {@code to.columns()} rows and {@code to.rows()} columns
   */
  public static Values convertedTransposed(MatrixType to, Values m) {
    return converted(
        to,
        transposed(
            new MatrixType(
                m.type().component(), to.scope(), to.rows(), to.columns(), m.type().use()),
            m));
  }

  /**
   * {@return the matrix with rows and columns exchanged}
   *
   * @param to type of the result, of the source's component type
   * @param m the source, of {@code to.columns()} rows and {@code to.rows()} columns
   */
  public static Values transposed(MatrixType to, Values m) {
    return moved(to, TRANSPOSED, m, e -> transposed(e, to.rows(), to.columns()));
  }

  /**
   * The transpose of a matrix of whole numbers.
   *
   * @param m its rows × columns elements, row-major; not changed
   * @param rows number of rows of the source
   * @param columns number of columns of the source
   * @return columns × rows elements, row-major
   */
  public static int[] transposed(int[] m, int rows, int columns) {
    int[] turned = new int[m.length];
    for (int e = 0; e < turned.length; e++) {
      turned[e] = m[transposed(e, columns, rows)];
    }
    return turned;
  }

  /** Where element e of a rows × columns matrix stands in its transpose. */
  private static int transposed(int e, int rows, int columns) {
    return e % columns * rows + e / columns;
  }

  private static Values moved(MatrixType to, Rule rule, Values m, IntUnaryOperator from) {
    return Values.each(to, rule, e -> passed(m, from.applyAsInt(e))).of(ExactnessBound.joined(m));
  }

  /**
   * An element that an instruction passes on which is none of those that preserve bits: normal
   * numbers keep their patterns; of others only the value is certain (CM2-TRANS-005, NUM §5).
   */
  static Acceptance passed(Values m, int e) {
    if (m.open(e) != null) {
      return m.open(e);
    }
    long pattern = m.bits()[e];
    if (!(m.format() instanceof FloatFormat format)) {
      return new Acceptance.OneOf(pattern);
    }
    if (!format.isFinite(pattern)) {
      return new Acceptance.Anything();
    }
    Candidates results = new Candidates();
    for (double value : Candidates.operand(format, pattern, true)) {
      results.addExact(format, value);
    }
    return new Acceptance.OneOf(results.toArray());
  }
}
