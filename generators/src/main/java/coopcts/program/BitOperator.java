// SPDX-License-Identifier: Apache-2.0
package coopcts.program;

/** A component-wise operator on the bits of integer vectors (CV §2.3). */
public enum BitOperator {
  AND("x & y"),
  OR("x | y"),
  XOR("x ^ y"),
  /** Of the left side alone. */
  NOT("~x"),
  LEFT("x << (y & N)"),
  RIGHT("x >> (y & N)");

  private final String glsl;

  BitOperator(String glsl) {
    this.glsl = glsl;
  }

  /** What it gives of x and y, with N for the highest bit's number in every component. */
  public String glsl() {
    return glsl;
  }
}
