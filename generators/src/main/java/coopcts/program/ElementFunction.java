// SPDX-License-Identifier: Apache-2.0
package coopcts.program;

/** What a per-element function makes of an element at a row and a column (CM2 §4.8). */
public enum ElementFunction {
  /** Elements above the diagonal become zero. */
  TRIANGLE("row < column ? T(0) : x"),
  /** Every second element changes its sign. */
  CHECKERS("(row + column) % 2 == 0 ? x : -x"),
  /** Elements become those of another matrix where the column is odd. */
  STRIPES("column % 2 == 0 ? x : y"),
  /** Elements from a row on change their sign; the row's number is far beyond 16 bits. */
  BELOW("row + 70000u < number ? x : -x"),
  /** As a function says that this one calls. */
  CALLED("turned(x, column)");

  /** What the number is more than a row. */
  public static final int FAR = 70_000;

  private final String glsl;

  ElementFunction(String glsl) {
    this.glsl = glsl;
  }

  /** What it returns, of the element x and, with another matrix, its element y. */
  public String glsl() {
    return glsl;
  }

  /** Whether it takes an element of another matrix. */
  public boolean takesOther() {
    return this == STRIPES;
  }

  /** Whether it takes a number. */
  public boolean takesNumber() {
    return this == BELOW;
  }

  /** Whether it calls the function {@code turned}. */
  public boolean calls() {
    return this == CALLED;
  }
}
