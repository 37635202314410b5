// SPDX-License-Identifier: Apache-2.0
package coopcts.causes;

import coopcts.combinations.Evenly;
import coopcts.plan.Case;
import coopcts.plan.Parameters;
import coopcts.reports.explain.Buckets.Bucket;
import coopcts.reports.explain.Fingerprint;
import coopcts.reports.explain.Rules;
import coopcts.reports.explain.Rules.Example;
import coopcts.reports.explain.SeparatingRule;
import coopcts.reports.explain.Traits;
import coopcts.reports.read.RecordedVerdict;
import coopcts.reports.read.Row;
import coopcts.reports.read.Rows;
import java.util.ArrayList;
import java.util.Collection;
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

  /** Kinds of instructions by which it is seen what others did. */
  private static final Set<String> STORES =
      Set.of("there is a store", "there is a vector store", "there is a tensor store");

  private static final Pattern OF_A_TYPE = Pattern.compile(" of (?:b?float|sint|uint)\\d");

  private static final String RULE = "what programs that fail cannot be without";

  /** Passing programs of the run that programs are held against, and other passing cases. */
  private static final int OF_THE_RUN = 60;

  private static final int OTHERS_OF_THE_RUN = 120;

  /** Of passing cases that claim what a bucket breaks so many. */
  private static final int CLAIMING = 120;

  /** Passing cases that are looked at as they may refute a rule, and how often. */
  private static final int OF_A_RULE = 48;

  private static final int REFUTING = 3;

  /** Other failing programs of a bucket that a rule of one is held against. */
  private static final int BESIDE = 8;

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

  /** Where an instruction stands in control flow. */
  private static final Pattern FLOW =
      Pattern.compile(
          " (in a (branch|function|later turn of a loop|loop within)|in the first turn of a loop"
              + "|by a part of the scope)\\b");

  private final Boundary boundary;
  private final Troubles troubles;
  private final Function<String, Optional<Case>> named;
  private final Map<String, String> clean;
  private final Rows rows;
  private final Map<String, LeastPrograms.Least> least = new HashMap<>();

  /**
   * @param named finds a case
   * @param clean the family of each case that passes, by the case's name
   * @param rows of the run
   */
  ProgramRules(
      Boundary boundary,
      Troubles troubles,
      Function<String, Optional<Case>> named,
      Map<String, String> clean,
      Rows rows) {
    this.boundary = boundary;
    this.troubles = troubles;
    this.named = named;
    this.clean = clean;
    this.rows = rows;
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
        .filter(this::isTried)
        .map(row -> least.get(row.name()))
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
            RULE, Map.<Row, LeastPrograms.Least>of(), () -> boundary.least(programs, mostly(until)))
        .forEach((row, one) -> least.put(row.name(), one));
    look(wanted, until);
  }

  private static boolean isSystematic(Row row) {
    return RuleFinder.isSystematic(row.name());
  }

  /** Three quarters of the time until an end: the device takes longer than a look. */
  private static long mostly(long end) {
    return Boundary.half(end) + (end - Boundary.half(end)) / 2;
  }

  /**
   * What is left comes first, then what passes without a part of it, then what passes and claims
   * the same, then others.
   */
  private void look(List<Bucket> buckets, long end) {
    Set<Case> all = new LinkedHashSet<>();
    least.values().forEach(one -> all.add(one.tested()));
    least.values().forEach(one -> all.addAll(one.passed()));
    least.values().forEach(one -> all.addAll(one.failed()));
    boundary.look(all, end);
    Map<Boolean, List<String>> passing =
        clean.entrySet().stream()
            .collect(
                Collectors.partitioningBy(
                    one -> Parameters.isOfPrograms(one.getValue()),
                    Collectors.mapping(Map.Entry::getKey, Collectors.toList())));
    lookAt(Evenly.of(passing.get(true), OF_THE_RUN), end);
    claiming(buckets).forEach(names -> lookAt(Evenly.of(names, CLAIMING), end));
    lookAt(Evenly.of(passing.get(false), OTHERS_OF_THE_RUN), end);
  }

  /** For each set of assertions that buckets break what claims one of them and is no program. */
  private Collection<List<String>> claiming(List<Bucket> buckets) {
    Map<Set<String>, List<String>> claiming = new LinkedHashMap<>();
    buckets.forEach(one -> claiming.put(Set.copyOf(one.rules()), new ArrayList<>()));
    for (Row row : rows.with(RecordedVerdict::isClean)) {
      if (RuleFinder.isSystematic(row.name())) {
        claiming.forEach(
            (rules, names) -> {
              if (row.assertions().stream().anyMatch(rules::contains)) {
                names.add(row.name());
              }
            });
      }
    }
    return claiming.values();
  }

  private void lookAt(List<String> names, long end) {
    boundary.look(names.stream().flatMap(name -> named.apply(name).stream()).toList(), end);
  }

  /**
   * A rule of programs.
   *
   * @param bits that it takes to say it and which cases fail
   */
  private record Told(Boundary.Learned learned, double bits) {}

  /**
   * What none does that passes, of what the programs of buckets do that are left. Buckets that look
   * alike have one rule where it takes fewer bits than theirs and no case refutes it.
   */
  Map<List<Bucket>, Boundary.Learned> rules(List<Bucket> buckets, long end) {
    Map<List<Bucket>, Boundary.Learned> rules = new LinkedHashMap<>();
    Map<Bucket, Optional<Told>> alone = new LinkedHashMap<>();
    List<Bucket> smaller = buckets.stream().filter(this::isLeast).toList();
    for (Bucket one : smaller) {
      long now = System.nanoTime();
      alone.put(one, told(List.of(one), now + (end - now) / (smaller.size() - alone.size())));
    }
    List<Bucket> left = new ArrayList<>(alone.keySet());
    while (!left.isEmpty()) {
      List<Bucket> some = new ArrayList<>(List.of(left.removeFirst()));
      Optional<Told> best = alone.get(some.getFirst());
      for (Bucket other : List.copyOf(left)) {
        if (isAlike(some.getFirst(), other) && System.nanoTime() < end) {
          some.add(other);
          Optional<Told> both = told(some, end);
          if (both.isPresent() && isBetter(both.get(), best, alone.get(other))) {
            best = both;
            left.remove(other);
          } else {
            some.removeLast();
          }
        }
      }
      best.ifPresent(told -> rules.put(List.copyOf(some), told.learned));
    }
    return rules;
  }

  /** Whether both have one pattern and assertions of one group, or said the same words. */
  private static boolean isAlike(Bucket one, Bucket other) {
    boolean isAkin =
        Fingerprint.of(one.members().getFirst()).isPattern()
            ? OneCause.areAkin(one, other)
            : one.rules().isEmpty() && other.rules().isEmpty();
    return isAkin && one.verdict() == other.verdict() && one.kind().equals(other.kind());
  }

  /**
   * Whether a rule of several is exact, and shorter than those of the parts where they have any.
   */
  private static boolean isBetter(Told both, Optional<Told> one, Optional<Told> other) {
    return both.learned.rule().isExact()
        && Rules.isSupported(both.learned.rule())
        && (one.isEmpty() || other.isEmpty() || both.bits < one.get().bits + other.get().bits);
  }

  /** A bucket may mix causes: there is no rule that most of its other programs are not so by. */
  private Optional<Told> told(List<Bucket> buckets, long end) {
    return troubles
        .of(buckets)
        .attempt(
            RULE,
            Optional.empty(),
            () ->
                ofLeast(buckets.stream().flatMap(one -> of(one).stream()).toList(), end)
                    .flatMap(told -> ofAll(told, buckets)));
  }

  /** A rule with how many of the other programs of buckets are so. */
  private Optional<Told> ofAll(Told told, List<Bucket> buckets) {
    Boundary.Learned of = told.learned;
    List<Case> others = new ArrayList<>();
    for (Bucket bucket : buckets) {
      Evenly.of(bucket.members().stream().filter(row -> !isTried(row)).toList(), BESIDE)
          .forEach(row -> least(row).ifPresent(others::add));
    }
    boundary.look(others, soon());
    List<Example> known = boundary.known(others, true);
    int held = (int) known.stream().filter(one -> of.rule().holds(one.of())).count();
    int not = known.size() - held;
    SeparatingRule rule = of.rule().with(held, not);
    return not > buckets.size() + held
        ? Optional.empty()
        : Optional.of(
            new Told(
                new Boundary.Learned(rule, of.failed(), of.passed(), of.bySubcase()), told.bits));
  }

  private boolean isTried(Row row) {
    return least.containsKey(row.name()) && least.get(row.name()).isTried();
  }

  /** The rule of what programs were made smaller to, all of whose steps were run. */
  private Optional<Told> ofLeast(List<LeastPrograms.Least> programs, long end) {
    List<Example> tried = new ArrayList<>();
    List<Example> passing = new ArrayList<>();
    List<String> failed = new ArrayList<>();
    List<String> passed = new ArrayList<>();
    for (LeastPrograms.Least one : programs) {
      Set<Case> alike = new LinkedHashSet<>(List.of(one.tested()));
      alike.addAll(one.failed());
      boundary.look(alike, soon());
      boundary.look(one.passed(), soon());
      List<Example> failing = boundary.known(alike, true);
      List<Example> steps =
          boundary.known(one.passed(), false).stream()
              .filter(step -> failing.isEmpty() || sees(step.of(), failing.getFirst().of()))
              .toList();
      if (failing.isEmpty() || !one.isLeast() || steps.size() < STEPS) {
        return Optional.empty();
      }
      failing.forEach(program -> tried.add(tried(program, steps)));
      passing.addAll(steps);
      failed.addAll(names(one.failed()));
      passed.addAll(names(one.passed()));
    }
    return notRefuted(tried, passing, end)
        .map(one -> new Told(new Boundary.Learned(one.rule(), failed, passed, false), one.bits()));
  }

  /** A rule that is held against what passes, also such cases as are named by its words. */
  private Optional<Rules.Ranked> notRefuted(List<Example> tried, List<Example> steps, long end) {
    int before = -1;
    for (int round = 0; ; round++) {
      List<Example> passing = boundary.known(clean.keySet());
      Optional<Rules.Ranked> rule =
          steps.size() + passing.size() < PASSING
              ? Optional.empty()
              : Boundary.ofPrograms(tried, steps, passing, end);
      boolean isOver = round == REFUTING || passing.size() == before || System.nanoTime() >= end;
      if (rule.isEmpty() || isOver) {
        return rule;
      }
      before = passing.size();
      Set<String> left = new LinkedHashSet<>(clean.keySet());
      passing.forEach(one -> left.remove(one.name()));
      left.removeIf(name -> !RuleFinder.isSystematic(name));
      lookAt(WordedNames.of(left, List.of(rule.get().rule().words()), OF_A_RULE), end);
    }
  }

  /**
   * A program with what a step took away, and the failure with it. Where it stands in control flow
   * counts if a step took that away alone: else it is around the program, where no step reaches.
   */
  private static Example tried(Example program, List<Example> steps) {
    Traits of = program.of();
    Set<String> facts = new LinkedHashSet<>(of.facts());
    Set<String> data = new LinkedHashSet<>(of.data());
    facts.removeIf(fact -> steps.stream().allMatch(one -> one.of().facts().contains(fact)));
    data.removeIf(fact -> steps.stream().allMatch(one -> one.of().data().contains(fact)));
    Set<String> flow = new LinkedHashSet<>();
    for (Traits.Instruction one : of.instructions()) {
      Set<String> own = withoutCircumstance(one);
      own.removeIf(fact -> FLOW.matcher(fact).find());
      if (steps.stream().anyMatch(step -> lacks(step.of(), own))) {
        facts.addAll(own);
      }
      one.facts().stream()
          .filter(fact -> FLOW.matcher(fact).find())
          .filter(fact -> steps.stream().anyMatch(step -> isElsewhere(step.of(), own, fact)))
          .forEach(flow::add);
    }
    facts.removeIf(fact -> CIRCUMSTANCE.matcher(fact).find() || FLOW.matcher(fact).find());
    facts.addAll(flow);
    return new Example(program.name(), true, of.doing(facts, data, of.instructions()));
  }

  /** Whether an instruction that has all of it is there, and none that stands so. */
  private static boolean isElsewhere(Traits step, Set<String> own, String stands) {
    List<Traits.Instruction> same =
        step.instructions().stream().filter(one -> one.facts().containsAll(own)).toList();
    return !same.isEmpty() && same.stream().noneMatch(one -> one.facts().contains(stands));
  }

  /** Whether all is stored that a program stores: without it what is wrong may not be seen. */
  private static boolean sees(Traits step, Traits program) {
    return program.instructions().stream()
        .filter(one -> STORES.contains(one.kind()))
        .noneMatch(one -> lacks(step, typed(one)));
  }

  private static Set<String> typed(Traits.Instruction one) {
    Set<String> own = new LinkedHashSet<>(Set.of(one.kind()));
    one.facts().stream().filter(fact -> OF_A_TYPE.matcher(fact).find()).forEach(own::add);
    return own;
  }

  private static Set<String> withoutCircumstance(Traits.Instruction one) {
    Set<String> own = new LinkedHashSet<>(one.facts());
    own.removeIf(fact -> CIRCUMSTANCE.matcher(fact).find());
    return own;
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
