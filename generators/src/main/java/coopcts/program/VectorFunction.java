// SPDX-License-Identifier: Apache-2.0
package coopcts.program;

import java.util.Locale;

/** A component-wise function of cooperative vectors (CV §2.3). */
public enum VectorFunction {
  MIN(2, false),
  MAX(2, false),
  CLAMP(3, false),
  STEP(2, true),
  FMA(3, true),
  EXP(1, true),
  LOG(1, true),
  TANH(1, true),
  ATAN(1, true);

  private final int operands;
  private final boolean floats;

  VectorFunction(int operands, boolean floats) {
    this.operands = operands;
    this.floats = floats;
  }

  /** {@return the number of vector operands, 1 to 3} */
  public int operands() {
    return operands;
  }

  /** {@return whether it accepts floats only} */
  public boolean isForFloats() {
    return floats;
  }

  /** {@return its name in GLSL, such as {@code clamp}} */
  public String glsl() {
    return name().toLowerCase(Locale.ROOT);
  }
}
