// SPDX-License-Identifier: Apache-2.0
package coopcts.device.reference.freedom;

import coopcts.numbers.FloatFormat;
import coopcts.numbers.Rounding;

/**
 * Rounding, flushing and the sign of zeros, each operation anew: {@link Choice#ROUNDING}, {@link
 * Choice#FLUSHING}, {@link Choice#ZEROS}, {@link Choice#MOVED_ZEROS}.
 */
public final class FreeArithmetic {

  private FreeArithmetic() {}

  /** The direction of a rounding that is not fixed. */
  public static Rounding rounding(Freedom freedom, Choice choice) {
    return freedom.has(choice)
        ? Rounding.values()[freedom.draw(choice, Rounding.values().length)]
        : Rounding.NEAREST_EVEN;
  }

  /** The same of one value, wherever it comes up in an executed instruction. */
  public static Rounding rounding(Freedom freedom, FloatFormat format, double high, double low) {
    boolean isExact =
        format.encode(high, low, Rounding.DOWNWARD) == format.encode(high, low, Rounding.UPWARD);
    return !isExact && freedom.has(Choice.ROUNDING)
        ? Rounding.values()[
            freedom.draw(
                Choice.ROUNDING,
                Rounding.values().length,
                Double.doubleToRawLongBits(high) * 31 + Double.doubleToRawLongBits(low))]
        : Rounding.NEAREST_EVEN;
  }

  /** An operand or result of arithmetic: zero if it is subnormal and this one is flushed. */
  public static long flushed(Freedom freedom, FloatFormat format, long pattern) {
    return format.isSubnormal(pattern)
            && freedom.has(Choice.FLUSHING)
            && freedom.draw(Choice.FLUSHING, 2, pattern) == 1
        ? pattern & format.signBit()
        : pattern;
  }

  /** A result: a zero may have either sign. */
  public static long signed(Freedom freedom, FloatFormat format, long pattern) {
    return format.isZero(pattern)
            && freedom.has(Choice.ZEROS)
            && freedom.draw(Choice.ZEROS, 2, pattern) == 1
        ? pattern ^ format.signBit()
        : pattern;
  }

  /**
   * What any instruction gives or takes: a zero may have either sign.
   *
   * @param place tells parts of one value apart; all invocations draw the same
   */
  public static long moved(Freedom freedom, FloatFormat format, long pattern, int place) {
    return format.isZero(pattern)
            && freedom.has(Choice.MOVED_ZEROS)
            && freedom.draw(Choice.MOVED_ZEROS, 2, place) == 1
        ? pattern ^ format.signBit()
        : pattern;
  }
}
