// SPDX-License-Identifier: Apache-2.0
package coopcts.oracle;

import coopcts.model.MatrixType;
import coopcts.numbers.FloatFormat;
import coopcts.numbers.IntegerFormat;
import coopcts.numbers.NumberFormat;
import coopcts.program.Direction;
import coopcts.program.Fold;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * What {@code coopMatReduceNV} makes of a matrix: all elements that fall on one element of the
 * result are combined, each exactly once and nothing beside them, in any order (CM2 §4.7,
 * CM2-RED-001 to -010, -016).
 */
public final class Reduction {

  private static final Rule EXTREME = Rule.must("CM2-RED-005");
  private static final Rule EXACT = Rule.must("CM2-RED-006");
  private static final Rule ONCE = Rule.must("CM2-RED-008");
  private static final Rule NO_LEAK = Rule.must("CM2-RED-007");
  private static final Rule ROUNDED = Rule.quality("CM2-RED-016");

  private Reduction() {}

  /** A number that all elements have in common that meet in one of the result. */
  private static int met(Direction direction, MatrixType from, int row, int column) {
    return switch (direction) {
      case ROW -> row;
      case COLUMN -> column;
      case ALL -> 0;
      case QUADS -> row / 2 * (from.columns() / 2) + column / 2;
    };
  }

  /** The same number for an element of the result. */
  private static int meeting(Direction direction, MatrixType to, int row, int column) {
    return switch (direction) {
      case ROW -> row;
      case COLUMN -> column;
      case ALL -> 0;
      case QUADS -> row * to.columns() + column;
    };
  }

  /**
   * {@return the reduced matrix} Where the order of roundings is open, elements lie within bounds;
   * those that are exact in any order have a rule of their own. Elements that come of one with more
   * than one acceptable pattern may be anything.
   *
   * @param to the result's type, of the source's component type; for quads half as many rows and
   *     columns
   * @param direction which elements are combined: those of a row, a column, a 2 × 2 quad, or all
   * @param fold how two elements are combined
   * @param m the source
   * @throws IllegalArgumentException for an {@code XOR} or {@code AND} of floats
   */
  public static Values of(MatrixType to, Direction direction, Fold fold, Values m) {
    MatrixType from = m.type();
    Map<Integer, IntStream.Builder> groups = new LinkedHashMap<>();
    for (int e = 0; e < from.size(); e++) {
      int number = met(direction, from, e / from.columns(), e % from.columns());
      groups.computeIfAbsent(number, _ -> IntStream.builder()).add(e);
    }
    Map<Integer, Acceptance> folded = new LinkedHashMap<>();
    groups.forEach(
        (number, group) -> folded.put(number, combined(fold, m, group.build().toArray())));
    boolean rounds = folded.values().stream().anyMatch(one -> !isExact(one));
    Rule exact =
        switch (fold) {
          case MAX, MIN -> EXTREME;
          case SUM -> EXACT;
          case XOR -> ONCE;
          case PRODUCT, AND -> NO_LEAK;
        };
    Acceptance[] elements = new Acceptance[to.size()];
    Rule[] own = new Rule[elements.length];
    for (int e = 0; e < elements.length; e++) {
      elements[e] = folded.get(meeting(direction, to, e / to.columns(), e % to.columns()));
      own[e] = isExact(elements[e]) ? exact : null;
    }
    if (fold != Fold.SUM && fold != Fold.PRODUCT || !rounds) {
      return Values.each(to, exact, e -> elements[e]);
    }
    Values values = Values.each(to, ROUNDED, e -> elements[e]);
    return new Values(to, values.bits(), values.open(), ROUNDED, own);
  }

  private static boolean isExact(Acceptance acceptance) {
    return acceptance instanceof Acceptance.OneOf;
  }

  private static Acceptance combined(Fold fold, Values m, int[] elements) {
    if (ExactnessBound.isFixed(m) && (fold == Fold.SUM || fold == Fold.PRODUCT)) {
      // What a mode rounds may go on unrounded.
      return new Acceptance.Anything();
    }
    long[] bits = new long[elements.length];
    for (int i = 0; i < bits.length; i++) {
      long[] candidates = m.candidates(elements[i]);
      if (candidates == null || candidates.length > 1) {
        return new Acceptance.Anything();
      }
      bits[i] = candidates[0];
    }
    return switch (m.format()) {
      case IntegerFormat format -> new Acceptance.OneOf(integer(fold, format, bits));
      case FloatFormat format -> real(fold, format, bits);
    };
  }

  private static long integer(Fold fold, IntegerFormat format, long[] bits) {
    long folded = format.value(bits[0]);
    for (int i = 1; i < bits.length; i++) {
      long value = format.value(bits[i]);
      boolean more = format.isSigned() ? value > folded : Long.compareUnsigned(value, folded) > 0;
      folded =
          switch (fold) {
            case MAX -> more ? value : folded;
            case MIN -> more ? folded : value;
            case SUM -> folded + value;
            case PRODUCT -> folded * value;
            case XOR -> folded ^ value;
            case AND -> folded & value;
          };
    }
    return format.wrap(folded);
  }

  private static Acceptance real(Fold fold, FloatFormat format, long[] bits) {
    if (!Arrays.stream(bits).allMatch(format::isFinite)) {
      return new Acceptance.Anything();
    }
    return switch (fold) {
      case MAX -> extreme(format, bits, 1);
      case MIN -> extreme(format, bits, -1);
      case SUM -> FloatSums.sum(format, values(format, bits));
      case PRODUCT -> FloatSums.product(format, values(format, bits));
      case XOR, AND -> throw new IllegalArgumentException("floats have no " + fold);
    };
  }

  private static double[] values(NumberFormat format, long[] bits) {
    return Arrays.stream(bits).mapToDouble(format::toDouble).toArray();
  }

  /**
   * The greatest, or with the sign −1 the least, where subnormal elements may count as zero: every
   * value that no element must surpass.
   */
  private static Acceptance extreme(FloatFormat format, long[] bits, int sign) {
    double reached = Double.NEGATIVE_INFINITY;
    for (long pattern : bits) {
      double least = Double.POSITIVE_INFINITY;
      for (double value : Candidates.operand(format, pattern, true)) {
        least = Math.min(least, sign * value);
      }
      reached = Math.max(reached, least);
    }
    Candidates results = new Candidates();
    for (long pattern : bits) {
      for (double value : Candidates.operand(format, pattern, true)) {
        if (sign * value >= reached) {
          results.addExact(format, value);
        }
      }
    }
    return new Acceptance.OneOf(results.toArray());
  }
}
