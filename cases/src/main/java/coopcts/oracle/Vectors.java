// SPDX-License-Identifier: Apache-2.0
package coopcts.oracle;

import coopcts.model.ComponentType;
import coopcts.model.MatrixType;
import coopcts.numbers.FloatFormat;
import coopcts.numbers.NumberFormat;
import coopcts.program.Operation;
import coopcts.program.VectorOperation.Bits;
import coopcts.program.VectorOperation.Measure;
import coopcts.program.VectorOperation.Move;
import coopcts.program.VectorOperation.Multiply;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** What one invocation's operations on cooperative vectors give (CV §4). */
final class Vectors {

  static final Rule LOADED = Rule.must("CV-LD-001", "CV-LD-002", "CV-LD-004");
  static final Rule STORED = Rule.must("CV-ST-001", "CV-ST-004");
  static final Rule UNTOUCHED = Rule.must("CV-ST-001");
  static final Rule LISTED = Rule.must("CV-CTOR-002");
  static final Rule PICKED = Rule.must("CV-COMP-002");
  private static final Rule WISHED = Rule.quality("CV-MUL-017");

  private Vectors() {}

  /** The numbers that a vector's components stand for. */
  private static double[] numbers(Values values) {
    NumberFormat format = values.format();
    return Arrays.stream(patterns(values)).mapToDouble(format::toDouble).toArray();
  }

  /**
   * The components' patterns, zeros without a sign.
   *
   * @throws IndistinctValuesException if one may be more than one number
   */
  private static long[] patterns(Values values) {
    NumberFormat format = values.format();
    long[] patterns = new long[values.bits().length];
    for (int i = 0; i < patterns.length; i++) {
      long[] candidates = values.candidates(i);
      if (candidates == null) {
        throw new IndistinctValuesException("an operand is known as a range alone");
      }
      patterns[i] = candidates[0];
      double value = format.toDouble(candidates[0]) + 0.0;
      for (long candidate : candidates) {
        if (format.toDouble(candidate) + 0.0 != value) {
          throw new IndistinctValuesException("an operand may be one of several numbers");
        }
      }
      if (value == 0) {
        patterns[i] = 0;
      }
    }
    return patterns;
  }

  /** What a product takes its input for: 8-bit floats must be exact (CV-IN-010). */
  private static double[] interpreted(Multiply op, Values input) {
    ComponentType type = op.row().input();
    ComponentType as = op.row().inputInterpretation();
    long[] patterns = patterns(input);
    double[] numbers = VectorProduct.interpreted(patterns, type, as, op.k());
    if (type.isFloat() && as.isFloat() && !Arrays.equals(numbers, numbers(input))) {
      throw new IndistinctValuesException("an input is rounded");
    }
    return numbers;
  }

  /**
   * A product of each component.
   *
   * @param matrix as it is multiplied
   * @param bias null where there is none
   */
  static Values product(Multiply op, Values input, MatrixNumbers matrix, double[] bias) {
    DiscriminationCheck.requireNormal(input);
    double[] numbers = interpreted(op, input);
    Sum[] sums = VectorProduct.of(matrix, numbers, bias == null ? new double[op.m()] : bias);
    ComponentType type = op.row().result();
    if (type.format() instanceof FloatFormat format) {
      for (Sum sum : sums) {
        if (sum.magnitude() > format.toDouble(format.maxFinite())) {
          throw new IndistinctValuesException("a partial sum may be infinite");
        }
      }
    }
    List<String> sentences = sentences(op);
    Rule rule = type.isInteger() ? new Rule(Tier.MUST, sentences) : WISHED.and(sentences);
    Values result = Values.each(op.result().type(), rule, i -> sums[i].in(type));
    Rule[] own = new Rule[sums.length];
    for (int i = 0; i < own.length && !type.isInteger(); i++) {
      own[i] =
          result.open(i) instanceof Acceptance.Within
              ? Rule.quality("CV-MUL-018").and(sentences)
              : Rule.product(sums[i].tier(type), sentences);
    }
    return new Values(result.type(), result.bits(), result.open(), rule, own);
  }

  /** What together says what a component of a product is. */
  private static List<String> sentences(Multiply op) {
    List<String> all = new ArrayList<>();
    all.add(op.row().result().isInteger() ? "CV-MUL-016" : "CV-MUL-017");
    all.addAll(VectorProduct.sentences(op.matrix().layout(), op.transposed()));
    all.addAll(List.of("CV-MUL-003", "CV-MUL-010", "CV-MUL-019", "CV-MUL-020", "CV-MUL-030"));
    if (op.bias().isPresent()) {
      all.add("CV-MUL-011");
    }
    return all;
  }

  /** Each component's bits (CV-OP-005). */
  static Values bits(Bits op, Values left, Values right) {
    ComponentType type = op.result().type().component();
    int highest = type.bits() - 1;
    return combined(
        op.result().type(),
        Rule.must("CV-OP-005"),
        left,
        right,
        (a, b) ->
            switch (op.operator()) {
              case AND -> a & b;
              case OR -> a | b;
              case XOR -> a ^ b;
              case NOT -> ElementFunctions.not(type, a);
              case LEFT -> ElementFunctions.left(type, a, (int) b & highest);
              case RIGHT -> ElementFunctions.right(type, a, (int) b & highest);
            });
  }

  interface Two {
    long of(long a, long b);
  }

  /** Every candidate of the one with every candidate of the other. */
  static Values combined(MatrixType type, Rule rule, Values left, Values right, Two two) {
    return Values.each(
        type,
        rule,
        i -> {
          Candidates results = new Candidates();
          for (long a : listed(left, i)) {
            for (long b : listed(right, i)) {
              results.add(two.of(a, b));
            }
          }
          return new Acceptance.OneOf(results.toArray());
        });
  }

  /**
   * The patterns that an element may have.
   *
   * @throws IndistinctValuesException if they are not listed
   */
  static long[] listed(Values values, int i) {
    long[] candidates = values.candidates(i);
    if (candidates == null) {
      throw new IndistinctValuesException("an operand is known as a range alone");
    }
    return candidates;
  }

  /** One component in another's place. */
  static Values picked(Values into, int to, Values source, int from) {
    if (to >= into.bits().length || from >= source.bits().length) {
      throw new IllegalStateException("a component beyond the last");
    }
    Values changed =
        Values.each(
            into.type(), PICKED, i -> i == to ? source.acceptance(from) : into.acceptance(i));
    return changed.of(ExactnessBound.joined(into, source));
  }

  /**
   * A component's pattern.
   *
   * @throws IndistinctValuesException if it may be one of several
   */
  static long single(Values values, int at) {
    if (at >= values.bits().length) {
      throw new IllegalStateException("a component beyond the last");
    }
    long[] patterns = listed(values, at);
    if (patterns.length != 1) {
      throw new IndistinctValuesException("a scalar may be one of several numbers");
    }
    return patterns[0];
  }

  /** The number of components in a component's place. */
  static Values measured(Values into, int to, int length) {
    if (to >= into.bits().length) {
      throw new IllegalStateException("a component beyond the last");
    }
    ComponentType type = into.type().component();
    long bits = Arithmetic.whole(type, length % Measure.MOST);
    return Values.each(
            into.type(),
            Rule.must("CV-COMP-001"),
            i -> i == to ? new Acceptance.OneOf(bits) : into.acceptance(i))
        .of(ExactnessBound.joined(into));
  }

  /** A list of components. */
  static Values composed(MatrixType type, List<Values> sources, int[] places) {
    for (int i = 0; i < places.length; i++) {
      if (places[i] >= sources.get(i).bits().length) {
        throw new IllegalStateException("a component beyond the last");
      }
    }
    Values listed = Values.each(type, LISTED, i -> sources.get(i).acceptance(places[i]));
    return listed.of(ExactnessBound.joined(sources.toArray(Values[]::new)));
  }

  /** The same by way of something else. */
  static Values moved(Move op, Values source) {
    return source.by(
        switch (op.through()) {
          case LONG_VECTOR -> Rule.must("CV-CTOR-007", "LV-COOP-001");
          case GLOBAL -> Rule.must("CV-TYPE-004");
        });
  }

  /** The rule of an operation that matrices have too. */
  static Rule rule(Operation operation) {
    return switch (operation) {
      case Operation.Fill _ -> Rule.must("CV-CTOR-001");
      case Operation.Convert _ -> Rule.must("CV-CTOR-004");
      case Operation.Binary op ->
          Rule.must(
              op.result().type().component().isInteger() ? "CV-OP-002" : "CV-OP-001", "CV-OP-010");
      case Operation.Scale _ -> Rule.must("CV-OP-003", "CV-OP-010");
      case Operation.Negate _ -> Rule.must("CV-OP-004");
      case Operation.EachComponent _ -> PICKED;
      default -> Rule.must("CV-TYPE-004");
    };
  }

  /** Adds a vector to a row of sums, which must stay exact. */
  static void addSum(Accumulation sums, Values vector) {
    DiscriminationCheck.requireNormal(vector);
    sums.add(numbers(vector));
    sums.noMoreThan(vector.tier());
    requireExact(sums, vector.type().component());
  }

  /** Adds an outer product to a matrix, which must stay exact. */
  static void addOuter(Accumulation matrix, Values left, Values right, ComponentType type) {
    DiscriminationCheck.requireNormal(left, right);
    matrix.addOuter(numbers(left), numbers(right));
    matrix.noMoreThan(left.tier());
    matrix.noMoreThan(right.tier());
    requireExact(matrix, type);
  }

  private static void requireExact(Accumulation sums, ComponentType type) {
    if (!sums.isExactIn(type)) {
      throw new IndistinctValuesException("a sum is rounded");
    }
  }
}
