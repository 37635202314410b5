// SPDX-License-Identifier: Apache-2.0
package coopcts.model;

import java.util.Locale;

/** The place of a matrix in a product; values of SPIR-V's Cooperative Matrix Use (KHR-TYPE-012). */
public enum Use {
  /** The left operand, m × k. */
  A("gl_MatrixUseA"),
  /** The right operand, k × n. */
  B("gl_MatrixUseB"),
  /** The addend and the result, m × n. */
  ACCUMULATOR("gl_MatrixUseAccumulator");

  private final String glsl;

  Use(String glsl) {
    this.glsl = glsl;
  }

  /** {@return the GLSL constant of the use, such as {@code gl_MatrixUseA}} */
  public String glsl() {
    return glsl;
  }

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
