// SPDX-License-Identifier: Apache-2.0
package coopcts.oracle;

import coopcts.model.MatrixType;
import coopcts.numbers.Exact;
import coopcts.numbers.FloatFormat;
import coopcts.numbers.IntegerFormat;
import coopcts.numbers.NumberFormat;
import coopcts.program.BinaryOperator;
import java.util.Arrays;

/**
 * Component-wise arithmetic: the scalar rules of SPIR-V applied to each element (KHR §4.5, NUM §6).
 */
final class Elementwise {

  /**
   * {@code OpFDiv} is allowed 2.5 units in the last place where the divisor is in range
   * (NUM-PREC-003).
   */
  private static final double DIVISION_ULPS = 2.5;

  /** Candidates of an operand that are combined one by one; of more only the range is known. */
  private static final int FEW = 4;

  private Elementwise() {}

  /** left op right, both of the result's type. */
  static Values binary(MatrixType type, BinaryOperator operator, Values left, Values right) {
    NumberFormat format = left.format();
    return arranged(
        operator,
        left,
        right,
        Values.each(type, rule(operator, format), i -> combine(format, operator, left, right, i)));
  }

  /**
   * A result of one step, in view of those before it: not judged where a compiler may arrange them
   * so that something else is rounded.
   */
  private static Values arranged(
      BinaryOperator operator, Values left, Values right, Values result) {
    if (!(result.format() instanceof FloatFormat format)) {
      return result;
    }
    if (ExactnessBound.isOpen(left) || ExactnessBound.isOpen(right)) {
      return ExactnessBound.isFirst(left) && ExactnessBound.isFirst(right)
          ? result.of(ExactnessBound.ROUNDED)
          : undetermined(result);
    }
    ExactnessBound grain =
        switch (operator) {
          case ADD, SUBTRACT -> ExactnessBound.of(left).plus(ExactnessBound.of(right));
          case MULTIPLY -> ExactnessBound.of(left).times(ExactnessBound.of(right));
          case DIVIDE -> ExactnessBound.ROUNDED;
        };
    if (grain.isExactIn(format)) {
      return result.of(grain);
    }
    return left.grain() == null && right.grain() == null
        ? result.of(ExactnessBound.ROUNDED)
        : undetermined(result);
  }

  private static Values undetermined(Values result) {
    return Values.each(result.type(), result.rule(), _ -> new Acceptance.Anything())
        .of(ExactnessBound.ROUNDED);
  }

  /** Whether an element may count as any of many numbers in the next step. */
  private static boolean isSpread(Values values, int i) {
    if (!ExactnessBound.isOpen(values)
        || values.open(i) instanceof Acceptance.Anything
        || values.open(i) instanceof Acceptance.NotANumber) {
      return false;
    }
    double[] span = ExactnessBound.span(values, i);
    return span[0] < span[1];
  }

  /** What the elements of a sum, a product or a quotient may be where they are spread. */
  private static Acceptance spread(
      FloatFormat format, BinaryOperator operator, Values left, Values right, int i) {
    double[] x = ExactnessBound.span(left, i);
    double[] y = ExactnessBound.span(right, i);
    return operator == BinaryOperator.DIVIDE
        ? quotient(format, x, y)
        : Interval.of(format, operator, x, y);
  }

  /** Each element times one scalar. */
  static Values scale(MatrixType type, Values source, long factor) {
    long[] factors = new long[type.size()];
    Arrays.fill(factors, factor);
    NumberFormat format = source.format();
    Rule rule = Rule.must(format instanceof IntegerFormat ? "KHR-OP-009" : "KHR-OP-008");
    Values scalars = Values.exact(type, factors, rule);
    return arranged(
        BinaryOperator.MULTIPLY,
        source,
        scalars,
        Values.each(type, rule, i -> combine(format, BinaryOperator.MULTIPLY, source, scalars, i)));
  }

  static Values negate(MatrixType type, Values source) {
    Values negated =
        Values.each(
            type,
            Rule.must("KHR-OP-010"),
            i -> {
              if (source.open(i) instanceof Acceptance.Within(double low, double high)) {
                return new Acceptance.Within(-high, -low);
              }
              Candidates results = new Candidates();
              for (long pattern : listed(source, i)) {
                switch (source.format()) {
                  case IntegerFormat format -> results.add(format.wrap(-pattern));
                  case FloatFormat format -> {
                    for (double operand : Candidates.operand(format, pattern, true)) {
                      results.addRounded(format, new Exact(-operand, 0));
                    }
                  }
                }
              }
              return new Acceptance.OneOf(results.toArray());
            });
    return negated.of(
        source.grain() != null && source.grain().wide() != null
            ? source.grain().widened(negate(type, source.grain().wide()))
            : source.grain());
  }

  /** The lesser of two elements, the right one where they are equal, as by a comparison. */
  static Values lesser(MatrixType type, Values left, Values right) {
    Values lesser =
        Values.each(
            type,
            Rule.practice("KHR-COMP-005"),
            i -> {
              if (!isListed(left, i) || !isListed(right, i)) {
                double[] x = left.range(i);
                double[] y = right.range(i);
                return new Acceptance.Within(Math.min(x[0], y[0]), Math.min(x[1], y[1]));
              }
              Candidates results = new Candidates();
              for (long a : listed(left, i)) {
                for (long b : listed(right, i)) {
                  addLesser(results, left.format(), a, b);
                }
              }
              return new Acceptance.OneOf(results.toArray());
            });
    return lesser.of(ExactnessBound.joined(left, right)).withOpenZeros();
  }

  /**
   * Subnormal numbers may be compared as zeros, and a minimum that stands for it may flush them.
   */
  private static void addLesser(Candidates results, NumberFormat format, long a, long b) {
    switch (format) {
      case IntegerFormat integer -> {
        long x = integer.value(a);
        long y = integer.value(b);
        boolean isLess = integer.isSigned() ? x < y : Long.compareUnsigned(x, y) < 0;
        results.add(isLess ? a : b);
      }
      case FloatFormat real -> {
        for (double x : Candidates.operand(real, a, true)) {
          for (double y : Candidates.operand(real, b, true)) {
            long lesser = x < y ? a : b;
            results.add(lesser);
            if (real.isSubnormal(lesser)) {
              results.add(0);
              results.add(real.signBit());
            }
          }
        }
      }
    }
  }

  private static Rule rule(BinaryOperator operator, NumberFormat format) {
    boolean integer = format instanceof IntegerFormat;
    return Rule.must(
        switch (operator) {
          case ADD -> integer ? "KHR-OP-005" : "KHR-OP-001";
          case SUBTRACT -> integer ? "KHR-OP-005" : "KHR-OP-002";
          case MULTIPLY -> integer ? "KHR-OP-005" : "KHR-OP-003";
          case DIVIDE -> integer ? "KHR-OP-006" : "KHR-OP-004";
        });
  }

  private static Acceptance combine(
      NumberFormat format, BinaryOperator operator, Values left, Values right, int i) {
    if (format instanceof FloatFormat real
        && !(isFinite(real, left, i) && isFinite(real, right, i))) {
      return new Acceptance.Anything();
    }
    if (format instanceof FloatFormat real && (isSpread(left, i) || isSpread(right, i))) {
      return spread(real, operator, left, right, i);
    }
    return switch (format) {
      case IntegerFormat integer -> integers(integer, operator, listed(left, i), listed(right, i));
      case FloatFormat real when operator == BinaryOperator.DIVIDE ->
          quotient(
              real,
              operands(real, listed(left, i)),
              Arrays.stream(listed(right, i)).mapToDouble(real::toDouble).toArray());
      case FloatFormat real when isListed(left, i) && isListed(right, i) ->
          floats(real, operator, listed(left, i), listed(right, i));
      case FloatFormat real -> Interval.of(real, operator, left.range(i), right.range(i));
    };
  }

  private static boolean isFinite(FloatFormat format, Values values, int i) {
    return values.open(i) != null || format.isFinite(values.bits()[i]);
  }

  /** Whether an element's candidates are few enough to be combined one by one. */
  private static boolean isListed(Values values, int i) {
    long[] candidates = values.candidates(i);
    return candidates != null && candidates.length <= FEW;
  }

  private static long[] listed(Values values, int i) {
    long[] patterns = values.candidates(i);
    if (patterns == null) {
      throw new IllegalStateException(
          "arithmetic on a value that is only known to lie in an interval");
    }
    return patterns;
  }

  private static Acceptance integers(
      IntegerFormat format, BinaryOperator operator, long[] left, long[] right) {
    Candidates results = new Candidates();
    for (long a : left) {
      for (long b : right) {
        long x = format.value(a);
        long y = format.value(b);
        switch (operator) {
          case ADD -> results.add(format.wrap(x + y));
          case SUBTRACT -> results.add(format.wrap(x - y));
          case MULTIPLY -> results.add(format.wrap(x * y));
          case DIVIDE -> {
            if (y == 0 || format.isSigned() && y == -1 && x == format.minimum()) {
              return new Acceptance.Anything();
            }
            results.add(format.wrap(format.isSigned() ? x / y : Long.divideUnsigned(x, y)));
          }
        }
      }
    }
    return new Acceptance.OneOf(results.toArray());
  }

  private static Acceptance floats(
      FloatFormat format, BinaryOperator operator, long[] left, long[] right) {
    Candidates results = new Candidates();
    for (long a : left) {
      for (long b : right) {
        for (double x : Candidates.operand(format, a, true)) {
          for (double y : Candidates.operand(format, b, true)) {
            results.addRounded(
                format,
                switch (operator) {
                  case ADD -> Exact.sum(x, y);
                  case SUBTRACT -> Exact.sum(x, -y);
                  case MULTIPLY -> Exact.product(x, y);
                  case DIVIDE -> throw new AssertionError("quotients have their own rule");
                });
          }
        }
      }
    }
    return new Acceptance.OneOf(results.toArray());
  }

  /**
   * What a quotient's precision is told in: for doubles that of float32, above whose range it is as
   * relative as within it, and below it as absolute.
   */
  private static double ulp(FloatFormat format, double quotient) {
    if (format != FloatFormat.FLOAT64) {
      return format.ulp(quotient);
    }
    FloatFormat single = FloatFormat.FLOAT32;
    int further = format.mantissaBits() - single.mantissaBits();
    return Math.max(single.ulp(quotient), Math.scalb(format.ulp(quotient), further));
  }

  private static double[] operands(FloatFormat format, long[] patterns) {
    return Arrays.stream(patterns)
        .mapToObj(pattern -> Candidates.operand(format, pattern, true))
        .flatMapToDouble(Arrays::stream)
        .toArray();
  }

  private static Acceptance quotient(FloatFormat format, double[] left, double[] right) {
    double low = Double.POSITIVE_INFINITY;
    double high = Double.NEGATIVE_INFINITY;
    double range = Math.scalb(1.0, Math.min(126, -format.minExponent()));
    for (double divisor : right) {
      double magnitude = Math.abs(divisor);
      if (!(magnitude >= 1 / range
          && magnitude <= range
          && Math.signum(divisor) == Math.signum(right[0]))) {
        return new Acceptance.Anything();
      }
      for (double dividend : left) {
        double quotient = dividend / divisor;
        double error = DIVISION_ULPS * ulp(format, quotient);
        boolean tiny = Math.abs(quotient) - error < Math.scalb(1.0, format.minExponent());
        low = Math.min(low, tiny ? Math.min(0, quotient - error) : quotient - error);
        high = Math.max(high, tiny ? Math.max(0, quotient + error) : quotient + error);
      }
    }
    return new Acceptance.Within(low, high);
  }
}
