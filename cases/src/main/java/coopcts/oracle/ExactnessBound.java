// SPDX-License-Identifier: Apache-2.0
package coopcts.oracle;

import coopcts.numbers.FloatFormat;

/**
 * How a float matrix came about by component-wise arithmetic. Compilers may rearrange such an
 * expression and fuse its steps (NUM §5): its value is determined only where every step is exact in
 * any arrangement, and the rules for one step hold only where no other step goes before it.
 *
 * <p>What is left out of a partial product may have made it smaller, larger, or zero: {@code a * (0
 * * a)} is {@code 0 * (a * a)} to a compiler, which is NaN where the square overflows.
 *
 * <p>What a conversion rounded is no such expression, but its operand may go on in its place, as
 * AllowContract has it: in the next step an element is any number between those that it may be. A
 * mode fixes how a step rounds, not that it rounds: the same holds for what it gave before.
 *
 * @param magnitude the result is no larger, nor any sum that is part of it
 * @param quantum all of these are multiples of it
 * @param highest no product of any of the factors is larger
 * @param lowest all products of any of the factors are multiples of it
 * @param isConverted whether a conversion rounded it, and nothing else
 * @param wide what a rounded step gave before a mode fixed its rounding, or null where none did
 */
record ExactnessBound(
    double magnitude,
    double quantum,
    double highest,
    double lowest,
    boolean isConverted,
    Values wide) {

  private ExactnessBound(double magnitude, double quantum, double highest, double lowest) {
    this(magnitude, quantum, highest, lowest, false, null);
  }

  /** An expression with a step that is rounded. */
  static final ExactnessBound ROUNDED = rounded(null);

  /** What a conversion rounded. */
  static final ExactnessBound CONVERTED = converted(null);

  /** Of others, of which a mode had fixed how one rounds: what it was before is not known. */
  static final ExactnessBound LOST = rounded(null);

  private static final ExactnessBound ZERO = new ExactnessBound(0, Double.POSITIVE_INFINITY, 1, 1);

  /**
   * What a conversion rounded in a direction that a mode fixes.
   *
   * @param wide what it gave before
   */
  static ExactnessBound converted(Values wide) {
    return unbounded(true, wide);
  }

  /**
   * Arithmetic with a step that is rounded in a direction that a mode fixes.
   *
   * @param wide what it gave before, or null where no mode does
   */
  static ExactnessBound rounded(Values wide) {
    return unbounded(false, wide);
  }

  private static ExactnessBound unbounded(boolean isConverted, Values wide) {
    return new ExactnessBound(
        Double.POSITIVE_INFINITY, 0, Double.POSITIVE_INFINITY, 0, isConverted, wide);
  }

  /** Whether a mode fixed how a step rounds that made it, or a part of it. */
  static boolean isFixed(Values values) {
    ExactnessBound grain = values.grain();
    return grain == LOST || grain != null && grain.wide != null;
  }

  /** Of what came of others by a step that is rounded, or by a choice among them. */
  static ExactnessBound behind(Values others) {
    return isFixed(others) ? LOST : ROUNDED;
  }

  /** Of what is put together of others, or null where nothing made any of them. */
  static ExactnessBound joined(Values... parts) {
    ExactnessBound joined = null;
    for (Values part : parts) {
      ExactnessBound own = part.grain();
      if (isFixed(part)) {
        return LOST;
      }
      if (own != null) {
        joined = own.isConverted && (joined == null || joined == CONVERTED) ? CONVERTED : ROUNDED;
      }
    }
    return joined;
  }

  /** The same with something else that a step gave before a mode fixed its rounding. */
  ExactnessBound widened(Values before) {
    return new ExactnessBound(magnitude, quantum, highest, lowest, isConverted, before);
  }

  /** Whether an element may be any number between those that it may be stored as. */
  static boolean isOpen(Values values) {
    return isRounded(values) || values.grain() != null && values.grain().isConverted;
  }

  /** Whether it is an expression with a step that is rounded. */
  static boolean isRounded(Values values) {
    ExactnessBound grain = values.grain();
    return grain == ROUNDED || isFixed(values) && !grain.isConverted;
  }

  /** Whether no arithmetic made it: one step of arithmetic on it is one step in all. */
  static boolean isFirst(Values values) {
    return values.grain() == null || values.grain().isConverted;
  }

  /** The least and the greatest number that an element may count as in the next step. */
  static double[] span(Values values, int i) {
    double[] own = values.range(i);
    if (values.grain() == null || values.grain().wide == null) {
      return own;
    }
    double[] before = values.grain().wide.range(i);
    return new double[] {Math.min(own[0], before[0]), Math.max(own[1], before[1])};
  }

  /** Of a matrix that no arithmetic made: its largest element and the place of its lowest bit. */
  static ExactnessBound leaf(double magnitude, double quantum) {
    return magnitude == 0
        ? ZERO
        : new ExactnessBound(magnitude, quantum, Math.max(magnitude, 1), Math.min(quantum, 1));
  }

  private static ExactnessBound of(FloatFormat format, Values values) {
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
          quantum = Math.min(quantum, lowestBit(value));
        }
      }
    }
    return leaf(magnitude, quantum);
  }

  /** The largest power of two that a positive number is a multiple of. */
  static double lowestBit(double value) {
    long mantissa = Double.doubleToLongBits(value) & (1L << 52) - 1 | 1L << 52;
    int zeros = Long.numberOfTrailingZeros(mantissa);
    return Math.scalb(1.0, Math.getExponent(value) - 52 + zeros);
  }

  /** Of a matrix, or of one that no arithmetic made. */
  static ExactnessBound of(Values values) {
    return values.grain() != null ? values.grain() : of((FloatFormat) values.format(), values);
  }

  ExactnessBound plus(ExactnessBound other) {
    return new ExactnessBound(
        magnitude + other.magnitude,
        Math.min(quantum, other.quantum),
        highest + other.highest,
        Math.min(lowest, other.lowest));
  }

  ExactnessBound times(ExactnessBound other) {
    if (magnitude == 0 || other.magnitude == 0) {
      // The factors beside the zero may be multiplied first.
      return new ExactnessBound(
          Math.max(magnitude, other.magnitude),
          Math.min(quantum, other.quantum),
          highest * other.highest,
          lowest * other.lowest);
    }
    return new ExactnessBound(
        magnitude * other.magnitude,
        quantum * other.quantum,
        highest * other.highest,
        lowest * other.lowest);
  }

  /** Whether no arrangement rounds anything, nor leaves the normal numbers. */
  boolean isExactIn(FloatFormat format) {
    return magnitude == 0
        || magnitude <= Math.scalb(quantum, format.mantissaBits() + 1)
            && highest <= format.toDouble(format.maxFinite())
            && lowest >= Math.scalb(1.0, format.minExponent());
  }
}
