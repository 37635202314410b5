// SPDX-License-Identifier: Apache-2.0
package coopcts.inputs;

import coopcts.model.ComponentType;
import coopcts.numbers.FloatFormat;
import coopcts.numbers.IntegerFormat;
import coopcts.numbers.NumberFormat;
import coopcts.numbers.Rounding;
import java.util.SplittableRandom;
import java.util.function.IntToLongFunction;

/** Which values a case of conversion converts; always ones for which the result is defined. */
public enum ConvertRange {
  /** Any value of the source that the target's range holds. */
  ANY,
  /** Whole numbers that both types hold exactly. */
  EXACT;

  /**
   * {@return a function from an element's number, from 0, to a pattern of the source type, in the
   * low bits, whose conversion to the result type is defined} The function draws at each call: ask
   * it once for each element, in order.
   *
   * @param from source type, with a number in each component
   * @param to result type, with a number in each component
   * @param random gives the numbers; equal seeds give equal sequences
   * @throws IllegalArgumentException for packed and block-scaled types
   */
  public IntToLongFunction patterns(ComponentType from, ComponentType to, SplittableRandom random) {
    NumberFormat source = from.format();
    NumberFormat target = to.format();
    if (this == EXACT) {
      int limit = Math.min(InputPatterns.exactIntegers(from), InputPatterns.exactIntegers(to));
      boolean negative = signed(from) && signed(to);
      return InputPatterns.integers(from, negative ? -limit : 0, limit, random);
    }
    return switch (source) {
      case IntegerFormat _ when target instanceof IntegerFormat -> mixed(from, random);
      case IntegerFormat format -> {
        double limit = ((FloatFormat) target).toDouble(((FloatFormat) target).maxFinite());
        IntToLongFunction any = mixed(from, random);
        yield i -> {
          long pattern = any.applyAsLong(i);
          return Math.abs(format.toDouble(pattern)) <= limit ? pattern : i % 16;
        };
      }
      case FloatFormat format -> floats(format, target, random);
    };
  }

  private static IntToLongFunction mixed(ComponentType type, SplittableRandom random) {
    IntToLongFunction wide = InputPatterns.wide(type, 0, random);
    IntToLongFunction edges = InputPatterns.edges(type, random);
    return i -> i % 3 == 0 ? edges.applyAsLong(i) : wide.applyAsLong(i);
  }

  private static boolean signed(ComponentType type) {
    return type.isFloat() || type.isSigned();
  }

  /**
   * Random patterns of the whole format, brought into the target's range by halving the exponent.
   */
  private static IntToLongFunction floats(
      FloatFormat source, NumberFormat target, SplittableRandom random) {
    double high =
        switch (target) {
          case IntegerFormat format -> format.greatestDouble();
          case FloatFormat format -> format.toDouble(format.maxFinite());
        };
    double low = target instanceof IntegerFormat format ? format.minimum() : -high;
    double[] ends = target instanceof IntegerFormat ? ends(low, high) : new double[0];
    return i -> {
      long pattern = random.nextLong() & source.mask();
      if (i % 16 < ends.length) {
        double end = Math.clamp(ends[i % 16], -most(source), most(source));
        return source.encode(end, Rounding.TOWARD_ZERO);
      }
      double value = source.isFinite(pattern) ? source.toDouble(pattern) : 1.5;
      while (value > high || value < low) {
        value = value < low && low == 0 ? -value : value / 2;
      }
      return source.encode(value == 0 ? 0.0 : value, Rounding.TOWARD_ZERO);
    };
  }

  /**
   * Both ends of an integer type's range and what lies around zero. What is between -1 and 0 is 0
   * in unsigned types too (KHR-CONV-004): the fraction goes first.
   */
  private static double[] ends(double low, double high) {
    return new double[] {-0.5, high, low, 0.5, -0.9375, high / 2, low / 2, 1.5};
  }

  private static double most(FloatFormat format) {
    return format.toDouble(format.maxFinite());
  }
}
