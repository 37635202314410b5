// SPDX-License-Identifier: Apache-2.0
package coopcts.oracle;

import coopcts.numbers.Exact;
import coopcts.numbers.FloatFormat;
import coopcts.numbers.IntegerFormat;
import coopcts.numbers.NumberFormat;
import coopcts.numbers.Rounding;
import coopcts.program.BinaryOperator;

/**
 * Arithmetic on float values of which only the range is known: the range of the results, rounded to
 * either side, with zero where a subnormal number may be flushed (NUM §4, §5).
 */
final class Interval {

  /** Integers that are listed one by one. */
  private static final long FEW = 8;

  private Interval() {}

  /** One step of component-wise arithmetic. */
  static Acceptance of(FloatFormat format, BinaryOperator operator, double[] a, double[] b) {
    double[] x = flushed(format, a);
    double[] y = flushed(format, b);
    double low = Double.POSITIVE_INFINITY;
    double high = Double.NEGATIVE_INFINITY;
    for (double left : x) {
      for (double right : y) {
        double result =
            switch (operator) {
              case ADD -> left + right;
              case SUBTRACT -> left - right;
              case MULTIPLY -> left * right;
              case DIVIDE -> Double.NaN;
            };
        if (Double.isNaN(result)) {
          return new Acceptance.Anything();
        }
        low = Math.min(low, Math.nextDown(result));
        high = Math.max(high, Math.nextUp(result));
      }
    }
    return rounded(format, low, high);
  }

  /**
   * a · b + c. Its precision is that of a product and a sum: any number between those that come of
   * rounding either (NUM-PREC-007).
   */
  static Acceptance fma(FloatFormat format, double[] a, double[] b, double[] c) {
    double[] product = {Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY};
    for (double x : flushed(format, a)) {
      for (double y : flushed(format, b)) {
        Exact exact = Exact.product(x, y);
        include(product, format, exact);
      }
    }
    product = flushed(format, product);
    double[] sum = {Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY};
    for (double x : product) {
      for (double y : flushed(format, c)) {
        if (!Double.isFinite(x) || !Double.isFinite(y)) {
          return new Acceptance.Anything();
        }
        include(sum, format, Exact.sum(x, y));
      }
    }
    sum = flushed(format, sum);
    double largest = format.toDouble(format.maxFinite());
    if (!(sum[0] >= -largest && sum[1] <= largest)) {
      return new Acceptance.Anything();
    }
    if (sum[0] == sum[1]) {
      Candidates exact = new Candidates();
      exact.addExact(format, sum[0]);
      return new Acceptance.OneOf(exact.toArray());
    }
    return new Acceptance.Within(sum[0], sum[1]);
  }

  /** Makes a range hold an exact value rounded to either side. */
  private static void include(double[] range, FloatFormat format, Exact value) {
    double low = format.toDouble(format.encode(value.high(), value.low(), Rounding.DOWNWARD));
    double high = format.toDouble(format.encode(value.high(), value.low(), Rounding.UPWARD));
    range[0] = Math.min(range[0], low);
    range[1] = Math.max(range[1], high);
  }

  /** A conversion to another type. */
  static Acceptance convert(FloatFormat from, Acceptance.Within range, NumberFormat to) {
    double[] ends = flushed(from, new double[] {range.low(), range.high()});
    return switch (to) {
      case FloatFormat target -> rounded(target, ends[0], ends[1]);
      case IntegerFormat target -> whole(target, truncated(ends[0]), truncated(ends[1]));
    };
  }

  private static double truncated(double value) {
    return value < 0 ? Math.ceil(value) : Math.floor(value);
  }

  private static Acceptance whole(IntegerFormat format, double low, double high) {
    double largest = Math.min(format.maximum() & Long.MAX_VALUE, 1L << 52);
    if (!(low >= Math.max(format.minimum(), -0x1p52) && high <= largest && high - low < FEW)) {
      return new Acceptance.Anything();
    }
    Candidates results = new Candidates();
    for (long value = (long) low; value <= (long) high; value++) {
      results.add(format.wrap(value));
    }
    return new Acceptance.OneOf(results.toArray());
  }

  private static double[] flushed(FloatFormat format, double[] range) {
    double least = Math.scalb(1.0, format.minExponent());
    return new double[] {
      range[0] > 0 && range[0] < least ? 0 : range[0],
      range[1] < 0 && range[1] > -least ? 0 : range[1]
    };
  }

  private static Acceptance rounded(FloatFormat format, double low, double high) {
    double largest = format.toDouble(format.maxFinite());
    if (!(low >= -largest && high <= largest)) {
      return new Acceptance.Anything();
    }
    double[] ends =
        flushed(
            format,
            new double[] {
              format.toDouble(format.encode(low, Rounding.DOWNWARD)),
              format.toDouble(format.encode(high, Rounding.UPWARD))
            });
    return new Acceptance.Within(ends[0], ends[1]);
  }
}
