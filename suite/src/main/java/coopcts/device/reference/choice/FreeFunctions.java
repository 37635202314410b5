// SPDX-License-Identifier: Apache-2.0
package coopcts.device.reference.choice;

import coopcts.numbers.FloatFormat;
import coopcts.numbers.Rounding;

/**
 * Inexact results as a device chooses them within the bounds of the specification: products that
 * are added, and functions with an error ({@link Choice#FMA}, {@link Choice#ULPS}, {@link
 * Choice#DIVISION_BEYOND}).
 */
public final class FreeFunctions {

  /** Bits beyond the type's that a partly fused product keeps at most. */
  private static final int MOST_BITS = 4;

  private FreeFunctions() {}

  /**
   * {@return whether the device gives the least positive subnormal number for a quotient that no
   * text bounds, as its divisor is too large or too small} It is drawn from the operands where
   * {@link Choice#DIVISION_BEYOND} is open and, with m for the format's least exponent, 0 &lt; |b|
   * &lt; 2<sup>m</sup> or |b| &gt; 2<sup>-m</sup>. Otherwise, and where a is NaN, it is false.
   *
   * @param freedom of the device
   * @param format of operands and result
   * @param a dividend
   * @param b divisor
   */
  public static boolean isLeast(
      ImplementationChoices freedom, FloatFormat format, double a, double b) {
    double divisor = Math.abs(b);
    boolean isBeyond =
        !Double.isNaN(a)
            && (divisor > Math.scalb(1.0, -format.minExponent())
                || divisor > 0 && divisor < Math.scalb(1.0, format.minExponent()));
    long operands = Double.doubleToRawLongBits(a) * 31 + Double.doubleToRawLongBits(b);
    return isBeyond
        && freedom.has(Choice.DIVISION_BEYOND)
        && freedom.draw(Choice.DIVISION_BEYOND, 2, operands) == 1;
  }

  /**
   * {@return a product as a later addition uses it: whole; or, where {@link Choice#FMA} is open and
   * drawn so, rounded up or down to some bits more than the format has} Zero, infinity and NaN stay
   * as they are.
   *
   * @param freedom of the device
   * @param format of the sum
   * @param product the product of two numbers of the format, exact in a double
   */
  public static double product(ImplementationChoices freedom, FloatFormat format, double product) {
    if (!Double.isFinite(product) || product == 0 || !freedom.has(Choice.FMA)) {
      return product;
    }
    long operands = Double.doubleToRawLongBits(product);
    int bits = freedom.draw(Choice.FMA, MOST_BITS + 2, operands);
    if (bits > MOST_BITS) {
      return product;
    }
    int lowest =
        Math.max(Math.getExponent(product), format.minExponent()) - format.mantissaBits() - bits;
    if (lowest < Double.MIN_EXPONENT) {
      return product;
    }
    double scaled = Math.scalb(product, -lowest);
    return Math.scalb(
        freedom.draw(Choice.FMA, 2, ~operands) == 0 ? Math.floor(scaled) : Math.ceil(scaled),
        lowest);
  }

  /**
   * {@return a number of the format that is off by up to some units in the last place, in part of
   * the draws by the bound, rounded toward the value; the value itself where {@link Choice#ULPS} is
   * not open} Zero, infinity and NaN stay as they are.
   *
   * @param freedom of the device
   * @param format whose unit in the last place counts
   * @param value the exact value; it need not be a number of the format
   * @param ulps the bound in units in the last place of the value, at least 0; 0 gives the value
   *     itself
   */
  public static double off(
      ImplementationChoices freedom, FloatFormat format, double value, double ulps) {
    if (!Double.isFinite(value) || value == 0 || ulps == 0 || !freedom.has(Choice.ULPS)) {
      return value;
    }
    double share = freedom.share(Choice.ULPS, Double.doubleToRawLongBits(value));
    double part = Math.abs(share) > 0.5 ? Math.signum(share) : 2 * share;
    double bound = value + part * ulps * format.ulp(value);
    // Inside of the bound, not a unit beyond it.
    return format.toDouble(
        format.encode(bound, bound > value ? Rounding.DOWNWARD : Rounding.UPWARD));
  }
}
