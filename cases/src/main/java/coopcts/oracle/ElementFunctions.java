// SPDX-License-Identifier: Apache-2.0
package coopcts.oracle;

import coopcts.model.ComponentType;
import coopcts.numbers.FloatFormat;
import coopcts.numbers.IntegerFormat;
import coopcts.numbers.Rounding;

/**
 * Functions and operators on single components that give one of their operands or a new pattern
 * without rounding: what cooperative vectors have beside {@link Arithmetic}.
 */
public final class ElementFunctions {

  private ElementFunctions() {}

  /**
   * {@return the pattern of the smaller one (CV-FN-006, -011)} Floats must not be NaN.
   *
   * @param type of both
   * @param a pattern in the low bits
   * @param b pattern in the low bits
   */
  public static long min(ComponentType type, long a, long b) {
    return less(type, a, b) ? a : b;
  }

  /**
   * {@return the pattern of the larger one (CV-FN-006, -011)} Floats must not be NaN.
   *
   * @param type of both
   * @param a pattern in the low bits
   * @param b pattern in the low bits
   */
  public static long max(ComponentType type, long a, long b) {
    return less(type, a, b) ? b : a;
  }

  /**
   * {@return the pattern of x, or of the end beyond which it lies (CV-FN-007, -011)} Low must not
   * be above high; floats must not be NaN.
   *
   * @param type of all
   * @param x pattern in the low bits
   * @param low pattern of the least value, in the low bits
   * @param high pattern of the greatest value, in the low bits
   */
  public static long clamp(ComponentType type, long x, long low, long high) {
    return less(type, x, low) ? low : less(type, high, x) ? high : x;
  }

  /**
   * {@return the pattern of {@code NMin}: the smaller one, and the number where x is none
   * (CV-FN-009)}
   *
   * @param type a float type
   * @param x pattern in the low bits that may be NaN
   * @param number pattern in the low bits that is not NaN
   */
  public static long numberMin(ComponentType type, long x, long number) {
    return isNan(type, x) || less(type, number, x) ? number : x;
  }

  /**
   * {@return the pattern of {@code NMax}: the larger one, and the number where x is none
   * (CV-FN-009)}
   *
   * @param type a float type
   * @param x pattern in the low bits that may be NaN
   * @param number pattern in the low bits that is not NaN
   */
  public static long numberMax(ComponentType type, long x, long number) {
    return isNan(type, x) || less(type, x, number) ? number : x;
  }

  /**
   * {@return {@code NClamp}: {@code NMin} with high of {@code NMax} with low (CV-FN-009)}
   *
   * @param type a float type
   * @param x pattern that may be NaN; it gives low
   * @param low pattern of the least value
   * @param high pattern of the greatest value
   */
  public static long numberClamp(ComponentType type, long x, long low, long high) {
    return numberMin(type, numberMax(type, x, low), high);
  }

  /**
   * {@return the pattern, in the low bits, of 0 where x is below the edge, else of 1 (CV-FN-008)}
   *
   * @param type a float type
   * @param edge pattern in the low bits that is not NaN
   * @param x pattern in the low bits that is not NaN
   */
  public static long step(ComponentType type, long edge, long x) {
    FloatFormat format = (FloatFormat) type.format();
    return less(type, x, edge) ? 0 : format.encode(1, Rounding.NEAREST_EVEN);
  }

  /**
   * {@return the pattern with every bit inverted (CV-OP-005)}
   *
   * @param type an integer type
   * @param a pattern in the low bits
   */
  public static long not(ComponentType type, long a) {
    return ~a & type.format().mask();
  }

  /**
   * {@return the pattern with its bits moved up (CV-OP-005, -006)}
   *
   * @param type an integer type
   * @param a pattern in the low bits
   * @param by number of bits, less than the type has
   */
  public static long left(ComponentType type, long a, int by) {
    return a << by & type.format().mask();
  }

  /**
   * {@return the pattern with its bits moved down; signed types fill with the sign (CV-OP-005,
   * -006)}
   *
   * @param type an integer type
   * @param a pattern in the low bits
   * @param by number of bits, less than the type has
   */
  public static long right(ComponentType type, long a, int by) {
    IntegerFormat format = (IntegerFormat) type.format();
    return format.wrap(format.value(a) >> by);
  }

  private static boolean isNan(ComponentType type, long bits) {
    return type.format() instanceof FloatFormat floats && floats.isNan(bits);
  }

  private static boolean less(ComponentType type, long a, long b) {
    return switch (type.format()) {
      case IntegerFormat format -> format.value(a) < format.value(b);
      case FloatFormat format -> format.toDouble(a) < format.toDouble(b);
    };
  }
}
