// SPDX-License-Identifier: Apache-2.0
package coopcts.program;

import java.util.Locale;

/** A component-wise function of cooperative vectors (CV §2.3). */
public enum VectorFunction {
  /** The smaller of two. */
  MIN(2, false),
  /** The larger of two. */
  MAX(2, false),
  /** The first, kept between the second and the third. */
  CLAMP(3, false),
  /** 0 where the second is below the first, else 1. */
  STEP(2, true),
  /** The product of the first two plus the third. */
  FMA(3, true),
  /** The natural exponential. */
  EXP(1, true),
  /** The natural logarithm. */
  LOG(1, true),
  /** The hyperbolic tangent. */
  TANH(1, true),
  /** The arc tangent. */
  ATAN(1, true);

  private final int operands;
  private final boolean floats;

  VectorFunction(int operands, boolean floats) {
    this.operands = operands;
    this.floats = floats;
  }

  /** {@return the number of vectors that the function takes, 1 to 3} */
  public int operands() {
    return operands;
  }

  /** {@return whether the function takes vectors of floats only; others take integers too} */
  public boolean isForFloats() {
    return floats;
  }

  /** {@return the function's name in GLSL, such as {@code clamp}} */
  public String glsl() {
    return name().toLowerCase(Locale.ROOT);
  }
}
