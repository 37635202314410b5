// SPDX-License-Identifier: Apache-2.0
package coopcts.program;

import java.util.Locale;

/** A component-wise operator on two matrices of one type (KHR §2.4). */
public enum BinaryOperator {
  /** The sum. */
  ADD("+"),
  /** The difference. */
  SUBTRACT("-"),
  /** The product of components. */
  MULTIPLY("*"),
  /** The quotient. */
  DIVIDE("/");

  private final String glsl;

  BinaryOperator(String glsl) {
    this.glsl = glsl;
  }

  /**
   * {@return the operator's symbol in GLSL, one of {@code +}, {@code -}, {@code *} and {@code /}}
   */
  public String glsl() {
    return glsl;
  }

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
