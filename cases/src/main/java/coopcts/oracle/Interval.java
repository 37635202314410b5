// SPDX-License-Identifier: Apache-2.0
package coopcts.oracle;

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
