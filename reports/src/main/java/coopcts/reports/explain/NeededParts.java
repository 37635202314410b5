// SPDX-License-Identifier: Apache-2.0
package coopcts.reports.explain;

import coopcts.reports.explain.Rules.Example;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * What a failing program cannot be without: the fewest of the things that it does which none does
 * that passes. Programs that are a step smaller and pass have been run, so each thing that is named
 * was taken away, and the failure went with it.
 */
public final class NeededParts {

  /** Things that are named at most. */
  private static final int MOST = 4;

  private NeededParts() {}

  /**
   * {@return a rule that holds for all failing programs and for nothing that passes; empty where no
   * few things are such}
   *
   * @param failing at least one; all are of one cause
   * @param passing such as a step of one of them leaves, and others
   * @param end when to stop searching, as {@link System#nanoTime} counts
   */
  public static Optional<SeparatingRule> of(
      Collection<Example> failing, Collection<Example> passing, long end) {
    Set<String> data = new HashSet<>();
    failing.forEach(one -> data.addAll(one.of().data()));
    List<TraitCondition> all = conditions(failing, data);
    List<TraitCondition> chosen = new ArrayList<>();
    List<Traits> left = new ArrayList<>(passing.stream().map(Example::of).distinct().toList());
    while (!left.isEmpty() && chosen.size() < MOST) {
      Optional<TraitCondition> next = best(all, chosen, left, failing, data, end);
      if (next.isEmpty()) {
        return Optional.empty();
      }
      chosen.add(next.get());
      SeparatingRule rule = new SeparatingRule(chosen, 0, 0, 0);
      left.removeIf(one -> !rule.holds(one));
    }
    if (chosen.isEmpty() || !left.isEmpty()) {
      return Optional.empty();
    }
    drop(chosen, passing);
    chosen.sort(Comparator.comparing(TraitCondition::words));
    return Optional.of(new SeparatingRule(List.copyOf(chosen), count(failing), 0, count(passing)));
  }

  private static int count(Collection<Example> of) {
    return (int) of.stream().map(Example::name).distinct().count();
  }

  /** What all failing ones do, and something that passes does not. */
  private static List<TraitCondition> conditions(Collection<Example> failing, Set<String> data) {
    Set<String> facts = null;
    Map<String, String> kinds = new HashMap<>();
    for (Example one : failing) {
      Set<String> own = new LinkedHashSet<>(one.of().facts());
      own.addAll(one.of().data());
      if (facts == null) {
        facts = own;
      }
      facts.retainAll(own);
      one.of()
          .instructions()
          .forEach(some -> some.facts().forEach(fact -> kinds.put(fact, some.kind())));
    }
    List<TraitCondition> conditions = new ArrayList<>();
    if (facts != null) {
      facts.forEach(
          fact -> conditions.add(new TraitCondition.Does(fact, kinds.getOrDefault(fact, ""))));
    }
    conditions.sort(
        Comparator.<TraitCondition>comparingDouble(one -> one.bits(data))
            .thenComparing(TraitCondition::words));
    return conditions;
  }

  /** The one that most of what is left lacks, for the bits that it takes to say it. */
  private static Optional<TraitCondition> best(
      List<TraitCondition> all,
      List<TraitCondition> chosen,
      List<Traits> left,
      Collection<Example> failing,
      Set<String> data,
      long end) {
    TraitCondition best = null;
    double most = 0;
    for (TraitCondition one : all) {
      if (System.nanoTime() > end) {
        return Optional.empty();
      }
      List<TraitCondition> with = new ArrayList<>(chosen);
      with.add(one);
      SeparatingRule rule = new SeparatingRule(with, 0, 0, 0);
      if (chosen.contains(one) || !failing.stream().allMatch(some -> rule.holds(some.of()))) {
        continue;
      }
      long struck = left.stream().filter(some -> !rule.holds(some)).count();
      double worth = struck / one.bits(data);
      if (worth > most) {
        most = worth;
        best = one;
      }
    }
    return Optional.ofNullable(best);
  }

  /** Leaves out what the others do without. */
  private static void drop(List<TraitCondition> chosen, Collection<Example> passing) {
    for (TraitCondition one : List.copyOf(chosen)) {
      List<TraitCondition> without = new ArrayList<>(chosen);
      without.remove(one);
      SeparatingRule rule = new SeparatingRule(without, 0, 0, 0);
      if (!without.isEmpty() && passing.stream().noneMatch(some -> rule.holds(some.of()))) {
        chosen.remove(one);
      }
    }
  }
}
