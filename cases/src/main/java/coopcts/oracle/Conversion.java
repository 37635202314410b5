// SPDX-License-Identifier: Apache-2.0
package coopcts.oracle;

import coopcts.model.ComponentType;
import coopcts.model.MatrixType;
import coopcts.numbers.Exact;
import coopcts.numbers.FloatFormat;
import coopcts.numbers.IntegerFormat;
import coopcts.numbers.NumberFormat;
import coopcts.numbers.Rounding;

/**
 * The acceptable results of a conversion from one component type to another, element by element
 * (KHR §4.6, NUM §3). Patterns stand in the low bits of a {@code long}, the rest zero.
 */
public final class Conversion {

  private static final Rule SATURATED = Rule.must("NUM-CVT-013", "NUM-CVT-009", "NUM-CVT-012");

  private Conversion() {}

  static Values convert(MatrixType type, Values source) {
    ComponentType from = source.type().component();
    ComponentType to = type.component();
    Values converted =
        Values.each(
            type,
            Rule.must(assertion(from, to)),
            i ->
                source.grain() == ExactnessBound.LOST && from != to
                    ? new Acceptance.Anything()
                    : isSpread(source, i) && from != to
                        ? Interval.convert(
                            (FloatFormat) source.format(), spread(source, i), to.format())
                        : from == to && source.open(i) != null
                            ? source.open(i)
                            : element(from, to, source.candidates(i)));
    return converted.of(from == to ? source.grain() : grain(source, to));
  }

  private static Acceptance.Within spread(Values source, int i) {
    double[] span = ExactnessBound.span(source, i);
    return new Acceptance.Within(span[0], span[1]);
  }

  /** Whether an element is one of many numbers: a range, or what may go on unrounded. */
  private static boolean isSpread(Values source, int i) {
    if (source.open(i) instanceof Acceptance.Within) {
      return true;
    }
    if (source.candidates(i) == null || !ExactnessBound.isOpen(source)) {
      return false;
    }
    double[] span = ExactnessBound.span(source, i);
    return span[0] < span[1];
  }

  /** How the result came about, in view of what may go on unrounded. */
  private static ExactnessBound grain(Values source, ComponentType to) {
    if (!(to.format() instanceof FloatFormat target)) {
      return null;
    }
    if (source.grain() == null ? isExact(source, target) : !ExactnessBound.isOpen(source)) {
      return isExact(source, target) ? source.grain() : ExactnessBound.ROUNDED;
    }
    return ExactnessBound.isFirst(source) ? ExactnessBound.CONVERTED : ExactnessBound.ROUNDED;
  }

  /** Whether another format holds every number that the elements may be. */
  private static boolean isExact(Values source, FloatFormat target) {
    NumberFormat format = source.format();
    for (int i = 0; i < source.bits().length; i++) {
      long[] candidates = source.candidates(i);
      if (candidates == null) {
        return false;
      }
      for (long candidate : candidates) {
        if (!isExact(format, candidate, target)) {
          return false;
        }
      }
    }
    return true;
  }

  private static boolean isExact(NumberFormat format, long pattern, FloatFormat target) {
    double value = format.toDouble(pattern);
    boolean isWhole =
        !(format instanceof IntegerFormat integer)
            || Math.abs(value) < 0x1p53
            || integer.bits() < 64;
    return isWhole
        && (Double.isNaN(value)
            || target.toDouble(target.encode(value, Rounding.NEAREST_EVEN)) == value);
  }

  /** The same to an 8-bit float, within its range. */
  static Values saturated(MatrixType type, Values source) {
    ComponentType from = source.type().component();
    return Values.each(
        type,
        SATURATED,
        i -> {
          if (source.grain() == ExactnessBound.LOST || isSpread(source, i)) {
            return new Acceptance.Anything();
          }
          long[] operands = source.candidates(i);
          Candidates results = new Candidates();
          for (long operand : operands == null ? new long[0] : operands) {
            if (source.format() instanceof FloatFormat format && !format.isFinite(operand)
                || !(saturated(from, type.component(), operand)
                    instanceof Acceptance.OneOf(long[] patterns))) {
              return new Acceptance.Anything();
            }
            for (long pattern : patterns) {
              results.add(pattern);
            }
          }
          return operands == null
              ? new Acceptance.Anything()
              : new Acceptance.OneOf(results.toArray());
        });
  }

  /**
   * {@return the acceptable patterns of one number in another type} It is {@link
   * Acceptance.Anything} where the result is undefined: Inf or NaN of another type, or a float
   * beyond the range of an integer type.
   *
   * @param from the number's type; it has scalar values
   * @param to the wanted type; if it is {@code from}, only the given pattern is acceptable
   * @param bits pattern of the number
   */
  public static Acceptance of(ComponentType from, ComponentType to, long bits) {
    return element(from, to, new long[] {bits});
  }

  /**
   * The acceptable patterns of a number that is converted to an 8-bit float with saturation: one at
   * or beyond the range, Inf included, becomes the largest finite number with its sign.
   *
   * @param from the number's type; it has scalar values
   * @param to an 8-bit float type
   * @param bits pattern of the number
   * @return the acceptable patterns; {@link Acceptance.Anything} for NaN
   */
  public static Acceptance saturated(ComponentType from, ComponentType to, long bits) {
    FloatFormat target = (FloatFormat) to.format();
    double value = from.format().toDouble(bits);
    return Math.abs(value) >= target.toDouble(target.maxFinite())
        ? new Acceptance.OneOf((value < 0 ? target.signBit() : 0) | target.maxFinite())
        : of(from, to, bits);
  }

  /**
   * {@return the ID of the assertion on a conversion between two types, such as {@code
   * KHR-CONV-004}}
   *
   * @param from the source's component type
   * @param to the result's component type, another one; both have scalar values
   */
  public static String assertion(ComponentType from, ComponentType to) {
    NumberFormat source = from.format();
    NumberFormat target = to.format();
    return switch (source) {
      case FloatFormat _ when target instanceof IntegerFormat ->
          from.hasArithmetic() ? "KHR-CONV-004" : "NUM-CVT-006";
      case FloatFormat _ when !from.hasArithmetic() || !to.hasArithmetic() -> "NUM-MAT-005";
      case FloatFormat _ -> target.bits() > source.bits() ? "KHR-CONV-001" : "KHR-CONV-002";
      case IntegerFormat _ when target instanceof FloatFormat ->
          to == ComponentType.BFLOAT16
              ? "NUM-CVT-005"
              : to.isFloat8() ? "NUM-CVT-014" : "KHR-CONV-006";
      case IntegerFormat _ when target.bits() > source.bits() ->
          from.isSigned() == to.isSigned() ? "KHR-CONV-007" : "KHR-CONV-010";
      case IntegerFormat _ -> target.bits() < source.bits() ? "KHR-CONV-008" : "KHR-CONV-009";
    };
  }

  /**
   * The acceptable results for one element of which the operand's candidates are listed, or null if
   * they are not.
   */
  private static Acceptance element(ComponentType from, ComponentType to, long[] operands) {
    if (operands == null) {
      return new Acceptance.Anything();
    }
    if (from == to) {
      return new Acceptance.OneOf(operands);
    }
    Candidates results = new Candidates();
    for (long operand : operands) {
      boolean defined =
          switch (from.format()) {
            case IntegerFormat source -> addInteger(results, source, operand, to);
            case FloatFormat source -> addFloat(results, from, source, operand, to);
          };
      if (!defined) {
        return new Acceptance.Anything();
      }
    }
    return new Acceptance.OneOf(results.toArray());
  }

  private static boolean addInteger(
      Candidates results, IntegerFormat source, long operand, ComponentType to) {
    long value = source.value(operand);
    switch (to.format()) {
      case IntegerFormat target -> results.add(target.wrap(value));
      case FloatFormat target ->
          addRounded(results, Exact.ofLong(value, source.isSigned()), target, true);
    }
    return true;
  }

  private static boolean addFloat(
      Candidates results, ComponentType from, FloatFormat source, long operand, ComponentType to) {
    if (!source.isFinite(operand)) {
      return false;
    }
    boolean flushable = !(from.isFloat8() && to == ComponentType.FLOAT16);
    for (double value : Candidates.operand(source, operand, flushable)) {
      switch (to.format()) {
        case IntegerFormat target -> {
          double whole = value < 0 ? Math.ceil(value) : Math.floor(value);
          if (whole < target.minimum() || whole > target.greatestDouble()) {
            return false;
          }
          results.add(target.wrap(truncate(whole)));
        }
        case FloatFormat target when !flushable -> results.addExact(target, value);
        case FloatFormat target ->
            addRounded(results, new Exact(value, 0), target, source == FloatFormat.FLOAT64);
      }
    }
    return true;
  }

  private static long truncate(double whole) {
    return whole >= 0x1p63 ? (long) (whole - 0x1p63) ^ Long.MIN_VALUE : (long) whole;
  }

  /**
   * Either neighbour; on the way to bfloat16 the value may first be rounded to float32
   * (NUM-CVT-005). Beyond the largest finite number, both that number and what overflow gives are
   * acceptable (NUM-CVT-011, NUM-CVT-016).
   */
  private static void addRounded(
      Candidates results, Exact value, FloatFormat target, boolean twoSteps) {
    results.addRounded(target, value);
    if (target == FloatFormat.BFLOAT16 && twoSteps) {
      for (Rounding rounding : new Rounding[] {Rounding.DOWNWARD, Rounding.UPWARD}) {
        long single = FloatFormat.FLOAT32.encode(value.high(), value.low(), rounding);
        results.addRounded(target, new Exact(FloatFormat.FLOAT32.toDouble(single), 0));
      }
    }
  }
}
