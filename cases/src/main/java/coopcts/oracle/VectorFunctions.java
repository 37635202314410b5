// SPDX-License-Identifier: Apache-2.0
package coopcts.oracle;

import coopcts.model.ComponentType;
import coopcts.model.MatrixType;
import coopcts.numbers.FloatFormat;
import coopcts.numbers.NumberFormat;
import coopcts.program.VectorFunction;
import coopcts.program.VectorOperation.Apply;
import java.util.List;

/** Component-wise functions of cooperative vectors, of operands that may be open (CV §6). */
final class VectorFunctions {

  /** Beyond it what tanh is made of may be infinite in 16 bits. */
  private static final double MOST_TANH = 8;

  private VectorFunctions() {}

  static Values of(Apply op, List<Values> operands) {
    MatrixType type = op.result().type();
    Values x = operands.getFirst();
    return switch (op.function()) {
      case MIN, MAX -> chosen(op, type, x, operands.get(1));
      case CLAMP -> clamped(type, x, operands.get(1), operands.get(2));
      case NMIN, NMAX, NCLAMP -> ofNumbers(op.function(), type, operands);
      case STEP -> stepped(type, x, operands.get(1));
      case FMA -> fused(type, x, operands.get(1), operands.get(2));
      case EXP, LOG, TANH, ATAN -> function(op, type, x);
    };
  }

  /** The same as one that was chosen among values: what went before may still be arranged. */
  private static Values passedOn(Values result, Values... operands) {
    return result.of(ExactnessBound.joined(operands)).withOpenZeros();
  }

  private static Values chosen(Apply op, MatrixType type, Values x, Values y) {
    boolean least = op.function() == VectorFunction.MIN;
    ComponentType component = type.component();
    return passedOn(
        Values.each(
            type,
            Rule.must("CV-FN-006"),
            i -> {
              long[] a = x.candidates(i);
              long[] b = y.candidates(i);
              if (a == null || b == null) {
                double[] left = x.range(i);
                double[] right = y.range(i);
                return least
                    ? new Acceptance.Within(
                        Math.min(left[0], right[0]), Math.min(left[1], right[1]))
                    : new Acceptance.Within(
                        Math.max(left[0], right[0]), Math.max(left[1], right[1]));
              }
              Candidates results = new Candidates();
              for (long p : a) {
                for (long q : b) {
                  results.add(
                      least
                          ? ElementFunctions.min(component, p, q)
                          : ElementFunctions.max(component, p, q));
                }
              }
              return new Acceptance.OneOf(results.toArray());
            }),
        x,
        y);
  }

  private static Values clamped(MatrixType type, Values x, Values low, Values high) {
    ComponentType component = type.component();
    return passedOn(
        Values.each(
            type,
            Rule.must("CV-FN-007"),
            i -> {
              Candidates results = new Candidates();
              for (long a : Vectors.listed(low, i)) {
                for (long b : Vectors.listed(high, i)) {
                  if (ElementFunctions.max(component, a, b) != b && !areZeros(component, a, b)) {
                    throw new IndistinctValuesException("the lower end is above the upper one");
                  }
                  for (long p : Vectors.listed(x, i)) {
                    results.add(ElementFunctions.clamp(component, p, a, b));
                  }
                }
              }
              return new Acceptance.OneOf(results.toArray());
            }),
        x,
        low,
        high);
  }

  /** What is chosen of numbers, with NaN among them: the number, if there is one. */
  private static Values ofNumbers(VectorFunction function, MatrixType type, List<Values> operands) {
    ComponentType component = type.component();
    return passedOn(
        Values.each(
            type,
            Rule.must("CV-FN-009"),
            i -> {
              long[][] of =
                  operands.stream().map(one -> Vectors.listed(one, i)).toArray(long[][]::new);
              return new Acceptance.OneOf(
                  switch (function) {
                    case NMAX -> ofNumbers(component, false, of[0], of[1]);
                    case NCLAMP ->
                        ofNumbers(
                            component, true, ofNumbers(component, false, of[0], of[1]), of[2]);
                    default -> ofNumbers(component, true, of[0], of[1]);
                  });
            }),
        operands.toArray(Values[]::new));
  }

  private static long[] ofNumbers(ComponentType type, boolean least, long[] a, long[] b) {
    Candidates results = new Candidates();
    for (long p : a) {
      for (long q : b) {
        if (Double.isNaN(type.format().toDouble(q))) {
          results.add(p);
        } else {
          results.add(
              least
                  ? ElementFunctions.numberMin(type, p, q)
                  : ElementFunctions.numberMax(type, p, q));
        }
      }
    }
    return results.toArray();
  }

  private static boolean areZeros(ComponentType type, long a, long b) {
    NumberFormat format = type.format();
    return format.toDouble(a) == format.toDouble(b);
  }

  private static Values stepped(MatrixType type, Values edge, Values x) {
    for (Values operand : List.of(edge, x)) {
      if (ExactnessBound.isRounded(operand) || ExactnessBound.isFixed(operand)) {
        throw new IndistinctValuesException("a comparison of what may be rounded otherwise");
      }
    }
    DiscriminationCheck.requireNormal(edge, x);
    return Vectors.combined(
            type,
            Rule.must("CV-FN-008"),
            edge,
            x,
            (a, b) -> ElementFunctions.step(type.component(), a, b))
        .withOpenZeros();
  }

  private static Values fused(MatrixType type, Values x, Values y, Values z) {
    FloatFormat format = (FloatFormat) type.component().format();
    ExactnessBound grain =
        ExactnessBound.of(x).times(ExactnessBound.of(y)).plus(ExactnessBound.of(z));
    boolean exact = grain.isExactIn(format);
    if (!exact
        && !(ExactnessBound.isFirst(x) && ExactnessBound.isFirst(y) && ExactnessBound.isFirst(z))) {
      throw new IndistinctValuesException("more than one step is rounded");
    }
    return Values.each(
            type,
            Rule.must("CV-FN-001"),
            i ->
                Interval.fma(
                    format,
                    ExactnessBound.span(x, i),
                    ExactnessBound.span(y, i),
                    ExactnessBound.span(z, i)))
        .of(exact ? grain : ExactnessBound.ROUNDED);
  }

  private static Values function(Apply op, MatrixType type, Values x) {
    Arithmetic.Function function = Arithmetic.Function.valueOf(op.function().name());
    if (ExactnessBound.isRounded(x)) {
      throw new IndistinctValuesException("more than one step is rounded");
    }
    DiscriminationCheck.requireNormal(x);
    FloatFormat format = (FloatFormat) x.format();
    double largest = format.toDouble(format.maxFinite());
    return Values.each(
            type,
            Rule.must(
                switch (function) {
                  case EXP -> "CV-FN-002";
                  case LOG -> "CV-FN-003";
                  case TANH -> "CV-FN-004";
                  case ATAN -> "CV-FN-005";
                }),
            i -> {
              double low = Double.POSITIVE_INFINITY;
              double high = Double.NEGATIVE_INFINITY;
              for (long bits : Vectors.listed(x, i)) {
                double value = format.toDouble(bits);
                boolean defined =
                    switch (function) {
                      case EXP -> value <= Math.log(largest) - 1;
                      case LOG -> value > 0;
                      case TANH -> Math.abs(value) <= MOST_TANH;
                      case ATAN -> true;
                    };
                if (!defined) {
                  throw new IndistinctValuesException("the function is not bounded there");
                }
                if (Arithmetic.function(type.component(), function, bits)
                    instanceof Acceptance.Within(double least, double most)) {
                  low = Math.min(low, least);
                  high = Math.max(high, most);
                }
              }
              return new Acceptance.Within(low, high);
            })
        .of(ExactnessBound.ROUNDED);
  }
}
