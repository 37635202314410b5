// SPDX-License-Identifier: Apache-2.0
package coopcts.oracle;

import coopcts.model.MatrixType;

/**
 * What {@code coopMatPerElementNV} makes of a matrix: each element becomes what a function gives
 * for its row, its column, its value and those of further matrices (CM2 §4.8, CM2-ELEM-001 to
 * -004).
 */
public final class PerElement {

  private static final Rule RULE = Rule.must("CM2-ELEM-002");

  private PerElement() {}

  /** What the function gives. */
  @FunctionalInterface
  public interface Function {
    /**
     * {@return what is acceptable as the element's new value}
     *
     * @param row of the element, counted from 0
     * @param column of the element, counted from 0
     * @param patterns of the element in the matrix and in each of the further ones
     */
    Acceptance of(int row, int column, long... patterns);
  }

  /**
   * The changed matrix. Elements that depend on elements that are not known exactly are not judged.
   *
   * @param function what becomes of each element
   * @param m the matrix
   * @param extras matrices of the same type
   * @return a matrix of the same type
   */
  public static Values of(Function function, Values m, Values... extras) {
    MatrixType type = m.type();
    return Values.each(
        type,
        RULE,
        e -> {
          long[] patterns = new long[1 + extras.length];
          for (int i = 0; i < patterns.length; i++) {
            long[] candidates = (i == 0 ? m : extras[i - 1]).candidates(e);
            if (candidates == null || candidates.length > 1) {
              return new Acceptance.Anything();
            }
            patterns[i] = candidates[0];
          }
          return function.of(e / type.columns(), e % type.columns(), patterns);
        });
  }
}
