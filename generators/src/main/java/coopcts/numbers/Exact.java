// SPDX-License-Identifier: Apache-2.0
package coopcts.numbers;

/**
 * The exact result of a sum or product as the unevaluated sum high + low of two doubles.
 *
 * @param high the result rounded to nearest
 * @param low what rounding left over; exact unless the result overflows or the rest falls below
 *     2^−1074
 */
public record Exact(double high, double low) {

  /**
   * Adds two numbers without error (Knuth's two-sum).
   *
   * @param a a finite number
   * @param b a finite number
   * @return the sum as high + low; NaN or infinite members if the sum overflows a double
   */
  public static Exact sum(double a, double b) {
    double high = a + b;
    double virtual = high - a;
    return new Exact(high, (a - (high - virtual)) + (b - virtual));
  }

  /**
   * Multiplies two numbers without error.
   *
   * @param a a finite number
   * @param b a finite number
   * @return the product as high + low; NaN or infinite members if it overflows a double, and a
   *     rounded low part if that falls below 2^−1074
   */
  public static Exact product(double a, double b) {
    double high = a * b;
    return new Exact(high, Math.fma(a, b, -high));
  }

  /**
   * Makes a 64-bit integer a sum of two doubles, without error.
   *
   * @param value the integer's 64 bits
   * @param signed whether the highest bit is a sign
   * @return the integer as high + low
   */
  public static Exact ofLong(long value, boolean signed) {
    if (signed || value >= 0) {
      double high = (double) value;
      return new Exact(high, high == 0x1p63 ? value - Long.MAX_VALUE - 1.0 : value - (long) high);
    }
    return sum((value >>> 32) * 0x1p32, value & 0xFFFFFFFFL);
  }
}
