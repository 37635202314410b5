// SPDX-License-Identifier: Apache-2.0
package coopcts.reports.explain;

import coopcts.reports.explain.TraitCondition.AtLeast;
import coopcts.reports.explain.TraitCondition.AtMost;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Finds rules that separate failing cases from passing ones: the smallest sets of {@link
 * TraitCondition}s that hold for every failing example and for no passing one. If several rules
 * fit, a further case for which they differ decides between them, which the caller runs.
 */
public final class Rules {

  /** Conditions that are looked at. */
  private static final int MOST_CONDITIONS = 256;

  /** Random and chosen programs, which often meet several things at once. */
  private static final String PROGRAMS = "programs";

  /** One in so many failing cases at most may be of another cause. */
  private static final int FEW = 5;

  /**
   * A case, or one of its subcases.
   *
   * @param name of the case
   * @param fails whether it fails
   * @param of its traits
   */
  public record Example(String name, boolean fails, Traits of) {}

  private final List<TraitCondition> conditions = new ArrayList<>();

  /** Of each condition the passing examples that it holds for. */
  private final List<BitSet> had = new ArrayList<>();

  private final int failing;
  private final int passing;
  private final int most;
  private final long end;
  private final List<SeparatingRule> found = new ArrayList<>();

  private Rules(List<Example> examples, int most, long end) {
    Set<String> failed = names(examples, true);
    Set<String> passed = names(examples, false);
    passed.removeAll(failed);
    this.failing = failed.size();
    this.passing = passed.size();
    this.most = most;
    this.end = end;
    List<Traits> good =
        examples.stream().filter(one -> !one.fails()).map(Example::of).distinct().toList();
    for (TraitCondition one : shared(examples)) {
      conditions.add(one);
      boundary(one, good).ifPresent(conditions::add);
    }
    conditions.subList(Math.min(MOST_CONDITIONS, conditions.size()), conditions.size()).clear();
    BitSet all = new BitSet();
    all.set(0, good.size());
    for (TraitCondition one : conditions) {
      BitSet bits = new BitSet();
      for (int i = 0; i < good.size(); i++) {
        bits.set(i, one.isTrueOf(good.get(i)));
      }
      had.add(bits);
    }
    for (int together = 1; together <= Separation.MOST_TOGETHER && found.isEmpty(); together++) {
      choose(together, 0, new ArrayList<>(), all);
    }
  }

  /**
   * The smallest rules, those of numbers first, then of what shaders do, then of words.
   *
   * @param most that are wanted
   */
  static List<SeparatingRule> of(List<Example> examples, int most) {
    return of(examples, most, Long.MAX_VALUE);
  }

  private static List<SeparatingRule> of(List<Example> examples, int most, long end) {
    return new Rules(examples, most, end).found;
  }

  /**
   * The smallest rules that fit all examples. If there is none, those that fit all but a few
   * failing cases: without one family, one submission path or one case, at most a fifth of them, or
   * without random programs, at most half. The last resort is a single condition of at least four
   * fifths of them.
   *
   * @param examples failing and passing cases, or their subcases
   * @param most greatest number of rules that are returned
   * @param end when to stop searching, as {@link System#nanoTime} counts
   * @return rules of one to three conditions, the simplest first; empty if none fits or time was up
   */
  public static List<SeparatingRule> ofMost(List<Example> examples, int most, long end) {
    List<SeparatingRule> rules = of(examples, most, end);
    Map<String, Set<String>> groups = new LinkedHashMap<>();
    for (Example one : examples) {
      if (one.fails()) {
        for (String group : groups(one)) {
          groups.computeIfAbsent(group, _ -> new HashSet<>()).add(one.name());
        }
      }
    }
    int all = names(examples, true).size();
    for (Map.Entry<String, Set<String>> group : groups.entrySet()) {
      Set<String> without = group.getValue();
      if (!rules.isEmpty() || System.nanoTime() >= end) {
        break;
      }
      if (without.size() * (group.getKey().equals(PROGRAMS) ? 2 : FEW) <= all) {
        rules =
            of(examples.stream().filter(one -> !without.contains(one.name())).toList(), most, end)
                .stream()
                .map(
                    rule ->
                        new SeparatingRule(
                            rule.conditions(), rule.failing(), without.size(), rule.passing()))
                .toList();
      }
    }
    return rules.isEmpty() && all >= FEW && System.nanoTime() < end
        ? mostly(examples, most)
        : rules;
  }

  /**
   * The rule of one or two conditions that every failing case meets and fewest passing ones do, for
   * examples that no rule separates.
   *
   * @param examples failing and passing cases, or their subcases
   * @param end when to stop, as {@link System#nanoTime} has it; then the best of the conditions
   *     that were looked at counts
   * @return the rule, with the number of passing cases that meet it as its exceptions. It is empty
   *     if more than two thirds of the cases that meet it pass, if more than a fifth of all that
   *     pass meet it, or if {@link #isSupported} is false.
   */
  public static Optional<SeparatingRule> only(List<Example> examples, long end) {
    Set<String> failed = names(examples, true);
    Set<String> passed = names(examples, false);
    passed.removeAll(failed);
    List<TraitCondition> shared = shared(examples).stream().limit(MOST_CONDITIONS).toList();
    List<Set<String>> with = new ArrayList<>();
    for (TraitCondition one : shared) {
      if (System.nanoTime() >= end) {
        break;
      }
      Set<String> names = new HashSet<>();
      for (Example example : examples) {
        if (passed.contains(example.name()) && one.isTrueOf(example.of())) {
          names.add(example.name());
        }
      }
      with.add(names);
    }
    SeparatingRule best = null;
    for (int i = 0; i < with.size(); i++) {
      best =
          better(
              best,
              new SeparatingRule(
                  List.of(shared.get(i)), failed.size(), 0, passed.size(), with.get(i).size()));
    }
    SeparatingRule alone = best;
    for (int i = 0; alone != null && i < with.size() && System.nanoTime() < end; i++) {
      for (int j = i + 1; j < with.size(); j++) {
        Set<String> both = new HashSet<>(with.get(i));
        both.retainAll(with.get(j));
        if (2 * both.size() <= alone.exceptions()) {
          best =
              better(
                  best,
                  new SeparatingRule(
                      List.of(shared.get(i), shared.get(j)),
                      failed.size(),
                      0,
                      passed.size(),
                      both.size()));
        }
      }
    }
    return Optional.ofNullable(best).filter(rule -> rule.saysEnough() && isSupported(rule));
  }

  private static SeparatingRule better(SeparatingRule best, SeparatingRule other) {
    return best == null || other.exceptions() < best.exceptions() ? other : best;
  }

  private static List<TraitCondition> shared(List<Example> examples) {
    Separation shared = new Separation();
    examples.stream().filter(Example::fails).map(Example::of).distinct().forEach(shared::add);
    return shared.shared();
  }

  /**
   * Single things that most of the failing cases do, or words of their names, and none that passes:
   * those that most have come first.
   */
  private static List<SeparatingRule> mostly(List<Example> examples, int most) {
    Set<String> failed = names(examples, true);
    Set<String> passed = names(examples, false);
    passed.removeAll(failed);
    Set<TraitCondition> refuted = new HashSet<>();
    Map<TraitCondition, Set<String>> having = new LinkedHashMap<>();
    for (Example one : examples) {
      for (TraitCondition condition : single(one.of())) {
        if (one.fails()) {
          having.computeIfAbsent(condition, _ -> new HashSet<>()).add(one.name());
        } else {
          refuted.add(condition);
        }
      }
    }
    having.keySet().removeAll(refuted);
    return having.entrySet().stream()
        .filter(one -> (failed.size() - one.getValue().size()) * FEW <= failed.size())
        .sorted(Comparator.comparing(one -> -one.getValue().size()))
        .limit(most)
        .map(
            one ->
                new SeparatingRule(
                    List.of(one.getKey()),
                    one.getValue().size(),
                    failed.size() - one.getValue().size(),
                    passed.size()))
        .toList();
  }

  private static List<TraitCondition> single(Traits of) {
    List<TraitCondition> single = new ArrayList<>();
    of.facts().forEach(fact -> single.add(new TraitCondition.Does(fact)));
    of.values()
        .forEach(
            (parameter, value) -> single.add(new TraitCondition.OneOf(parameter, Set.of(value))));
    of.words().forEach(word -> single.add(new TraitCondition.Word(word)));
    return single;
  }

  private static List<String> groups(Example one) {
    Map<String, String> values = one.of().values();
    return Stream.of(
            one.of().isProgram() ? PROGRAMS : null,
            one.of().place(),
            values.get("way"),
            values.get("stage"),
            one.name())
        .filter(Objects::nonNull)
        .toList();
  }

  /**
   * {@return whether a rule rests on enough cases not to be a coincidence} A rule of one condition
   * needs 2 failing and 3 passing cases, one of two conditions 3 and 6, one of three 6 and 12.
   *
   * @param rule of one to three conditions, with the numbers of cases that it was found from
   */
  public static boolean isSupported(SeparatingRule rule) {
    int size = rule.conditions().size();
    return rule.failing() >= Separation.FAILING[size] && rule.passing() >= Separation.PASSING[size];
  }

  private static Set<String> names(List<Example> examples, boolean fails) {
    return examples.stream()
        .filter(one -> one.fails() == fails)
        .map(Example::name)
        .collect(Collectors.toCollection(HashSet::new));
  }

  /** The same bound as far away as what passes leaves it open. */
  private static Optional<TraitCondition> boundary(TraitCondition bound, List<Traits> good) {
    return switch (bound) {
      case AtLeast(String number, long least) ->
          good.stream()
              .filter(of -> of.has(number) && of.numbers().get(number) < least - 1)
              .map(of -> of.numbers().get(number))
              .max(Long::compare)
              .map(value -> new AtLeast(number, value + 1));
      case AtMost(String number, long greatest) ->
          good.stream()
              .filter(of -> of.has(number) && of.numbers().get(number) > greatest + 1)
              .map(of -> of.numbers().get(number))
              .min(Long::compare)
              .map(value -> new AtMost(number, value - 1));
      default -> Optional.empty();
    };
  }

  private void choose(int left, int from, List<TraitCondition> chosen, BitSet passed) {
    for (int at = from;
        at < conditions.size() && found.size() < most && System.nanoTime() < end;
        at++) {
      BitSet remaining = (BitSet) passed.clone();
      remaining.and(had.get(at));
      if (left == 1 ? !remaining.isEmpty() : remaining.cardinality() == passed.cardinality()) {
        continue;
      }
      chosen.addLast(conditions.get(at));
      if (left == 1) {
        found.add(new SeparatingRule(List.copyOf(chosen), failing, 0, passing));
      } else {
        choose(left - 1, at + 1, chosen, remaining);
      }
      chosen.removeLast();
    }
  }
}
