// SPDX-License-Identifier: Apache-2.0
package coopcts.causes;

import coopcts.combinations.Evenly;
import coopcts.plan.Case;
import coopcts.plan.Parameters;
import coopcts.reports.explain.Buckets.Bucket;
import coopcts.reports.explain.Rules.Example;
import coopcts.reports.explain.SeparatingRule;
import coopcts.reports.read.Row;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Rules of buckets whose cases are programs, of which names say nothing: a program of each is made
 * smaller on its device, and what is left does what none does that passes.
 */
final class ProgramRules {

  private static final String RULE = "what programs that fail cannot be without";

  /** Passing programs of the run that programs are held against. */
  private static final int OF_THE_RUN = 24;

  /** What says what a program cannot be without: steps that pass, and all that does. */
  private static final int STEPS = 2;

  private static final int PASSING = 12;

  private final Boundary boundary;
  private final Troubles troubles;
  private final Function<String, Optional<Case>> named;
  private final Map<String, String> clean;
  private final Map<String, LeastPrograms.Least> least = new HashMap<>();

  /**
   * @param named finds a case
   * @param clean the family of each case that passes, by the case's name
   */
  ProgramRules(
      Boundary boundary,
      Troubles troubles,
      Function<String, Optional<Case>> named,
      Map<String, String> clean) {
    this.boundary = boundary;
    this.troubles = troubles;
    this.named = named;
    this.clean = clean;
  }

  /** What failing programs were made smaller to, by the names of their cases. */
  Map<String, Case> least() {
    return least.entrySet().stream()
        .collect(Collectors.toMap(Map.Entry::getKey, one -> one.getValue().tested()));
  }

  /** The case of a row, or what its program was made smaller to and still fails. */
  Optional<Case> least(Row row) {
    return Optional.ofNullable(least.get(row.name()))
        .map(LeastPrograms.Least::tested)
        .or(() -> SmallerPrograms.onTheWay(row).stream().findFirst().flatMap(named))
        .or(() -> named.apply(row.name()));
  }

  /** Whether it is of programs, of which one was made smaller. */
  boolean isLeast(Bucket bucket) {
    return of(bucket).isPresent();
  }

  private Optional<LeastPrograms.Least> of(Bucket bucket) {
    return bucket.members().stream()
        .map(row -> least.get(row.name()))
        .filter(one -> one != null && one.isTried())
        .findFirst();
  }

  /**
   * Makes a program smaller of each bucket that has nothing else, and looks at what comes of it;
   * half of the time is left where there are other buckets.
   */
  void makeSmaller(List<Bucket> buckets, long end) {
    List<Bucket> wanted =
        buckets.stream()
            .filter(one -> one.members().stream().noneMatch(row -> isSystematic(row)))
            .toList();
    if (wanted.isEmpty() || !boundary.isTrying()) {
      return;
    }
    long until = wanted.size() == buckets.size() ? end : Boundary.half(end);
    Map<Row, Case> programs = new LinkedHashMap<>();
    for (Bucket one : wanted) {
      Row row =
          one.members().stream()
              .filter(member -> !SmallerPrograms.onTheWay(member).isEmpty())
              .findFirst()
              .orElse(one.members().getFirst());
      least(row).ifPresent(tested -> programs.put(row, tested));
    }
    troubles
        .of(wanted)
        .attempt(RULE, Map.<Row, LeastPrograms.Least>of(), () -> boundary.least(programs, until))
        .forEach((row, one) -> least.put(row.name(), one));
    look(until);
  }

  private static boolean isSystematic(Row row) {
    return RuleFinder.isSystematic(row.name());
  }

  /** What is left comes first, then what passes without a part of it, then others. */
  private void look(long end) {
    Set<Case> all = new LinkedHashSet<>();
    least.values().forEach(one -> all.add(one.tested()));
    least.values().forEach(one -> all.addAll(one.passed()));
    least.values().forEach(one -> all.addAll(one.failed()));
    boundary.look(all, end);
    List<String> passing =
        clean.entrySet().stream()
            .filter(one -> Parameters.isOfPrograms(one.getValue()))
            .map(Map.Entry::getKey)
            .toList();
    boundary.look(
        Evenly.of(passing, OF_THE_RUN).stream()
            .flatMap(name -> named.apply(name).stream())
            .toList(),
        end);
  }

  /** What none does that passes, of what the program of a bucket does that is left. */
  Optional<Boundary.Learned> rule(Bucket bucket, long end) {
    return troubles
        .of(List.of(bucket))
        .attempt(RULE, Optional.empty(), () -> rule(of(bucket).orElseThrow(), end));
  }

  private Optional<Boundary.Learned> rule(LeastPrograms.Least one, long end) {
    Set<Case> alike = new LinkedHashSet<>(List.of(one.tested()));
    alike.addAll(one.failed());
    List<Example> failing = boundary.known(alike, true);
    List<Example> passing = new ArrayList<>(boundary.known(one.passed(), false));
    int steps = passing.size();
    passing.addAll(boundary.known(clean.keySet()));
    if (failing.isEmpty() || steps < STEPS || passing.size() < PASSING) {
      return Optional.empty();
    }
    Optional<SeparatingRule> rule = Boundary.ofPrograms(failing, passing, end);
    return rule.map(
        told -> new Boundary.Learned(told, names(one.failed()), names(one.passed()), false));
  }

  private static List<String> names(List<Case> of) {
    return of.stream().map(Case::name).toList();
  }
}
