// SPDX-License-Identifier: Apache-2.0
package coopcts.device.reference.choice;

import coopcts.numbers.FloatFormat;
import coopcts.numbers.Rounding;

/**
 * Rounding, flushing and the sign of zeros, each operation anew: {@link Choice#ROUNDING}, {@link
 * Choice#FLUSHING}, {@link Choice#ZEROS}, {@link Choice#MOVED_ZEROS}.
 */
public final class FreeArithmetic {

  private FreeArithmetic() {}

  /**
   * {@return the direction of one rounding; to nearest even where the choice is not open}
   *
   * @param freedom of the device
   * @param choice that decides
   */
  public static Rounding rounding(ImplementationChoices freedom, Choice choice) {
    return freedom.has(choice)
        ? Rounding.values()[freedom.draw(choice, Rounding.values().length)]
        : Rounding.NEAREST_EVEN;
  }

  /**
   * {@return the direction in which one value is rounded, the same wherever the value occurs in an
   * executed instruction}
   *
   * @param freedom of the device
   * @param format that it is rounded to
   * @param high the value's larger part
   * @param low the rest of the value
   */
  public static Rounding rounding(
      ImplementationChoices freedom, FloatFormat format, double high, double low) {
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

  /**
   * {@return the pattern, or a zero of its sign if it is subnormal and the device flushes it}
   *
   * @param freedom of the device
   * @param format of the pattern
   * @param pattern of an operand or result of arithmetic
   */
  public static long flushed(ImplementationChoices freedom, FloatFormat format, long pattern) {
    return format.isSubnormal(pattern)
            && freedom.has(Choice.FLUSHING)
            && freedom.draw(Choice.FLUSHING, 2, pattern) == 1
        ? pattern & format.signBit()
        : pattern;
  }

  /**
   * {@return the pattern, or a zero of the other sign if it is a zero}
   *
   * @param freedom of the device
   * @param format of the pattern
   * @param pattern of a result of arithmetic
   */
  public static long signed(ImplementationChoices freedom, FloatFormat format, long pattern) {
    return format.isZero(pattern)
            && freedom.has(Choice.ZEROS)
            && freedom.draw(Choice.ZEROS, 2, pattern) == 1
        ? pattern ^ format.signBit()
        : pattern;
  }

  /**
   * {@return the pattern, or a zero of the other sign if it is a zero and {@link
   * Choice#MOVED_ZEROS} is open and draws so}
   *
   * @param freedom of the device
   * @param format of the pattern
   * @param pattern that an instruction gives or takes, in the low bits
   * @param place tells parts of one value apart; all invocations draw the same
   */
  public static long moved(
      ImplementationChoices freedom, FloatFormat format, long pattern, int place) {
    return format.isZero(pattern)
            && freedom.has(Choice.MOVED_ZEROS)
            && freedom.draw(Choice.MOVED_ZEROS, 2, place) == 1
        ? pattern ^ format.signBit()
        : pattern;
  }
}
