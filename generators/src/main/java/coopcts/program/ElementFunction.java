// SPDX-License-Identifier: Apache-2.0
package coopcts.program;

/**
 * The functions that the suite hands to {@code coopMatPerElementNV}: what becomes of an element by
 * its row and column (CM2 §4.8). Each is a condition with one {@link Value} where it holds and
 * another where it does not.
 */
public enum ElementFunction {
  /** Elements above the diagonal become zero. */
  TRIANGLE("row < column", Value.ZERO, Value.SAME),
  /** Every second element changes its sign. */
  CHECKERS("(row + column) % 2 == 0", Value.SAME, Value.NEGATIVE),
  /** Elements become those of another matrix where the column is odd. */
  STRIPES("column % 2 == 0", Value.SAME, Value.OTHER),
  /** Elements from a row on change their sign; the row's number is far beyond 16 bits. */
  BELOW("row + 70000u < number", Value.SAME, Value.NEGATIVE),
  /** As a function says that this one calls. */
  CALLED("column % 2 == 0", Value.SAME, Value.NEGATIVE);

  /** What an element becomes. */
  public enum Value {
    /** The element itself. */
    SAME,
    /** The element with its sign changed. */
    NEGATIVE,
    /** Zero. */
    ZERO,
    /** The element of the other matrix. */
    OTHER
  }

  /** What the number is more than a row. */
  public static final int FAR = 70_000;

  private final String condition;
  private final Value then;
  private final Value otherwise;

  ElementFunction(String condition, Value then, Value otherwise) {
    this.condition = condition;
    this.then = then;
    this.otherwise = otherwise;
  }

  /**
   * {@return the condition for {@link #then} as a GLSL expression of {@code row}, {@code column}
   * and {@code number}, which the function's parameters are called}
   */
  public String condition() {
    return condition;
  }

  /** {@return what becomes of an element for which the condition holds} */
  public Value then() {
    return then;
  }

  /** {@return what becomes of an element for which the condition does not hold} */
  public Value otherwise() {
    return otherwise;
  }

  /**
   * {@return what becomes of the element at a row and a column: {@link #then} or {@link
   * #otherwise}}
   *
   * @param row counted from 0
   * @param column counted from 0
   * @param number the function's further operand, which {@link #BELOW} alone looks at: it is {@link
   *     #FAR} more than the first row that changes; any value for others
   */
  public Value at(int row, int column, long number) {
    boolean holds =
        switch (this) {
          case TRIANGLE -> row < column;
          case CHECKERS -> (row + column) % 2 == 0;
          case STRIPES, CALLED -> column % 2 == 0;
          case BELOW -> row + FAR < number;
        };
    return holds ? then : otherwise;
  }

  /** {@return whether the function takes the element of a second matrix as a further operand} */
  public boolean takesOther() {
    return this == STRIPES;
  }

  /** {@return whether the function takes an unsigned number as a further operand} */
  public boolean takesNumber() {
    return this == BELOW;
  }

  /**
   * {@return whether the GLSL function that is handed over calls another one, which does the work}
   */
  public boolean calls() {
    return this == CALLED;
  }
}
