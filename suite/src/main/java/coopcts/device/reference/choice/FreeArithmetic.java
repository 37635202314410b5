// SPDX-License-Identifier: Apache-2.0
package coopcts.device.reference.choice;

import coopcts.numbers.FloatFormat;
import coopcts.numbers.Rounding;

/**
 * Rounding, flushing and the sign of zeros as a device chooses them, for each operation anew:
 * {@link Choice#ROUNDING}, {@link Choice#FLUSHING}, {@link Choice#ZEROS}, {@link
 * Choice#MOVED_ZEROS}. It knows no float modes: callers ask it only where no mode fixes the result.
 * Patterns are in the low bits.
 */
public final class FreeArithmetic {

  private FreeArithmetic() {}

  /**
   * {@return a direction of rounding, drawn anew at each call where the choice is open; else to
   * nearest even}
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
   * {@return the direction in which one value is rounded; to nearest even where the format holds
   * the value exactly, and where {@link Choice#ROUNDING} is not open} In one executed instruction
   * equal values are rounded alike.
   *
   * @param freedom of the device
   * @param format that the value is rounded to
   * @param high the value rounded to double
   * @param low the value less {@code high}
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
   * {@return a zero of the pattern's sign where the pattern is subnormal and the device flushes it
   * ({@link Choice#FLUSHING}); else the pattern} In one executed instruction equal patterns are
   * treated alike.
   *
   * @param freedom of the device
   * @param format of the pattern
   * @param pattern of an operand or a result of arithmetic
   */
  public static long flushed(ImplementationChoices freedom, FloatFormat format, long pattern) {
    return format.isSubnormal(pattern)
            && freedom.has(Choice.FLUSHING)
            && freedom.draw(Choice.FLUSHING, 2, pattern) == 1
        ? pattern & format.signBit()
        : pattern;
  }

  /**
   * {@return a zero of the other sign where the pattern is a zero and the device draws so ({@link
   * Choice#ZEROS}); else the pattern} In one executed instruction equal patterns are treated alike.
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
   * {@return a zero of the other sign where the pattern is a zero and the device draws so ({@link
   * Choice#MOVED_ZEROS}); else the pattern} In one executed instruction equal places are treated
   * alike, in all invocations.
   *
   * @param freedom of the device
   * @param format of the pattern
   * @param pattern of a component that an instruction gives or takes
   * @param place any number that tells components of one value apart
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
