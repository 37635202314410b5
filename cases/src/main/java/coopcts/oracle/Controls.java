// SPDX-License-Identifier: Apache-2.0
package coopcts.oracle;

import coopcts.model.ComponentType;
import coopcts.model.MatrixType;
import coopcts.numbers.Exact;
import coopcts.numbers.FloatFormat;
import coopcts.numbers.Rounding;
import coopcts.program.BinaryOperator;
import coopcts.program.FloatControl;
import coopcts.program.FloatMode;
import java.util.List;
import java.util.Optional;
import java.util.function.IntFunction;

/**
 * Component-wise operations under an execution mode of float controls, which leaves less open than
 * there is without (NUM §5). Only single steps on determined operands are looked at more closely.
 *
 * @param mode of the program, if it has one
 */
record Controls(Optional<FloatMode> mode) {

  private static final Rule ROUNDED = Rule.must("NUM-CVT-003");
  private static final Rule PRESERVED = Rule.must("NUM-DEN-002");
  private static final Rule FLUSHED = Rule.must("NUM-DEN-003");
  private static final Rule SPECIAL = Rule.must("NUM-NAN-001", "NUM-NAN-003");
  private static final Rule MOVED = Rule.must("KHR-LOAD-019", "NUM-NAN-003");

  private static final List<String> KEPT = List.of("KHR-LOAD-019");

  /** Whether a type's Inf, NaN and -0 stay what they are. */
  boolean keepsSpecials(MatrixType type) {
    return keepsSpecials(type.component());
  }

  boolean keepsSpecials(ComponentType type) {
    return is(FloatControl.SPECIALS) && mode.orElseThrow().governs(type);
  }

  private boolean is(FloatControl control) {
    return mode.isPresent() && mode.get().control() == control;
  }

  private boolean governs(MatrixType type) {
    return mode.isPresent() && mode.get().governs(type.component());
  }

  Values binary(MatrixType type, BinaryOperator operator, Values left, Values right) {
    Values result = Elementwise.binary(type, operator, left, right);
    if (operator == BinaryOperator.DIVIDE || left.grain() != null || right.grain() != null) {
      return result;
    }
    return fixed(
        result,
        i ->
            isNumber(left, i) && isNumber(right, i)
                ? exact(operator, number(left, i), number(right, i))
                : null);
  }

  Values scale(MatrixType type, Values source, long factor) {
    Values result = Elementwise.scale(type, source, factor);
    double other = result.format().toDouble(factor);
    boolean isNormal =
        !(result.format() instanceof FloatFormat format) || !format.isSubnormal(factor);
    return source.grain() != null || !isNormal
        ? result
        : fixed(result, i -> isNumber(source, i) ? Exact.product(number(source, i), other) : null);
  }

  Values negate(MatrixType type, Values source) {
    if (keepsSpecials(type) && hasSpecials(source)) {
      FloatFormat format = (FloatFormat) source.format();
      return special(
              type,
              source,
              i ->
                  format.isSubnormal(source.bits()[i])
                      ? new Acceptance.OneOf(
                          source.bits()[i] ^ format.signBit(), 0, format.signBit())
                      : new Acceptance.OneOf(source.bits()[i] ^ format.signBit()))
          .of(source.grain());
    }
    return Elementwise.negate(type, source);
  }

  Values convert(MatrixType type, Values source) {
    Values result = Conversion.convert(type, source);
    if (!(source.format() instanceof FloatFormat) || ExactnessBound.isOpen(source)) {
      return result;
    }
    return fixed(result, i -> isNumber(source, i) ? new Exact(number(source, i), 0) : null);
  }

  /** What is loaded: a zero keeps its sign where the mode says so, a NaN may become a quiet one. */
  Values loaded(Values given) {
    if (!keepsSpecials(given.type())) {
      return given;
    }
    Values loaded = given.and(KEPT);
    FloatFormat format = (FloatFormat) loaded.format();
    boolean hasNan = false;
    for (long bits : loaded.bits()) {
      hasNan |= format.isNan(bits);
    }
    return hasNan
        ? Values.each(
                loaded.type(),
                MOVED,
                i ->
                    format.isNan(loaded.bits()[i])
                        ? new Acceptance.NotANumber()
                        : loaded.acceptance(i))
            .noMoreThan(loaded.tier())
        : loaded;
  }

  /** Why values are stored: by what keeps the sign of their zeros, too. */
  Rule stored(Rule rule, Values values) {
    return keepsSpecials(values.type()) && values.rule().keepsZeros() ? rule.and(KEPT) : rule;
  }

  private static boolean hasSpecials(Values source) {
    FloatFormat format = (FloatFormat) source.format();
    for (int i = 0; i < source.bits().length; i++) {
      if (isNan(source, i) || !format.isFinite(source.bits()[i])) {
        return true;
      }
    }
    return false;
  }

  private static boolean isNan(Values source, int i) {
    return source.open(i) instanceof Acceptance.NotANumber;
  }

  /** NaN stays NaN; the others must be determined. */
  private static Values special(MatrixType type, Values source, IntFunction<Acceptance> other) {
    return Values.each(
        type,
        SPECIAL,
        i -> {
          if (isNan(source, i)) {
            return new Acceptance.NotANumber();
          }
          if (source.open(i) != null) {
            throw new IllegalStateException("numbers beside Inf and NaN that are not determined");
          }
          return other.apply(i);
        });
  }

  /** Whether an element is one normal number, or zero. */
  private static boolean isNumber(Values values, int i) {
    return values.open(i) == null
        && values.format() instanceof FloatFormat format
        && format.isFinite(values.bits()[i])
        && !format.isSubnormal(values.bits()[i]);
  }

  private static double number(Values values, int i) {
    return values.format().toDouble(values.bits()[i]);
  }

  private static Exact exact(BinaryOperator operator, double x, double y) {
    return switch (operator) {
      case ADD -> Exact.sum(x, y);
      case SUBTRACT -> Exact.sum(x, -y);
      case MULTIPLY -> Exact.product(x, y);
      case DIVIDE -> throw new AssertionError("no mode is about quotients");
    };
  }

  /** What is sharpened here is what is stored: the next step may have the result itself. */
  private Values fixed(Values result, IntFunction<Exact> exact) {
    Values sharpened = sharpened(result, exact);
    if (sharpened == result || !ExactnessBound.isOpen(result)) {
      return sharpened;
    }
    return sharpened.of(
        ExactnessBound.isRounded(result)
            ? ExactnessBound.rounded(result)
            : ExactnessBound.converted(result));
  }

  /**
   * A result with less left open where its exact value is known.
   *
   * @param exact of an element, or null
   */
  private Values sharpened(Values result, IntFunction<Exact> exact) {
    if (!governs(result.type()) || is(FloatControl.SPECIALS)) {
      return result;
    }
    FloatFormat format = (FloatFormat) result.format();
    double least = Math.scalb(1.0, format.minExponent());
    double largest = format.toDouble(format.maxFinite());
    Rule rule =
        switch (mode.get().control()) {
          case PRESERVE -> PRESERVED;
          case FLUSH -> FLUSHED;
          default -> ROUNDED;
        };
    boolean[] changed = new boolean[1];
    Values sharper =
        Values.each(
            result.type(),
            rule,
            i -> {
              Exact value = exact.apply(i);
              if (value == null || value.high() == 0) {
                return result.acceptance(i);
              }
              double magnitude = Math.abs(value.high());
              boolean isSmall = magnitude < least;
              if (isSmall == mode.get().control().isOfRounding()
                  || !isSmall && !(magnitude < largest)) {
                return result.acceptance(i);
              }
              if (!isSmall && !mode.get().control().isOfRounding()) {
                return result.acceptance(i);
              }
              changed[0] = true;
              return sharper(format, value, least);
            });
    return changed[0] ? sharper.noMoreThan(result.tier()).of(result.grain()) : result;
  }

  private Acceptance sharper(FloatFormat format, Exact value, double least) {
    long down = format.encode(value.high(), value.low(), Rounding.DOWNWARD);
    long up = format.encode(value.high(), value.low(), Rounding.UPWARD);
    return switch (mode.orElseThrow().control()) {
      case RTE ->
          new Acceptance.OneOf(format.encode(value.high(), value.low(), Rounding.NEAREST_EVEN));
      case RTZ ->
          new Acceptance.OneOf(format.encode(value.high(), value.low(), Rounding.TOWARD_ZERO));
      case PRESERVE -> {
        Candidates results = new Candidates();
        for (long one : new long[] {down, up}) {
          results.add(one);
          if (format.isZero(one)) {
            results.add(one ^ format.signBit());
          }
        }
        yield new Acceptance.OneOf(results.toArray());
      }
      case FLUSH -> {
        Candidates results = new Candidates();
        results.add(0);
        results.add(format.signBit());
        for (long one : new long[] {down, up}) {
          if (Math.abs(format.toDouble(one)) >= least) {
            results.add(one);
          }
        }
        yield new Acceptance.OneOf(results.toArray());
      }
      case SPECIALS -> throw new AssertionError("not about numbers");
    };
  }
}
