// SPDX-License-Identifier: Apache-2.0
package coopcts.program;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.OptionalInt;

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
  ATAN(1, true),
  /** As {@link #MIN}, and of NaN and a number the number. */
  NMIN(2, true),
  /** As {@link #MAX}, and of NaN and a number the number. */
  NMAX(2, true),
  /** As {@link #CLAMP}, and of NaN the lower end. */
  NCLAMP(3, true);

  /** Functions that GLSL has a name for, in their order. */
  public static final List<VectorFunction> NAMED =
      Arrays.stream(values()).filter(one -> one.intrinsic().isEmpty()).toList();

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

  /**
   * {@return the function's number in GLSL.std.450 where GLSL has no name for it, and {@link #glsl}
   * is one that a shader declares by GL_EXT_spirv_intrinsics}
   */
  public OptionalInt intrinsic() {
    return switch (this) {
      case NMIN -> OptionalInt.of(79);
      case NMAX -> OptionalInt.of(80);
      case NCLAMP -> OptionalInt.of(81);
      default -> OptionalInt.empty();
    };
  }

  /** {@return the function's name in GLSL, such as {@code clamp}} */
  public String glsl() {
    return name().toLowerCase(Locale.ROOT);
  }
}
