// SPDX-License-Identifier: Apache-2.0
package coopcts.oracle;

import coopcts.numbers.FloatFormat;
import coopcts.numbers.Rounding;

/**
 * Sums and products of floating-point numbers that are taken in any order, each step rounded in
 * either direction (KHR §4.4, CM2-RED-016).
 */
public final class Sums {

  private Sums() {}

  /**
   * What a sum may be: exact where every partial sum is, in whatever order, with either sign where
   * it is zero (NUM §5); else within the terms' number times their magnitudes' rounding.
   *
   * @param terms finite; subnormal ones may count as zero
   */
  public static Acceptance sum(FloatFormat format, double... terms) {
    double sum = 0;
    double up = 0;
    double down = 0;
    double unit = Double.POSITIVE_INFINITY;
    double tiny = 0;
    double least = Math.scalb(1.0, format.minExponent());
    for (double term : terms) {
      sum += term;
      up += Math.max(term, 0);
      down += Math.max(-term, 0);
      if (term != 0) {
        unit = Math.min(unit, lowestBit(term));
        tiny += Math.abs(term) < least ? Math.abs(term) : 0;
      }
    }
    double most = Math.max(up, down);
    if (up + down > format.toDouble(format.maxFinite())) {
      return new Acceptance.Anything();
    }
    if (tiny == 0 && most <= Math.scalb(unit, format.mantissaBits() + 1)) {
      return exactly(format, sum);
    }
    double error = terms.length * Math.scalb(up + down, -format.mantissaBits()) + tiny;
    return new Acceptance.Within(sum - error, sum + error);
  }

  /**
   * What a product may be: exact where every partial product is, in whatever order; else within one
   * rounding for each factor.
   *
   * @param factors finite; subnormal ones may count as zero
   */
  public static Acceptance product(FloatFormat format, double... factors) {
    double product = 1;
    double odd = 1;
    int up = 0;
    int down = 0;
    for (double factor : factors) {
      product *= factor;
      if (factor != 0) {
        double own = Math.abs(factor) / lowestBit(factor);
        odd = Math.min(odd * own, 0x1p53);
        up += Math.max(0, Math.getExponent(factor) + (own == 1 ? 0 : 1));
        down += Math.max(0, -Math.getExponent(factor));
      }
    }
    if (up > Math.getExponent(format.toDouble(format.maxFinite()))
        || down > -format.minExponent()) {
      return new Acceptance.Anything();
    }
    if (odd < Math.scalb(1.0, format.mantissaBits() + 1)) {
      return exactly(format, product);
    }
    double roundings = Math.scalb(factors.length, -format.mantissaBits());
    double error = Math.abs(product) * roundings / (1 - Math.min(roundings, 0.5));
    return new Acceptance.Within(product - error, product + error);
  }

  private static double lowestBit(double value) {
    long mantissa = Double.doubleToLongBits(value) & (1L << 52) - 1 | 1L << 52;
    return Math.scalb(1.0, Math.getExponent(value) - 52 + Long.numberOfTrailingZeros(mantissa));
  }

  private static Acceptance exactly(FloatFormat format, double value) {
    return value == 0
        ? new Acceptance.OneOf(0, format.signBit())
        : new Acceptance.OneOf(format.encode(value, Rounding.NEAREST_EVEN));
  }
}
