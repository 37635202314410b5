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
   * {@return the GLSL expression of two vectors {@code x} and {@code y}, which the writer of the
   * shader replaces by names} {@code N} in it stands for a component's width in bits less one, so
   * that shifts are taken modulo the width.
   */
  public String glsl() {
    return glsl;
  }

  /** {@return whether the operator stands between two sides, and can assign to the left one} */
  public boolean isBinary() {
    return this != NOT;
  }
}
