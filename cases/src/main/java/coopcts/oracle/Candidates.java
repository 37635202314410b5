// SPDX-License-Identifier: Apache-2.0
package coopcts.oracle;

import coopcts.numbers.Exact;
import coopcts.numbers.FloatFormat;
import coopcts.numbers.Rounding;
import java.util.Arrays;

/**
 * A small set of patterns: the results that the specs allow for one element. Rounding may go to
 * either neighbour, subnormal operands and results may be flushed to zero, and the sign of a zero
 * is open, as long as no float-controls mode says otherwise (NUM §4, §5).
 */
final class Candidates {

  private long[] patterns = new long[4];
  private int size;

  void add(long pattern) {
    for (int i = 0; i < size; i++) {
      if (patterns[i] == pattern) {
        return;
      }
    }
    if (size == patterns.length) {
      patterns = Arrays.copyOf(patterns, 2 * size);
    }
    patterns[size++] = pattern;
  }

  /** Both neighbours of an exact value in a format, and zero where the result may be flushed. */
  void addRounded(FloatFormat format, Exact value) {
    long down = format.encode(value.high(), value.low(), Rounding.DOWNWARD);
    long up = format.encode(value.high(), value.low(), Rounding.UPWARD);
    addWithZeros(format, down);
    addWithZeros(format, up);
    double magnitude = Math.abs(value.high());
    if (magnitude < Math.scalb(1.0, format.minExponent()) && magnitude != 0) {
      addWithZeros(format, 0);
    }
  }

  /** A value that the format holds, never flushed. */
  void addExact(FloatFormat format, double value) {
    addWithZeros(format, format.encode(value, Rounding.NEAREST_EVEN));
  }

  private void addWithZeros(FloatFormat format, long pattern) {
    add(pattern);
    if (format.isZero(pattern)) {
      add(pattern ^ format.signBit());
    }
  }

  /**
   * The values that an operand may count as: itself, and zero where it is subnormal and may be
   * flushed.
   */
  static double[] operand(FloatFormat format, long pattern, boolean flushable) {
    double value = format.toDouble(pattern);
    return flushable && format.isSubnormal(pattern)
        ? new double[] {value, 0}
        : new double[] {value};
  }

  long[] toArray() {
    return Arrays.copyOf(patterns, size);
  }
}
