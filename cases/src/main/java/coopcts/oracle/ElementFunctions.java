// SPDX-License-Identifier: Apache-2.0
package coopcts.oracle;

import coopcts.model.ComponentType;
import coopcts.numbers.FloatFormat;
import coopcts.numbers.IntegerFormat;
import coopcts.numbers.Rounding;

/**
 * Functions and operators of cooperative vectors on single components that need no rounding: they
 * give one of their operands or a new pattern. Those that round are in {@link Arithmetic}. Patterns
 * stand in the low bits of a {@code long}, the rest zero; unsigned 64-bit numbers must be below
 * 2^63.
 */
public final class ElementFunctions {

  private ElementFunctions() {}

  /**
   * {@return the pattern of the smaller number, {@code b} if they are equal (CV-FN-006, -011)}
   *
   * @param type of both, with scalar values
   * @param a pattern of a number, not NaN
   * @param b pattern of a number, not NaN
   */
  public static long min(ComponentType type, long a, long b) {
    return less(type, a, b) ? a : b;
  }

  /**
   * {@return the pattern of the larger number, {@code a} if they are equal (CV-FN-006, -011)}
   *
   * @param type of both, with scalar values
   * @param a pattern of a number, not NaN
   * @param b pattern of a number, not NaN
   */
  public static long max(ComponentType type, long a, long b) {
    return less(type, a, b) ? b : a;
  }

  /**
   * {@return the pattern of {@code low} if x is below it, of {@code high} if x is above it, else of
   * x (CV-FN-007, -011)} No operand may be NaN.
   *
   * @param type of all operands, with scalar values
   * @param x pattern of the number
   * @param low pattern of the least value
   * @param high pattern of the greatest value, not below {@code low}
   */
  public static long clamp(ComponentType type, long x, long low, long high) {
    return less(type, x, low) ? low : less(type, high, x) ? high : x;
  }

  /**
   * {@return the pattern of {@code NMin(x, number)}: of the smaller one, or of {@code number} if x
   * is NaN (CV-FN-009)}
   *
   * @param type a float type
   * @param x pattern, which may be NaN
   * @param number pattern that is not NaN
   */
  public static long numberMin(ComponentType type, long x, long number) {
    return isNan(type, x) || less(type, number, x) ? number : x;
  }

  /**
   * {@return the pattern of {@code NMax(x, number)}: of the larger one, or of {@code number} if x
   * is NaN (CV-FN-009)}
   *
   * @param type a float type
   * @param x pattern, which may be NaN
   * @param number pattern that is not NaN
   */
  public static long numberMax(ComponentType type, long x, long number) {
    return isNan(type, x) || less(type, x, number) ? number : x;
  }

  /**
   * {@return the pattern of {@code NClamp(x, low, high)}: {@code NMin(NMax(x, low), high)}
   * (CV-FN-009)}
   *
   * @param type a float type
   * @param x pattern, which may be NaN; NaN gives {@code low}
   * @param low pattern of the least value, not NaN
   * @param high pattern of the greatest value, not NaN and not below {@code low}
   */
  public static long numberClamp(ComponentType type, long x, long low, long high) {
    return numberMin(type, numberMax(type, x, low), high);
  }

  /**
   * {@return the pattern of 0 if x is below the edge, else of 1 (CV-FN-008)}
   *
   * @param type a float type; a ClassCastException is thrown for an integer
   * @param edge pattern that is not NaN
   * @param x pattern that is not NaN
   */
  public static long step(ComponentType type, long edge, long x) {
    FloatFormat format = (FloatFormat) type.format();
    return less(type, x, edge) ? 0 : format.encode(1, Rounding.NEAREST_EVEN);
  }

  /**
   * {@return the pattern with each of the type's bits inverted (CV-OP-005)}
   *
   * @param type an integer type, which gives the number of bits
   * @param a pattern to invert
   */
  public static long not(ComponentType type, long a) {
    return ~a & type.format().mask();
  }

  /**
   * {@return the pattern of {@code a << by}: bits move towards the highest, zeros come in below,
   * and bits that leave the type's width are lost (CV-OP-005, -006)}
   *
   * @param type an integer type, which gives the number of bits
   * @param a pattern to shift
   * @param by number of bits, from 0 to the type's width − 1; the caller makes sure of it
   */
  public static long left(ComponentType type, long a, int by) {
    return a << by & type.format().mask();
  }

  /**
   * {@return the pattern of {@code a >> by}: bits move towards the lowest; copies of the sign come
   * in above for a signed type, else zeros (CV-OP-005, -006)}
   *
   * @param type an integer type, which gives the number of bits
   * @param a pattern to shift
   * @param by number of bits, from 0 to the type's width − 1; the caller makes sure of it
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
