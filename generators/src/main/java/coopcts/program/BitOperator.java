// SPDX-License-Identifier: Apache-2.0
package coopcts.program;

/** A component-wise operator on the bits of integer vectors (CV §2.3). */
public enum BitOperator {
  /** Bitwise and. */
  AND("&"),
  /** Bitwise or. */
  OR("|"),
  /** Bitwise exclusive or. */
  XOR("^"),
  /** Of the left side alone. */
  NOT("~"),
  /** Shift to the left, by the right side modulo the width. */
  LEFT("<<"),
  /** Shift to the right, by the right side modulo the width. */
  RIGHT(">>");

  private final String glsl;

  BitOperator(String glsl) {
    this.glsl = glsl;
  }

  /** {@return the operator in GLSL, which stands before its only side where it is not binary} */
  public String glsl() {
    return glsl;
  }

  /** {@return whether the operator stands between two sides, and can assign to the left one} */
  public boolean isBinary() {
    return this != NOT;
  }

  /** {@return whether the right side says by how much the left one is shifted} */
  public boolean isShift() {
    return this == LEFT || this == RIGHT;
  }
}
