// SPDX-License-Identifier: Apache-2.0
package coopcts.oracle;

import coopcts.model.MatrixType;

/**
 * What {@code coopMatPerElementNV} makes of a matrix: each element becomes what a function gives
 * for its row, its column, its value and the values of further matrices (CM2 §4.8, CM2-ELEM-001 to
 * -004).
 */
public final class PerElement {

  private static final Rule RULE = Rule.must("CM2-ELEM-002");

  private PerElement() {}

  /** The function that the shader passes: what it gives for one element. */
  @FunctionalInterface
  public interface Function {
    /**
     * {@return what is acceptable as an element's new value}
     *
     * @param row of the element, counted from 0
     * @param column of the element, counted from 0
     * @param patterns of the element in the matrix and in each of the further ones, in their order,
     *     in the low bits
     */
    Acceptance of(int row, int column, long... patterns);
  }

  /**
   * The changed matrix. Elements that depend on an element with more than one acceptable pattern
   * may be anything.
   *
   * @param function what becomes of each element; called once for each, in row-major order
   * @param m the matrix
   * @param extras further matrices that the function reads, of the same shape; may be none
   * @return a matrix of the type of {@code m}
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
