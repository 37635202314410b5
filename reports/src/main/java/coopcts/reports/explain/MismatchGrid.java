// SPDX-License-Identifier: Apache-2.0
package coopcts.reports.explain;

import coopcts.numbers.FloatFormat;
import coopcts.numbers.LittleEndian;
import coopcts.numbers.NumberFormat;
import coopcts.numbers.Rounding;
import coopcts.oracle.Acceptance;
import coopcts.oracle.MismatchEvidence;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** A grid of elements, each put into its state. */
public final class MismatchGrid {

  /** Units in the last place that still count as near. */
  private static final int NEAR = 16;

  /** How likely a coincidence may be for a source to be shown. */
  private static final double COINCIDENCE = 1 / 16.0;

  private final MismatchEvidence.Grid grid;
  private final byte[] before;
  private final ElementState[] states;
  private final int[] sources;
  private final boolean[] alone;
  private final double chance;
  private int wrong;

  /**
   * @param before the buffer's bytes before the run, or null where they are not known
   */
  MismatchGrid(MismatchEvidence.Grid grid, byte[] before) {
    this.grid = grid;
    this.before = before;
    this.states = new ElementState[grid.offsets().length];
    this.sources = new int[grid.offsets().length];
    this.alone = new boolean[grid.offsets().length];
    Map<Long, List<Integer>> holders = holders();
    this.chance = chance(holders);
    for (int i = 0; i < states.length; i++) {
      sources[i] = -1;
      states[i] = state(i, holders);
      wrong += states[i].isWrong() ? 1 : 0;
    }
  }

  /** All grids with wrong elements. */
  static List<MismatchGrid> all(MismatchEvidence evidence, List<byte[]> before) {
    List<MismatchGrid> looks = new ArrayList<>();
    for (MismatchEvidence.Grid grid : evidence.wrongGrids()) {
      looks.add(
          new MismatchGrid(grid, grid.buffer() < before.size() ? before.get(grid.buffer()) : null));
    }
    return looks;
  }

  /** Which elements should hold a pattern. */
  private Map<Long, List<Integer>> holders() {
    Map<Long, List<Integer>> holders = new HashMap<>();
    for (int i = 0; i < states.length; i++) {
      if (grid.has(i)) {
        holders.computeIfAbsent(grid.expected()[i], _ -> new ArrayList<>()).add(i);
      }
    }
    return holders;
  }

  /**
   * How likely another number is one of those that elements should hold: two elements should hold
   * the same, or whole numbers lie close.
   */
  private double chance(Map<Long, List<Integer>> holders) {
    double all = 0;
    double alike = 0;
    double least = Double.POSITIVE_INFINITY;
    double most = Double.NEGATIVE_INFINITY;
    for (Map.Entry<Long, List<Integer>> holder : holders.entrySet()) {
      double count = holder.getValue().size();
      all += count;
      alike += count * (count - 1);
      double value = grid.format().toDouble(holder.getKey());
      least = Math.min(least, value);
      most = Math.max(most, value);
    }
    if (all < 2) {
      return 1;
    }
    double dense = grid.format() instanceof FloatFormat ? 0 : holders.size() / (most - least + 1);
    return Math.max(dense, Math.max(1, alike / (all - 1)) / all);
  }

  private ElementState state(int i, Map<Long, List<Integer>> holders) {
    if (!grid.has(i) || grid.accepted()[i] instanceof Acceptance.Anything) {
      return ElementState.NONE;
    }
    if (!grid.isWrong(i)) {
      return ElementState.RIGHT;
    }
    long got = grid.actual()[i];
    if (grid.format() instanceof FloatFormat real && real.isNan(got)) {
      return ElementState.NAN;
    }
    if (before != null && before(i) == got && !isZero(got)) {
      return ElementState.UNTOUCHED;
    }
    if (isZero(got)) {
      return ElementState.ZERO;
    }
    List<Integer> from = holders.get(got);
    if (from != null && from.size() * 8 <= states.length) {
      sources[i] = nearest(from, i);
      alone[i] = from.size() == 1;
      return ElementState.MOVED;
    }
    return distance(i);
  }

  /** How far off a wrong value is, wherever it may be from. */
  ElementState distance(int i) {
    return units(i) <= NEAR ? ElementState.NEAR : ElementState.FAR;
  }

  private boolean isZero(long pattern) {
    return grid.format() instanceof FloatFormat real ? real.isZero(pattern) : pattern == 0;
  }

  private int nearest(List<Integer> from, int i) {
    int best = from.getFirst();
    for (int candidate : from) {
      if (distance(candidate, i) < distance(best, i)) {
        best = candidate;
      }
    }
    return best;
  }

  private int distance(int a, int b) {
    int columns = grid.columns();
    return Math.abs(a / columns - b / columns) + Math.abs(a % columns - b % columns);
  }

  MismatchEvidence.Grid grid() {
    return grid;
  }

  int rows() {
    return grid.rows();
  }

  int columns() {
    return grid.columns();
  }

  ElementState at(int i) {
    return states[i];
  }

  int size() {
    return states.length;
  }

  /** The element whose value stands in a moved one, or -1. */
  int source(int i) {
    return sources[i];
  }

  /** Whether a moved value is that of one element alone, and hardly so by chance. */
  boolean isFrom(int i) {
    return states[i] == ElementState.MOVED && alone[i] && chance <= COINCIDENCE;
  }

  /** How likely a wrong value is that of another element by chance, from 0 to 1. */
  double chance() {
    return chance;
  }

  /** How many elements are wrong. */
  int wrong() {
    return wrong;
  }

  int count(ElementState state) {
    int count = 0;
    for (ElementState one : states) {
      count += one == state ? 1 : 0;
    }
    return count;
  }

  /** The pattern before the run. */
  long before(int i) {
    return LittleEndian.get(before, grid.offsets()[i], grid.format().bits() / 8);
  }

  /** Steps from a pattern to the nearest acceptable one, in the order of the format's numbers. */
  double units(int i) {
    NumberFormat format = grid.format();
    long got = grid.actual()[i];
    return switch (grid.accepted()[i]) {
      case Acceptance.OneOf(long[] patterns) -> {
        double least = Double.POSITIVE_INFINITY;
        for (long pattern : patterns) {
          least = Math.min(least, steps(format, got, pattern));
        }
        yield least;
      }
      case Acceptance.Within(double low, double high) -> {
        double value = format.toDouble(got);
        double bound = value < low ? low : high;
        yield format instanceof FloatFormat real
            ? steps(
                format, got, real.encode(bound, value < low ? Rounding.UPWARD : Rounding.DOWNWARD))
            : Math.abs(value - bound);
      }
      case Acceptance.NotANumber _ -> Double.POSITIVE_INFINITY;
      case Acceptance.Anything _ -> 0;
    };
  }

  private static double steps(NumberFormat format, long a, long b) {
    return format instanceof FloatFormat real
        ? Math.abs((double) ordered(real, a) - ordered(real, b))
        : Math.abs(format.toDouble(a) - format.toDouble(b));
  }

  /** Whole numbers in the order of the format's numbers, zero in the middle. */
  static long ordered(FloatFormat format, long pattern) {
    return format.isNegative(pattern) ? -format.magnitude(pattern) : format.magnitude(pattern);
  }
}
