// SPDX-License-Identifier: Apache-2.0
package coopcts.oracle;

import coopcts.numbers.FloatFormat;

/**
 * How a float matrix came about by component-wise arithmetic. Compilers may rearrange such an
 * expression and fuse its steps (NUM §5): its value is determined only where every step is exact in
 * any arrangement, and the rules for one step hold only where no other step goes before it.
 *
 * @param magnitude no partial result of any arrangement is larger
 * @param quantum all partial results are multiples of it
 */
record Grain(double magnitude, double quantum) {

  /** An expression with a step that is rounded. */
  static final Grain ROUNDED = new Grain(Double.POSITIVE_INFINITY, 0);

  /** Of a matrix that no arithmetic made: its largest element and the place of its lowest bit. */
  private static Grain of(FloatFormat format, Values values) {
    double magnitude = 0;
    double quantum = Double.POSITIVE_INFINITY;
    for (int i = 0; i < values.bits().length; i++) {
      long[] candidates = values.candidates(i);
      if (candidates == null) {
        return ROUNDED;
      }
      for (long pattern : candidates) {
        double value = Math.abs(format.toDouble(pattern));
        if (value != 0) {
          magnitude = Math.max(magnitude, value);
          long mantissa = Double.doubleToLongBits(value) & (1L << 52) - 1 | 1L << 52;
          int zeros = Long.numberOfTrailingZeros(mantissa);
          quantum = Math.min(quantum, Math.scalb(1.0, Math.getExponent(value) - 52 + zeros));
        }
      }
    }
    return new Grain(magnitude, quantum);
  }

  /** Of a matrix, or of one that no arithmetic made. */
  static Grain of(Values values) {
    return values.grain() != null ? values.grain() : of((FloatFormat) values.format(), values);
  }

  Grain plus(Grain other) {
    return new Grain(magnitude + other.magnitude, Math.min(quantum, other.quantum));
  }

  Grain times(Grain other) {
    return magnitude == 0 || other.magnitude == 0
        ? new Grain(0, Double.POSITIVE_INFINITY)
        : new Grain(magnitude * other.magnitude, quantum * other.quantum);
  }

  /** Whether no arrangement rounds anything, nor leaves the normal numbers. */
  boolean isExactIn(FloatFormat format) {
    return magnitude == 0
        || magnitude <= Math.scalb(quantum, format.mantissaBits() + 1)
            && magnitude <= format.toDouble(format.maxFinite())
            && quantum >= Math.scalb(1.0, format.minExponent());
  }
}
