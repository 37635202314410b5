// SPDX-License-Identifier: Apache-2.0
package coopcts.program;

/** A component-wise operator on the bits of integer vectors (CV §2.3). */
public enum BitOperator {
  /** Bitwise and. */
  AND("x & y"),
  /** Bitwise or. */
  OR("x | y"),
  /** Bitwise exclusive or. */
  XOR("x ^ y"),
  /** Of the left side alone. */
  NOT("~x"),
  /** Shift to the left, by the right side modulo the width. */
  LEFT("x << (y & N)"),
  /** Shift to the right, by the right side modulo the width. */
  RIGHT("x >> (y & N)");

  private final String glsl;

  BitOperator(String glsl) {
    this.glsl = glsl;
  }

  /**
   * {@return the GLSL expression of x and y, in which N stands for the number of the highest bit in
   * every component}
   */
  public String glsl() {
    return glsl;
  }
}
