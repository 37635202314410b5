// SPDX-License-Identifier: Apache-2.0
package coopcts.causes;

import coopcts.reports.explain.Buckets.Bucket;
import coopcts.reports.explain.SeparatingRule;
import coopcts.reports.explain.Traits;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;

/**
 * Rules over names of cases: of each bucket, and of buckets together that are probably of one
 * cause. One cause often has several looks, each of too few cases for its rule. Buckets are taken
 * together where one rule holds for all of their cases and for none that passes, and takes fewer
 * bits to say than the rules of each.
 */
final class NamedRules {

  /** Bits that are saved at least where no assertion says that two failures are akin. */
  private static final double OF_STRANGERS = 4;

  /** Other buckets that are tried with one. */
  private static final int TRIED = 12;

  /**
   * What was found of the names of some cases.
   *
   * @param rule that is worth saying, if there is one
   * @param bits that it takes to say it, or else the best of those that are not; 0 where names say
   *     nothing
   */
  record Found(Optional<SeparatingRule> rule, double bits) {
    static final Found NOTHING = new Found(Optional.empty(), 0);
  }

  /**
   * A rule.
   *
   * @param buckets that it is about
   */
  record Named(List<Bucket> buckets, SeparatingRule rule) {}

  private final Map<String, Found> alone = new ConcurrentHashMap<>();
  private final Map<String, Named> together = new LinkedHashMap<>();

  private NamedRules() {}

  /**
   * Finds the rules, of each bucket first.
   *
   * @param finder what it finds of some buckets together
   * @param end when no further buckets are taken together, as {@link System#nanoTime} has it
   */
  static NamedRules of(List<Bucket> buckets, Function<List<Bucket>, Found> finder, long end) {
    NamedRules rules = new NamedRules();
    buckets.parallelStream()
        .forEach(bucket -> rules.alone.put(bucket.id(), finder.apply(List.of(bucket))));
    List<Bucket> left =
        new ArrayList<>(
            buckets.stream().filter(bucket -> rules.alone.get(bucket.id()).bits > 0).toList());
    while (!left.isEmpty() && System.nanoTime() < end) {
      Bucket first = left.removeFirst();
      List<Bucket> akin =
          left.stream().filter(other -> rules.mayBeOne(first, other)).limit(TRIED).toList();
      List<Bucket> all = new ArrayList<>(List.of(first));
      all.addAll(akin);
      Optional<Named> joined = rules.joined(all, finder);
      List<Bucket> some = new ArrayList<>(List.of(first));
      for (int i = 0;
          akin.size() > 1 && i < akin.size() && joined.isEmpty() && System.nanoTime() < end;
          i++) {
        some.add(akin.get(i));
        if (rules.joined(some, finder).isEmpty()) {
          some.removeLast();
        }
      }
      joined
          .or(() -> rules.joined(some, finder))
          .ifPresent(
              named -> {
                named.buckets.forEach(one -> rules.together.put(one.id(), named));
                left.removeAll(named.buckets);
              });
    }
    return rules;
  }

  private Optional<Named> joined(List<Bucket> buckets, Function<List<Bucket>, Found> finder) {
    if (buckets.size() < 2) {
      return Optional.empty();
    }
    long programs =
        buckets.stream()
            .flatMap(bucket -> bucket.members().stream())
            .filter(row -> !RuleFinder.isSystematic(row.name()))
            .count();
    double apart = buckets.stream().mapToDouble(bucket -> alone.get(bucket.id()).bits).sum();
    double saved =
        buckets.stream().skip(1).anyMatch(one -> !OneCause.areAkin(buckets.getFirst(), one))
            ? OF_STRANGERS * (buckets.size() - 1)
            : 0;
    Found found = finder.apply(buckets);
    return found
        .rule
        .filter(rule -> rule.exceptions() == 0 && rule.others() == programs)
        .filter(_ -> found.bits + saved < apart)
        .map(rule -> new Named(List.copyOf(buckets), rule));
  }

  /** Whether a rule of the first one may be one of both. */
  private boolean mayBeOne(Bucket one, Bucket other) {
    return OneCause.isLikely(one, other)
        || OneCause.isPossible(one, other)
            && alone(one)
                .filter(SeparatingRule::isExact)
                .filter(rule -> foretells(rule, other))
                .isPresent();
  }

  private static boolean foretells(SeparatingRule rule, Bucket bucket) {
    return bucket.members().stream().allMatch(row -> rule.holds(Traits.of(row.name())));
  }

  /** Buckets in the order given, with those that names join. */
  List<List<Bucket>> together(List<Bucket> buckets) {
    return buckets.stream()
        .map(one -> together.containsKey(one.id()) ? together.get(one.id()).buckets : List.of(one))
        .distinct()
        .toList();
  }

  /** The rule of some buckets that names join. */
  Optional<SeparatingRule> of(List<Bucket> buckets) {
    return Optional.ofNullable(together.get(buckets.getFirst().id()))
        .filter(named -> named.buckets.equals(buckets))
        .map(Named::rule);
  }

  /** The rule of a bucket alone. */
  Optional<SeparatingRule> alone(Bucket bucket) {
    return alone.get(bucket.id()).rule;
  }

  /** The rule of a bucket, with those that names join it with. */
  Optional<Named> of(Bucket bucket) {
    return Optional.ofNullable(together.get(bucket.id()))
        .or(() -> alone(bucket).map(rule -> new Named(List.of(bucket), rule)));
  }
}
