// SPDX-License-Identifier: Apache-2.0
package coopcts.oracle;

import coopcts.numbers.FloatFormat;
import coopcts.numbers.Rounding;

/**
 * Acceptable sums and products of floating-point numbers that a device may take in any order,
 * rounding each step in either direction (KHR §4.4, CM2-RED-016).
 */
public final class FloatSums {

  private FloatSums() {}

  /**
   * What a sum may be: exact where every partial sum is, in whatever order, with either sign where
   * it is zero (NUM §5); else within the terms' number times their magnitudes' rounding.
   *
   * @param terms finite; subnormal ones may count as zero
   */
  static Acceptance sum(FloatFormat format, double... terms) {
    double sum = 0;
    double up = 0;
    double down = 0;
    int lowest = Integer.MAX_VALUE;
    double tiny = 0;
    double least = Math.scalb(1.0, format.minExponent());
    for (double term : terms) {
      if (term == 0) {
        continue;
      }
      sum += term;
      if (term > 0) {
        up += term;
      } else {
        down -= term;
      }
      lowest = Math.min(lowest, lowestBit(term));
      if (Math.abs(term) < least) {
        tiny += Math.abs(term);
      }
    }
    double most = Math.max(up, down);
    if (up + down > format.toDouble(format.maxFinite())) {
      return new Acceptance.Anything();
    }
    boolean isExact = most == 0 || most <= Math.scalb(1.0, lowest + format.mantissaBits() + 1);
    if (tiny == 0 && isExact) {
      return exactly(format, sum);
    }
    double error = terms.length * Math.scalb(up + down, -format.mantissaBits()) + tiny;
    return new Acceptance.Within(sum - error, sum + error);
  }

  /**
   * The acceptable sums of terms that are multiples of a power of two; faster than a sum of
   * arbitrary terms where all partial sums are exact.
   *
   * @param format of the terms, the sum and all partial sums
   * @param unit exponent of two: all terms are multiples of 2^unit
   * @param terms finite numbers of the format, in any order
   * @return one number, a zero with either sign, where all partial sums are exact; {@link
   *     Acceptance.Anything} where a partial sum may overflow; else a range around the exact sum
   */
  public static Acceptance sumOfMultiples(FloatFormat format, int unit, double... terms) {
    double sum = 0;
    double magnitudes = 0;
    for (double term : terms) {
      sum += term;
      magnitudes += Math.abs(term);
    }
    boolean isExact =
        unit >= format.minExponent()
            && magnitudes <= format.toDouble(format.maxFinite())
            && magnitudes <= Math.scalb(1.0, unit + format.mantissaBits() + 1);
    return isExact ? exactly(format, sum) : sum(format, terms);
  }

  /**
   * What a product may be: exact where every partial product is, in whatever order; else within one
   * rounding for each factor.
   *
   * @param factors finite; subnormal ones may count as zero
   */
  static Acceptance product(FloatFormat format, double... factors) {
    double product = 1;
    double odd = 1;
    int up = 0;
    int down = 0;
    for (double factor : factors) {
      product *= factor;
      if (factor != 0) {
        double own = Math.scalb(Math.abs(factor), -lowestBit(factor));
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

  /**
   * {@return the exponent of two of a number's lowest set bit: 0 for odd whole numbers, -1 for 2.5}
   *
   * @param value a finite number other than 0, not subnormal as a double
   */
  public static int lowestBit(double value) {
    long mantissa = Double.doubleToRawLongBits(value) & (1L << 52) - 1 | 1L << 52;
    return Math.getExponent(value) - 52 + Long.numberOfTrailingZeros(mantissa);
  }

  private static Acceptance exactly(FloatFormat format, double value) {
    return value == 0
        ? new Acceptance.OneOf(0, format.signBit())
        : new Acceptance.OneOf(format.encode(value, Rounding.NEAREST_EVEN));
  }
}
