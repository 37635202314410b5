// SPDX-License-Identifier: Apache-2.0
package coopcts.causes;

import coopcts.combinations.Evenly;
import coopcts.plan.Case;
import coopcts.plan.Parameters;
import coopcts.reports.explain.Buckets.Bucket;
import coopcts.reports.explain.Rules.Example;
import coopcts.reports.explain.SeparatingRule;
import coopcts.reports.explain.Traits;
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
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Rules of buckets whose cases are programs, of which names say nothing: a program of each is made
 * smaller on its device, and what is left does what none does that passes.
 */
final class ProgramRules {

  private static final String RULE = "what programs that fail cannot be without";

  /** Passing programs of the run that programs are held against. */
  private static final int OF_THE_RUN = 60;

  /** What says what a program cannot be without: steps that pass, and all that does. */
  private static final int STEPS = 1;

  private static final int PASSING = 12;

  /** What changes with whatever is taken away around an instruction. */
  private static final Pattern CIRCUMSTANCE =
      Pattern.compile(
          " (right after|after (no other|the same|one of its kind)|of its kind in the"
              + " shader|matrices alive|with (more|as many) (rows|columns)|at byte|at an? (no"
              + " )?multiple of|at no multiple of|with a stride (of no multiple of|above one"
              + " line)|in descriptor set|at binding|of memory written|with(out)? (empty )?memory"
              + " operands|by (all invocations|one invocation)|in subgroup scope|whose result"
              + " is|outside of all control flow)\\b|^it runs in (a dispatch|a workgroup|a"
              + " module|subgroups|SPIR-V|the )");

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
        .attempt(
            RULE,
            Map.<Row, LeastPrograms.Least>of(),
            () -> boundary.least(programs, Boundary.half(until)))
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
    boundary.look(alike, soon());
    boundary.look(one.passed(), soon());
    List<Example> failing = boundary.known(alike, true);
    List<Example> passing = new ArrayList<>(boundary.known(one.passed(), false));
    List<Example> steps = List.copyOf(passing);
    passing.addAll(boundary.known(clean.keySet()));
    boolean isEnough = one.isLeast() && steps.size() >= STEPS && passing.size() >= PASSING;
    if (failing.isEmpty() || !isEnough) {
      return Optional.empty();
    }
    List<Example> tried = failing.stream().map(program -> tried(program, steps)).toList();
    Optional<SeparatingRule> rule = Boundary.ofPrograms(tried, passing, end);
    return rule.map(
        told -> new Boundary.Learned(told, names(one.failed()), names(one.passed()), false));
  }

  /** A program with what a step took away, and the failure with it. */
  private static Example tried(Example program, List<Example> steps) {
    Traits of = program.of();
    Set<String> facts = new LinkedHashSet<>(of.facts());
    Set<String> data = new LinkedHashSet<>(of.data());
    facts.removeIf(fact -> steps.stream().allMatch(one -> one.of().facts().contains(fact)));
    data.removeIf(fact -> steps.stream().allMatch(one -> one.of().data().contains(fact)));
    for (Traits.Instruction one : of.instructions()) {
      Set<String> own = new LinkedHashSet<>(one.facts());
      own.removeIf(fact -> CIRCUMSTANCE.matcher(fact).find());
      if (steps.stream().anyMatch(step -> lacks(step.of(), own))) {
        facts.addAll(own);
      }
    }
    facts.removeIf(fact -> CIRCUMSTANCE.matcher(fact).find());
    return new Example(program.name(), true, of.doing(facts, data, of.instructions()));
  }

  /** Whether no instruction has all of it. */
  private static boolean lacks(Traits of, Set<String> facts) {
    return of.instructions().stream().noneMatch(one -> one.facts().containsAll(facts));
  }

  private static long soon() {
    return System.nanoTime() + Boundary.LAST_RANKING.toNanos();
  }

  private static List<String> names(List<Case> of) {
    return of.stream().map(Case::name).toList();
  }
}
