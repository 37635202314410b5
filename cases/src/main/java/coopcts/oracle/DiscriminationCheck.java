// SPDX-License-Identifier: Apache-2.0
package coopcts.oracle;

import coopcts.numbers.FloatFormat;
import java.util.HashSet;
import java.util.Set;

/** Which values tell right from wrong. */
final class DiscriminationCheck {

  /** Patterns of which an element may have one. */
  private static final int CANDIDATES = 8;

  /** The part of the largest element that the width of a range may be. */
  private static final double WIDTH = 0x1p-5;

  private DiscriminationCheck() {}

  /**
   * @throws IndistinctValuesException if an element may be anything or next to anything
   */
  static void require(Values values, Controls controls) {
    if (values.format() instanceof FloatFormat format) {
      floats(format, values, controls.keepsSpecials(values.type()));
      return;
    }
    for (int i = 0; values.open() != null && i < values.bits().length; i++) {
      long[] candidates = values.candidates(i);
      if (candidates == null || candidates.length > CANDIDATES) {
        throw new IndistinctValuesException("an integer may be nearly anything");
      }
    }
  }

  private static void floats(FloatFormat format, Values values, boolean keepsSpecials) {
    double largest = format.toDouble(format.maxFinite());
    double magnitude = 0;
    double widest = 0;
    for (int i = 0; i < values.bits().length; i++) {
      Acceptance open = values.open(i);
      if (keepsSpecials
          && (open instanceof Acceptance.NotANumber
              || open == null && !format.isFinite(values.bits()[i]))) {
        continue;
      }
      if (open instanceof Acceptance.Anything || open instanceof Acceptance.NotANumber) {
        throw new IndistinctValuesException("an element may be anything");
      }
      double[] range = values.range(i);
      if (!(range[0] >= -largest && range[1] <= largest)) {
        throw new IndistinctValuesException("an element may be no number");
      }
      magnitude = Math.max(magnitude, Math.max(Math.abs(range[0]), Math.abs(range[1])));
      widest = Math.max(widest, range[1] - range[0]);
    }
    if (widest > WIDTH * magnitude) {
      throw new IndistinctValuesException("an element may be nearly anything");
    }
  }

  /**
   * @throws IndistinctValuesException if an operand of a product is subnormal: what becomes of it
   *     there is not bounded
   */
  static void requireNormal(Values... operands) {
    for (Values operand : operands) {
      for (int i = 0;
          operand.format() instanceof FloatFormat format && i < operand.bits().length;
          i++) {
        double least = Math.scalb(1.0, format.minExponent());
        for (double end : operand.range(i)) {
          if (Double.isInfinite(end)) {
            throw new IndistinctValuesException("an operand is infinite");
          }
          if (end != 0 && Math.abs(end) < least) {
            throw new IndistinctValuesException("an operand is subnormal");
          }
        }
      }
    }
  }

  /** How many elements differ from each other for certain, as far as can be seen. */
  static int variety(Values values) {
    Set<Object> seen = new HashSet<>();
    for (int i = 0; i < values.bits().length; i++) {
      seen.add(
          values.open(i) instanceof Acceptance.Within(double low, double high)
              ? (Object) (low + high)
              : (Object) values.bits()[i]);
    }
    return seen.size();
  }
}
