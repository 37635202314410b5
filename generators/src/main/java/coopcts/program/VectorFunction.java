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

  /** How many operands it has. */
  public int operands() {
    return operands;
  }

  /** Whether it is for floats alone. */
  public boolean isForFloats() {
    return floats;
  }

  /** Its name in GLSL. */
  public String glsl() {
    return name().toLowerCase(Locale.ROOT);
  }
}
