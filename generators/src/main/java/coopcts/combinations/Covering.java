// SPDX-License-Identifier: Apache-2.0
package coopcts.combinations;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.IntStream;

/**
 * Chooses few rows out of the product of some axes: rows with every value, or with every pair of
 * values of two axes. A row holds an index for each axis, from 0. Which rows are taken depends on
 * the names (the {@code toString}) of their values alone, as in {@link Draw}: a value that comes to
 * the leading axes brings its own rows, and those of the others stay.
 */
public final class Covering {

  /** A row that may be taken, and what decides between rows that serve as well. */
  private record Candidate(int[] row, long hash) {

    boolean holds(int axis, int value) {
      return row[axis] == value;
    }
  }

  private final int[] sizes;
  private final List<Candidate> candidates;

  private Covering(List<? extends List<?>> axes, Predicate<int[]> allowed) {
    this.sizes = axes.stream().mapToInt(List::size).toArray();
    this.candidates =
        product(axes, allowed).stream()
            .map(row -> new Candidate(row, Draw.hash(names(axes, row))))
            .toList();
  }

  private static Object[] names(List<? extends List<?>> axes, int[] row) {
    return IntStream.range(0, row.length).mapToObj(axis -> axes.get(axis).get(row[axis])).toArray();
  }

  /**
   * Lists all combinations that are allowed, in order, the index of the last axis counting fastest.
   *
   * @param axes the values of each axis
   * @param allowed which rows may be taken; a row has an index, from 0, into each axis and is
   *     neither kept nor changed
   * @return all rows that are allowed, in a list of the caller's; none if an axis has no values
   */
  public static List<int[]> product(List<? extends List<?>> axes, Predicate<int[]> allowed) {
    List<int[]> rows = new ArrayList<>();
    if (axes.stream().anyMatch(List::isEmpty)) {
      return rows;
    }
    int[] row = new int[axes.size()];
    int axis;
    do {
      if (allowed.test(row)) {
        rows.add(row.clone());
      }
      axis = row.length - 1;
      while (axis >= 0 && ++row[axis] == axes.get(axis).size()) {
        row[axis--] = 0;
      }
    } while (axis >= 0);
    return rows;
  }

  /**
   * Chooses rows that hold every value of every axis that some allowed row holds: one for each
   * value of the longest axis, and more where a value fits into none of these.
   *
   * @param axes the values of each axis; at least one axis
   * @param allowed which rows may be taken; a row has an index, from 0, into each axis and is
   *     neither kept nor changed
   * @return rows that together have every value that an allowed row has; empty if none is allowed
   */
  public static List<int[]> each(List<? extends List<?>> axes, Predicate<int[]> allowed) {
    return new Covering(axes, allowed).ledByLongest();
  }

  /**
   * Chooses rows that hold every pair of values of the first two axes and every value of the
   * others, as far as allowed rows hold them: one for each of these pairs, and more where a value
   * fits into none of these.
   *
   * @param axes the values of each axis; at least two axes
   * @param allowed which rows may be taken; a row has an index, from 0, into each axis and is
   *     neither kept nor changed
   * @return rows with an index, from 0, into each axis; empty if none is allowed
   */
  public static List<int[]> leading(List<? extends List<?>> axes, Predicate<int[]> allowed) {
    return new Covering(axes, allowed).led(0, 1);
  }

  /**
   * Chooses rows that hold every pair of values of any two axes that some allowed row holds.
   *
   * @param axes the values of each axis; with one or two axes all allowed rows are taken
   * @param allowed which rows may be taken; a row has an index, from 0, into each axis and is
   *     neither kept nor changed
   * @return rows that together have every pair of values that an allowed row has; empty if none is
   *     allowed
   */
  public static List<int[]> pairs(List<? extends List<?>> axes, Predicate<int[]> allowed) {
    return axes.size() < 3 ? product(axes, allowed) : new Covering(axes, allowed).paired();
  }

  /** The axes by their lengths, the longest first. */
  private int[] longest() {
    return IntStream.range(0, sizes.length)
        .boxed()
        .sorted((a, b) -> Integer.compare(sizes[b], sizes[a]))
        .mapToInt(Integer::intValue)
        .toArray();
  }

  private List<int[]> ledByLongest() {
    return led(longest()[0]);
  }

  private List<int[]> led(int... leaders) {
    List<Candidate> rows = drawn(leaders);
    meet(rows, leaders);
    for (int axis = 0; axis < sizes.length; axis++) {
      for (int value : unmet(rows, axis)) {
        best(axis, value).ifPresent(rows::add);
      }
    }
    return rows.stream().map(Candidate::row).toList();
  }

  private List<int[]> paired() {
    int[] longest = longest();
    int first = longest[0];
    int second = longest[1];
    Map<Integer, List<Candidate>> parts = new LinkedHashMap<>();
    drawn(first, second)
        .forEach(one -> parts.computeIfAbsent(one.row[first], _ -> new ArrayList<>()).add(one));
    for (List<Candidate> part : parts.values()) {
      meet(part, first, second);
    }
    exchange(parts.values(), second);
    List<Candidate> rows = new ArrayList<>();
    parts.values().forEach(rows::addAll);
    complete(rows);
    return rows.stream().map(Candidate::row).toList();
  }

  /** The number of a row's values of some axes among all combinations of theirs. */
  private int number(int[] row, int... some) {
    int number = 0;
    for (int axis : some) {
      number = number * sizes[axis] + row[axis];
    }
    return number;
  }

  /** For each combination of the leading axes' values the row that it draws. */
  private List<Candidate> drawn(int... leaders) {
    Map<Integer, Candidate> drawn = new LinkedHashMap<>();
    for (Candidate one : candidates) {
      drawn.merge(number(one.row, leaders), one, Covering::higher);
    }
    return new ArrayList<>(drawn.values());
  }

  private static Candidate higher(Candidate a, Candidate b) {
    return b.hash > a.hash ? b : a;
  }

  /**
   * Puts values that no row holds into rows that lose nothing by it: all that they held is held by
   * others too.
   */
  private void meet(List<Candidate> rows, int... leaders) {
    for (int axis = 0; axis < sizes.length; axis++) {
      for (int value : unmet(rows, axis)) {
        Candidate best = null;
        int instead = -1;
        for (Candidate one : candidates) {
          if (one.holds(axis, value) && (best == null || one.hash > best.hash)) {
            int of = samePlace(rows, one, leaders);
            if (of >= 0 && losesNothing(rows, of, one)) {
              best = one;
              instead = of;
            }
          }
        }
        if (best != null) {
          rows.set(instead, best);
        }
      }
    }
  }

  /** Which of the rows has a candidate's values of the leading axes, or −1. */
  private int samePlace(List<Candidate> rows, Candidate other, int... leaders) {
    int place = number(other.row, leaders);
    for (int n = 0; n < rows.size(); n++) {
      if (number(rows.get(n).row, leaders) == place) {
        return n;
      }
    }
    return -1;
  }

  /** Whether some row would still hold each value if another took a row's place. */
  private static boolean losesNothing(List<Candidate> rows, int of, Candidate other) {
    int[] old = rows.get(of).row;
    for (int axis = 0; axis < old.length; axis++) {
      if (old[axis] != other.row[axis] && isAlone(rows, axis, old[axis])) {
        return false;
      }
    }
    return true;
  }

  private static boolean isAlone(List<Candidate> rows, int axis, int value) {
    int holders = 0;
    for (Candidate row : rows) {
      holders += row.holds(axis, value) ? 1 : 0;
    }
    return holders == 1;
  }

  /** Values of an axis that some candidate holds and no row. */
  private int[] unmet(List<Candidate> rows, int axis) {
    boolean[] met = new boolean[sizes[axis]];
    rows.forEach(row -> met[row.row[axis]] = true);
    return candidates.stream()
        .mapToInt(one -> one.row[axis])
        .filter(value -> !met[value])
        .distinct()
        .toArray();
  }

  private Optional<Candidate> best(int axis, int value) {
    return candidates.stream().filter(one -> one.holds(axis, value)).reduce(Covering::higher);
  }

  /** The pairs of values of two axes, a number for each. */
  private final class Pairs {
    private final int[][] first = new int[sizes.length][sizes.length];
    private final int all;

    Pairs() {
      int count = 0;
      for (int i = 0; i < sizes.length; i++) {
        for (int j = i + 1; j < sizes.length; j++) {
          first[i][j] = count;
          count += sizes[i] * sizes[j];
        }
      }
      all = count;
    }

    int of(int axis, int value, int other, int otherValue) {
      return axis < other
          ? first[axis][other] + value * sizes[other] + otherValue
          : first[other][axis] + otherValue * sizes[axis] + value;
    }

    /** Those that a row holds. */
    int[] of(int[] row) {
      int[] pairs = new int[row.length * (row.length - 1) / 2];
      int n = 0;
      for (int i = 0; i < row.length; i++) {
        for (int j = i + 1; j < row.length; j++) {
          pairs[n++] = of(i, row[i], j, row[j]);
        }
      }
      return pairs;
    }
  }

  /** Two rows of a part that exchange their values of an axis. */
  private record Exchange(
      List<Candidate> part, int first, int second, Candidate one, Candidate other) {

    /** How many pairs come by it; 0 where one goes. */
    int gain(int axis, Pairs pairs, int[] held) {
      int[] a = part.get(first).row;
      int[] b = part.get(second).row;
      int gain = 0;
      for (int i = 0; i < a.length; i++) {
        if (i == axis || a[i] == b[i]) {
          continue;
        }
        if (held[pairs.of(i, a[i], axis, a[axis])] == 1
            || held[pairs.of(i, b[i], axis, b[axis])] == 1) {
          return 0;
        }
        gain += held[pairs.of(i, a[i], axis, b[axis])] == 0 ? 1 : 0;
        gain += held[pairs.of(i, b[i], axis, a[axis])] == 0 ? 1 : 0;
      }
      return gain;
    }

    long hash() {
      return one.hash ^ other.hash;
    }
  }

  /** Exchanges values of an axis within the parts as long as pairs come by it and none goes. */
  private void exchange(Collection<List<Candidate>> parts, int axis) {
    int[] every = IntStream.range(0, sizes.length).toArray();
    Map<Integer, Candidate> known = new HashMap<>();
    candidates.forEach(one -> known.put(number(one.row, every), one));
    Pairs pairs = new Pairs();
    while (true) {
      int[] held = new int[pairs.all];
      for (List<Candidate> part : parts) {
        for (Candidate one : part) {
          for (int pair : pairs.of(one.row)) {
            held[pair]++;
          }
        }
      }
      Exchange best = null;
      int most = 0;
      for (Exchange one : exchanges(parts, axis, known, every)) {
        int gain = one.gain(axis, pairs, held);
        if (gain > most || gain > 0 && gain == most && one.hash() > best.hash()) {
          most = gain;
          best = one;
        }
      }
      if (best == null) {
        return;
      }
      best.part.set(best.first, best.one);
      best.part.set(best.second, best.other);
    }
  }

  private List<Exchange> exchanges(
      Collection<List<Candidate>> parts, int axis, Map<Integer, Candidate> known, int... every) {
    List<Exchange> exchanges = new ArrayList<>();
    for (List<Candidate> part : parts) {
      for (int i = 0; i < part.size(); i++) {
        for (int j = i + 1; j < part.size(); j++) {
          int[] one = part.get(i).row;
          int[] other = part.get(j).row;
          if (one[axis] != other[axis]) {
            Candidate first = known.get(number(with(one, axis, other), every));
            Candidate second = known.get(number(with(other, axis, one), every));
            if (first != null && second != null) {
              exchanges.add(new Exchange(part, i, j, first, second));
            }
          }
        }
      }
    }
    return exchanges;
  }

  /** A row's values, on one axis those of another. */
  private static int[] with(int[] row, int axis, int[] other) {
    int[] changed = row.clone();
    changed[axis] = other[axis];
    return changed;
  }

  /** Adds rows until every pair is held, each time the one that adds the most. */
  private void complete(List<Candidate> rows) {
    Pairs pairs = new Pairs();
    int[][] held = new int[candidates.size()][];
    boolean[] open = new boolean[pairs.all];
    for (int n = 0; n < held.length; n++) {
      held[n] = pairs.of(candidates.get(n).row);
      for (int pair : held[n]) {
        open[pair] = true;
      }
    }
    for (Candidate row : rows) {
      for (int pair : pairs.of(row.row)) {
        open[pair] = false;
      }
    }
    while (true) {
      int best = -1;
      int most = 0;
      for (int n = 0; n < held.length; n++) {
        int gain = 0;
        for (int pair : held[n]) {
          gain += open[pair] ? 1 : 0;
        }
        if (gain > most
            || gain > 0 && gain == most && candidates.get(n).hash > candidates.get(best).hash) {
          most = gain;
          best = n;
        }
      }
      if (best < 0) {
        return;
      }
      rows.add(candidates.get(best));
      for (int pair : held[best]) {
        open[pair] = false;
      }
    }
  }
}
