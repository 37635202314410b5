// SPDX-License-Identifier: Apache-2.0
package coopcts.combinations;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

/**
 * Few rows out of the product of some axes: every value, or every pair of values of two axes. A row
 * holds one index for each axis. Which rows are taken hangs on the names of their values alone, as
 * {@link Draw} does: a value that comes to the leading axes brings its own rows, and those of the
 * others stay.
 */
public final class Covering {

  /** A row that may be taken, and what decides between rows that serve as well. */
  private record Candidate(int[] row, long hash) {

    boolean holds(int axis, int value) {
      return row[axis] == value;
    }

    List<Integer> values() {
      return Arrays.stream(row).boxed().toList();
    }

    /** Its values, on one axis those of another. */
    List<Integer> with(int axis, Candidate other) {
      int[] changed = row.clone();
      changed[axis] = other.row[axis];
      return Arrays.stream(changed).boxed().toList();
    }
  }

  private final int axes;
  private final List<Candidate> candidates;

  private Covering(List<? extends List<?>> axes, Predicate<int[]> allowed) {
    this.axes = axes.size();
    this.candidates =
        product(axes, allowed).stream()
            .map(row -> new Candidate(row, Draw.hash(names(axes, row))))
            .toList();
  }

  private static Object[] names(List<? extends List<?>> axes, int[] row) {
    return IntStream.range(0, row.length).mapToObj(axis -> axes.get(axis).get(row[axis])).toArray();
  }

  /** All combinations that are allowed, the last axis fastest. */
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
   * Rows that hold every value of every axis that some allowed row holds: one for each value of the
   * longest axis, and hardly more.
   */
  public static List<int[]> each(List<? extends List<?>> axes, Predicate<int[]> allowed) {
    return new Covering(axes, allowed).led(longest(axes)[0]);
  }

  /**
   * Rows that hold every pair of values of the first two axes, and every value of the others: one
   * for each of these pairs, and hardly more.
   */
  public static List<int[]> leading(List<? extends List<?>> axes, Predicate<int[]> allowed) {
    return new Covering(axes, allowed).led(0, 1);
  }

  /** Rows that hold every pair of values of any two axes that some allowed row holds. */
  public static List<int[]> pairs(List<? extends List<?>> axes, Predicate<int[]> allowed) {
    return axes.size() < 3 ? product(axes, allowed) : new Covering(axes, allowed).paired(axes);
  }

  /** The axes by their lengths, the longest first. */
  private static int[] longest(List<? extends List<?>> axes) {
    return IntStream.range(0, axes.size())
        .boxed()
        .sorted((a, b) -> Integer.compare(axes.get(b).size(), axes.get(a).size()))
        .mapToInt(Integer::intValue)
        .toArray();
  }

  private List<int[]> led(int... leaders) {
    List<Candidate> rows = drawn(leaders);
    meet(rows, leaders);
    for (int axis = 0; axis < axes; axis++) {
      for (int value : unmet(candidates, rows, axis)) {
        best(candidates, axis, value).ifPresent(rows::add);
      }
    }
    return rows.stream().map(Candidate::row).toList();
  }

  private List<int[]> paired(List<? extends List<?>> values) {
    int[] longest = longest(values);
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

  /** For each combination of the leading axes' values the row that it draws. */
  private List<Candidate> drawn(int... leaders) {
    Map<List<Integer>, Candidate> drawn = new LinkedHashMap<>();
    for (Candidate one : candidates) {
      List<Integer> key = Arrays.stream(leaders).mapToObj(axis -> one.row[axis]).toList();
      drawn.merge(key, one, Covering::higher);
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
    for (int axis = 0; axis < axes; axis++) {
      for (int value : unmet(candidates, rows, axis)) {
        Candidate best = null;
        int instead = -1;
        for (Candidate one : candidates) {
          if (one.holds(axis, value) && (best == null || one.hash > best.hash)) {
            int of = samePlace(rows, one, leaders);
            if (of >= 0 && loses(rows, of, one) == 0) {
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
  private static int samePlace(List<Candidate> rows, Candidate other, int... leaders) {
    return IntStream.range(0, rows.size())
        .filter(
            n -> Arrays.stream(leaders).allMatch(axis -> rows.get(n).holds(axis, other.row[axis])))
        .findFirst()
        .orElse(-1);
  }

  /** How many values no row would hold any more if another took a row's place. */
  private long loses(List<Candidate> rows, int of, Candidate other) {
    int[] old = rows.get(of).row;
    return IntStream.range(0, axes)
        .filter(axis -> old[axis] != other.row[axis])
        .filter(axis -> rows.stream().filter(row -> row.holds(axis, old[axis])).count() == 1)
        .count();
  }

  /** Values of an axis that some candidate holds and no row. */
  private static int[] unmet(List<Candidate> candidates, List<Candidate> rows, int axis) {
    return candidates.stream()
        .mapToInt(one -> one.row[axis])
        .distinct()
        .filter(value -> rows.stream().noneMatch(row -> row.holds(axis, value)))
        .toArray();
  }

  private static Optional<Candidate> best(List<Candidate> candidates, int axis, int value) {
    return candidates.stream().filter(one -> one.holds(axis, value)).reduce(Covering::higher);
  }

  /** Two rows of a part that exchange their values of an axis. */
  private record Exchange(
      List<Candidate> part, int first, int second, Candidate one, Candidate other) {

    /** How many pairs come by it; 0 where one goes. */
    int gain(Map<Long, Integer> held) {
      Map<Long, Integer> change = new HashMap<>();
      pairsOf(part.get(first).row).forEach(pair -> change.merge(pair, -1, Integer::sum));
      pairsOf(part.get(second).row).forEach(pair -> change.merge(pair, -1, Integer::sum));
      pairsOf(one.row).forEach(pair -> change.merge(pair, 1, Integer::sum));
      pairsOf(other.row).forEach(pair -> change.merge(pair, 1, Integer::sum));
      int gain = 0;
      for (Map.Entry<Long, Integer> pair : change.entrySet()) {
        int before = held.getOrDefault(pair.getKey(), 0);
        int after = before + pair.getValue();
        if (before > 0 && after == 0) {
          return 0;
        }
        gain += before == 0 && after > 0 ? 1 : 0;
      }
      return gain;
    }

    long hash() {
      return one.hash ^ other.hash;
    }
  }

  /** Exchanges values of an axis within the parts as long as pairs come by it and none goes. */
  private void exchange(Collection<List<Candidate>> parts, int axis) {
    Map<List<Integer>, Candidate> known = new HashMap<>();
    candidates.forEach(one -> known.put(one.values(), one));
    while (true) {
      Map<Long, Integer> held = new HashMap<>();
      parts.forEach(
          part ->
              part.forEach(
                  one -> pairsOf(one.row).forEach(pair -> held.merge(pair, 1, Integer::sum))));
      Exchange best = null;
      int most = 0;
      for (Exchange one : exchanges(parts, axis, known)) {
        int gain = one.gain(held);
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

  private static List<Exchange> exchanges(
      Collection<List<Candidate>> parts, int axis, Map<List<Integer>, Candidate> known) {
    List<Exchange> exchanges = new ArrayList<>();
    for (List<Candidate> part : parts) {
      for (int i = 0; i < part.size(); i++) {
        for (int j = i + 1; j < part.size(); j++) {
          Candidate first = known.get(part.get(i).with(axis, part.get(j)));
          Candidate second = known.get(part.get(j).with(axis, part.get(i)));
          if (first != null && second != null) {
            exchanges.add(new Exchange(part, i, j, first, second));
          }
        }
      }
    }
    return exchanges;
  }

  /** Adds rows until every pair is held, each time the one that adds the most. */
  private void complete(List<Candidate> rows) {
    Set<Long> open = new HashSet<>();
    candidates.forEach(one -> pairsOf(one.row).forEach(open::add));
    rows.forEach(one -> pairsOf(one.row).forEach(open::remove));
    while (!open.isEmpty()) {
      Candidate best = null;
      long most = 0;
      for (Candidate one : candidates) {
        long gain = pairsOf(one.row).filter(open::contains).count();
        if (gain > most || gain == most && best != null && one.hash > best.hash) {
          most = gain;
          best = one;
        }
      }
      rows.add(best);
      pairsOf(best.row).forEach(open::remove);
    }
  }

  /** Numbers for the pairs of values in a row. */
  private static LongStream pairsOf(int[] row) {
    return IntStream.range(0, row.length)
        .boxed()
        .flatMapToLong(
            i ->
                IntStream.range(i + 1, row.length)
                    .mapToLong(j -> ((i * 64L + j) << 40) | ((long) row[i] << 20) | row[j]));
  }
}
