// SPDX-License-Identifier: Apache-2.0
package coopcts.reports.explain;

import coopcts.reports.explain.TraitCondition.AtLeast;
import coopcts.reports.explain.TraitCondition.AtMost;
import coopcts.reports.explain.TraitCondition.Does;
import coopcts.reports.explain.TraitCondition.Equal;
import coopcts.reports.explain.TraitCondition.Has;
import coopcts.reports.explain.TraitCondition.Multiple;
import coopcts.reports.explain.TraitCondition.OneOf;
import coopcts.reports.explain.TraitCondition.Square;
import coopcts.reports.explain.TraitCondition.Word;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.IntStream;

/**
 * The smallest rule over the {@link Traits} of cases that holds for each failing one and for no
 * passing one of the same families. First failing cases are added, then {@link #shared} is what all
 * of them have, then passing ones say what of that they have too; no case is kept.
 *
 * <p>Random and found programs are in no rule: their names do not say what they do.
 */
final class Separation {

  /** Values at a place of the names that are listed at most. */
  private static final int LISTED = 6;

  /** Conditions that are looked at, a bit of a long each. */
  private static final int MOST_CONDITIONS = Long.SIZE - 1;

  /** Conditions of a rule at most. */
  static final int MOST_TOGETHER = 3;

  /** Failing cases that a rule of so many conditions has to have: fewer prove nothing. */
  static final int[] FAILING = {0, 2, 3, 6};

  /** Passing cases of the same families that it has to have. */
  static final int[] PASSING = {0, 3, 6, 12};

  private static final class Range {
    private long least = Long.MAX_VALUE;
    private long most = Long.MIN_VALUE;
    private int count;
    private int odd;
    private long common;

    private void add(long value) {
      least = Math.min(least, value);
      most = Math.max(most, value);
      count++;
      odd += value % 2 == 0 ? 0 : 1;
      common |= value;
    }

    private void add(Range other) {
      least = Math.min(least, other.least);
      most = Math.max(most, other.most);
      count += other.count;
      odd += other.odd;
      common |= other.common;
    }
  }

  private final Set<String> places = new LinkedHashSet<>();
  private final Map<String, Range> numbers = new TreeMap<>();
  private final Map<String, Set<String>> pieces = new TreeMap<>();
  private Set<String> words;
  private Set<String> facts;
  private Set<String> data;

  /** The kind of instruction that a fact is about. */
  private final Map<String, String> kinds = new HashMap<>();

  private int square;
  private int oblong;
  private int failing;
  private int passing;
  private final List<TraitCondition> conditions = new ArrayList<>();

  /** How many passing cases of other families each of the conditions is true of. */
  private int[] elsewhere = {};

  /** What passing cases have of the conditions, as bits. */
  private final Set<Long> had = new HashSet<>();

  void add(Traits of) {
    if (!of.isSystematic()) {
      return;
    }
    places.add(of.place());
    failing++;
    of.numbers()
        .forEach((name, value) -> numbers.computeIfAbsent(name, _ -> new Range()).add(value));
    Map<String, Set<String>> values = new TreeMap<>();
    of.values().forEach((parameter, value) -> values.put(parameter, Set.of(value)));
    share(of.words(), of.facts(), of.data(), values);
    of.instructions().forEach(one -> one.facts().forEach(fact -> kinds.put(fact, one.kind())));
    if (of.has("rows")) {
      boolean isSquare = of.numbers().get("rows").equals(of.numbers().get("columns"));
      square += isSquare ? 1 : 0;
      oblong += isSquare ? 0 : 1;
    }
  }

  /** Adds those of another bucket of the same cause. */
  void add(Separation other) {
    if (other.words == null) {
      return;
    }
    places.addAll(other.places);
    failing += other.failing;
    square += other.square;
    oblong += other.oblong;
    other.numbers.forEach(
        (name, range) -> numbers.computeIfAbsent(name, _ -> new Range()).add(range));
    share(other.words, other.facts, other.data, other.pieces);
  }

  /** Keeps what others have too, and of each place in the names the values of all. */
  private void share(
      Set<String> otherWords,
      Set<String> otherFacts,
      Set<String> otherData,
      Map<String, Set<String>> otherPieces) {
    if (words == null) {
      words = new LinkedHashSet<>(otherWords);
      facts = new LinkedHashSet<>(otherFacts);
      data = new LinkedHashSet<>(otherData);
      otherPieces.forEach((piece, values) -> pieces.put(piece, new TreeSet<>(values)));
    } else {
      words.retainAll(otherWords);
      facts.retainAll(otherFacts);
      data.retainAll(otherData);
      pieces.keySet().retainAll(otherPieces.keySet());
      pieces.forEach((piece, values) -> values.addAll(otherPieces.get(piece)));
      pieces.values().removeIf(values -> values.size() > LISTED);
    }
  }

  /** What all failing cases have: numbers, then what they do, then words, then their data. */
  List<TraitCondition> shared() {
    List<TraitCondition> conditions = new ArrayList<>();
    if (words == null) {
      return conditions;
    }
    List<TraitCondition> exact = new ArrayList<>();
    numbers.forEach(
        (name, range) -> {
          if (range.count == failing) {
            conditions.add(new AtLeast(name, range.least));
            conditions.add(new AtMost(name, range.most));
            if (range.least == range.most) {
              exact.add(new Equal(name, range.least));
            }
            if (range.odd == failing) {
              exact.add(new Multiple(name, 2, false));
            } else if (Long.lowestOneBit(range.common) > 1) {
              exact.add(new Multiple(name, Long.lowestOneBit(range.common), true));
            }
          }
        });
    if (square == failing || oblong == failing) {
      conditions.add(new Square(square == failing));
    }
    conditions.addAll(exact);
    facts.forEach(fact -> conditions.add(new Does(fact, kinds.getOrDefault(fact, ""))));
    for (boolean isOne : new boolean[] {true, false}) {
      pieces.forEach(
          (parameter, values) -> {
            boolean isPiece = Traits.isPiece(parameter);
            if (isOne
                ? !isPiece && values.size() == 1
                : values.size() > 1 && failing > values.size()) {
              Set<String> any = Set.copyOf(values);
              conditions.add(
                  isPiece ? new Has(Traits.parameter(parameter), any) : new OneOf(parameter, any));
            }
          });
      if (isOne) {
        words.forEach(word -> conditions.add(new Word(word)));
      }
    }
    data.forEach(fact -> conditions.add(new Does(fact, kinds.getOrDefault(fact, ""))));
    return conditions;
  }

  /** Takes what all failing cases have, if they are enough. */
  void propose() {
    if (failing >= FAILING[1]) {
      conditions.addAll(shared().stream().limit(MOST_CONDITIONS).toList());
      elsewhere = new int[conditions.size()];
    }
  }

  /** What a passing case of one of the {@link #places} has of it. */
  void passes(Traits of) {
    passing++;
    long bits = 0;
    for (int at = 0; at < conditions.size(); at++) {
      bits |= conditions.get(at).isTrueOf(of) ? 1L << at : 0;
    }
    had.add(bits);
  }

  /** A passing case of another family: what it has too says less. */
  void passesElsewhere(Traits of) {
    for (int at = 0; at < elsewhere.length; at++) {
      elsewhere[at] += conditions.get(at).isTrueOf(of) ? 1 : 0;
    }
  }

  /** The smallest rule, or null where none separates. */
  SeparatingRule rule() {
    if (conditions.isEmpty() || passing == 0) {
      return null;
    }
    long[] passed = had.stream().mapToLong(Long::longValue).toArray();
    for (int together = 1; together <= MOST_TOGETHER; together++) {
      if (failing >= FAILING[together] && passing >= PASSING[together]) {
        List<Integer> chosen = together == 1 ? alone(passed) : choose(together, 0, passed);
        if (chosen != null) {
          return new SeparatingRule(
              chosen.stream().map(conditions::get).toList(), failing, 0, passing);
        }
      }
    }
    return null;
  }

  /**
   * Of the conditions that strike out all that passes the one that fewest cases of other families
   * have; lists come last.
   */
  private List<Integer> alone(long[] passed) {
    return IntStream.range(0, conditions.size())
        .filter(at -> remaining(1L << at, passed).length == 0)
        .boxed()
        .min(
            Comparator.<Integer, Boolean>comparing(at -> isList(conditions.get(at)))
                .thenComparing(at -> elsewhere[at]))
        .map(List::of)
        .orElse(null);
  }

  private static boolean isList(TraitCondition condition) {
    return condition instanceof OneOf list && list.values().size() > 1;
  }

  /** The first conditions from one on that together strike out all that passes. */
  private List<Integer> choose(int left, int from, long[] passed) {
    for (int at = from; at < conditions.size(); at++) {
      long[] remaining = remaining(1L << at, passed);
      if (remaining.length == 0) {
        return new ArrayList<>(List.of(at));
      }
      if (left > 1 && remaining.length < passed.length) {
        List<Integer> further = choose(left - 1, at + 1, remaining);
        if (further != null) {
          further.addFirst(at);
          return further;
        }
      }
    }
    return null;
  }

  private static long[] remaining(long bit, long[] passed) {
    int count = 0;
    for (long bits : passed) {
      count += (bits & bit) != 0 ? 1 : 0;
    }
    long[] remaining = new long[count];
    int at = 0;
    for (long bits : passed) {
      if ((bits & bit) != 0) {
        remaining[at++] = bits;
      }
    }
    return remaining;
  }

  /** Those of several buckets, by the families of their failures. */
  static Map<String, List<Separation>> byPlace(List<Separation> all) {
    Map<String, List<Separation>> byPlace = new LinkedHashMap<>();
    for (Separation one : all) {
      one.propose();
      if (!one.conditions.isEmpty()) {
        one.places.forEach(
            place -> byPlace.computeIfAbsent(place, _ -> new ArrayList<>()).add(one));
      }
    }
    return byPlace;
  }
}
