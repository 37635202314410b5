// SPDX-License-Identifier: Apache-2.0
package coopcts.oracle;

import coopcts.numbers.FloatFormat;
import coopcts.numbers.NumberFormat;
import coopcts.numbers.Rounding;
import java.util.Arrays;
import java.util.stream.Collectors;

/**
 * The bit patterns that may stand in one element after a run. The oracle makes it, and the {@link
 * Judge} asks it. What is not proven acceptable is not acceptable.
 */
public sealed interface Acceptance {

  /**
   * {@return whether a pattern is acceptable}
   *
   * @param format of the element, which gives patterns their values
   * @param pattern the element's bits in the low bits, the rest zero
   */
  boolean accepts(NumberFormat format, long pattern);

  /**
   * {@return the acceptable values in words, for messages, such as {@code 1.5 or 2.0}}
   *
   * @param format of the element, which gives patterns their values
   */
  String show(NumberFormat format);

  /**
   * One of a few patterns.
   *
   * @param patterns at least one, in the low bits; the first is the one that most devices give
   */
  record OneOf(long... patterns) implements Acceptance {
    @Override
    public boolean accepts(NumberFormat format, long pattern) {
      for (long candidate : patterns) {
        if (candidate == pattern) {
          return true;
        }
      }
      return false;
    }

    @Override
    public String show(NumberFormat format) {
      return Arrays.stream(patterns).mapToObj(format::show).collect(Collectors.joining(" or "));
    }
  }

  /**
   * Any number from low to high, both included; never NaN. Zeros of either sign count as 0.
   *
   * @param low the least number, not NaN
   * @param high the greatest number, not less than {@code low}
   */
  record Within(double low, double high) implements Acceptance {

    /**
     * {@return a range with its ends rounded outwards to numbers of a format, so that it contains
     * this one}
     *
     * @param format whose numbers the ends become; beyond its largest number an end becomes what
     *     the format has for an overflow
     */
    public Within outward(FloatFormat format) {
      return new Within(
          format.toDouble(format.encode(low, Rounding.DOWNWARD)),
          format.toDouble(format.encode(high, Rounding.UPWARD)));
    }

    @Override
    public boolean accepts(NumberFormat format, long pattern) {
      double value = format.toDouble(pattern);
      return value >= low && value <= high;
    }

    @Override
    public String show(NumberFormat format) {
      return "[" + low + ", " + high + "]";
    }
  }

  /** Any NaN: which one, and whether it signals, is open (NUM-NAN-003). */
  record NotANumber() implements Acceptance {
    @Override
    public boolean accepts(NumberFormat format, long pattern) {
      return format instanceof FloatFormat floats && floats.isNan(pattern);
    }

    @Override
    public String show(NumberFormat format) {
      return "NaN";
    }
  }

  /** Undefined by the specs: not judged. */
  record Anything() implements Acceptance {
    @Override
    public boolean accepts(NumberFormat format, long pattern) {
      return true;
    }

    @Override
    public String show(NumberFormat format) {
      return "anything";
    }
  }
}
