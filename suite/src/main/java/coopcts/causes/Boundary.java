// SPDX-License-Identifier: Apache-2.0
package coopcts.causes;

import coopcts.device.DeviceUnavailableException;
import coopcts.plan.Case;
import coopcts.reports.explain.Rules;
import coopcts.reports.explain.Rules.Example;
import coopcts.reports.explain.SeparatingRule;
import coopcts.reports.explain.TraitCondition;
import coopcts.reports.explain.Traits;
import coopcts.reports.read.Row;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Finds the rules of buckets, over names and over what shaders do, and tries them: of the rules
 * that the run leaves open further cases are run on which they differ, until one is left or the
 * time is over. Each round is one of all buckets.
 */
final class Boundary {

  /** Rules that are held against each other. */
  private static final int MOST_RULES = 200;

  /** Of the cases of another bucket so many in a hundred have to be explained by a rule. */
  private static final int MOST_IN_100 = 80;

  /** Cases of a round, and rounds. */
  private static final int TOGETHER = 12;

  private static final int ROUNDS = 6;

  /** Cases that are looked at together before it is asked whether these suffice. */
  private static final int LOOKED_AT = 40;

  /** How long rules are ranked at most when the time is over. */
  static final Duration LAST_RANKING = Duration.ofSeconds(1);

  /** Rounds where what fails can be made smaller. */
  private static final int ROUNDS_OF_PROGRAMS = 8;

  /** Smaller programs that pass, at least, for a rule of a single one. */
  private static final int NEIGHBOURS = 6;

  /** Bits that a rule of programs may take more if no case refutes it. */
  private static final double HARDLY_MORE = 4;

  /** Bits by which a rule of programs has to be ahead of those about other instructions. */
  private static final double MARGIN = 2;

  /** Of what passes one case in so many may be as a rule of programs says. */
  private static final int ONE_IN = 200;

  /** What is not found out where further cases cannot be chosen, run or learned from. */
  private static final String FURTHER = "what further cases say of the rule";

  private final ShaderFacts doings;
  private final FurtherCases trials;

  Boundary(ShaderFacts doings, FurtherCases trials) {
    this.doings = doings;
    this.trials = trials;
  }

  /**
   * A rule and what it rests on.
   *
   * @param rule or null where none separates
   * @param failed further cases that failed alike
   * @param passed further cases that passed
   * @param bySubcase whether it is about subcases
   */
  record Learned(
      SeparatingRule rule, List<String> failed, List<String> passed, boolean bySubcase) {}

  /** Whether any further case can be run. */
  boolean isTrying() {
    return trials != FurtherCases.NONE;
  }

  /** Whether a case may be run to try rules. */
  boolean mayTry(String name) {
    return trials.mayRun(name);
  }

  /** Makes failing programs smaller, by the rows of their cases. */
  Map<Row, LeastPrograms.Least> least(Map<Row, Case> programs, long end)
      throws IOException, DeviceUnavailableException {
    return new LeastPrograms(trials).of(programs, end);
  }

  /** Looks at cases that rules may be held against. */
  void look(Collection<Case> cases, long end) {
    doings.look(cases, end);
  }

  /** Of cases those of which it is known what they do. */
  List<Example> known(Collection<Case> cases, boolean fail) {
    return cases.stream()
        .filter(doings::isKnown)
        .map(one -> new Example(one.name(), fail, doings.whole(one)))
        .toList();
  }

  /** The same of cases that pass, by their names. */
  List<Example> known(Set<String> passing) {
    return doings.seen().stream()
        .filter(passing::contains)
        .map(name -> new Example(name, false, doings.whole(name)))
        .toList();
  }

  /**
   * A rule of few programs, which no step of theirs that passes refutes. Of those about the same
   * instructions as the one of the fewest bits, and that take hardly more, it is the first that no
   * passing case refutes; else that one, if at most one in 200 of what passes is so. There is none
   * where others take hardly more that are about other instructions: a program alone does not say
   * which is so.
   *
   * @param steps programs a step smaller that pass
   */
  static Optional<Rules.Ranked> ofPrograms(
      List<Example> failing, List<Example> steps, List<Example> passing, long end) {
    List<Example> all = new ArrayList<>(failing);
    all.addAll(steps);
    all.addAll(passing);
    List<Rules.Ranked> open =
        ranked(all, end).stream()
            .filter(one -> one.rule().others() == 0)
            .filter(one -> steps.stream().noneMatch(step -> one.rule().holds(step.of())))
            .toList();
    if (open.isEmpty()) {
      return Optional.empty();
    }
    Rules.Ranked first = open.getFirst();
    Set<String> kinds = kinds(first.rule());
    boolean isClear =
        open.stream()
            .filter(one -> one.bits() <= first.bits() + MARGIN)
            .allMatch(one -> kinds(one.rule()).containsAll(kinds));
    return open.stream()
        .filter(one -> isClear && one.bits() <= first.bits() + HARDLY_MORE)
        .filter(one -> one.rule().isExact() && kinds(one.rule()).equals(kinds))
        .findFirst()
        .or(() -> Optional.of(first).filter(one -> isClear && isSo(one.rule())));
  }

  /** The kinds of instructions that a rule is about. */
  private static Set<String> kinds(SeparatingRule rule) {
    return rule.conditions().stream()
        .map(one -> one instanceof TraitCondition.Does(_, String kind) ? kind : "")
        .collect(Collectors.toSet());
  }

  /** Whether what passes is hardly ever so: a single program may stand against few that pass. */
  private static boolean isSo(SeparatingRule rule) {
    return ONE_IN * rule.exceptions() <= rule.passing();
  }

  /** The rules that a run leaves open. */
  List<Rules.Ranked> open(RuleFinder.Sides sides, long end) {
    return ranked(examples(sides, end), end);
  }

  /** What was looked at counts, even where it took all of the time. */
  private static List<Rules.Ranked> ranked(List<Example> examples, long end) {
    long until = Math.max(end, System.nanoTime() + LAST_RANKING.toNanos());
    return Rules.ranked(examples, MOST_RULES, until);
  }

  /** Half of the time until an end: what is looked at leaves the other half for what follows. */
  static long half(long end) {
    long now = System.nanoTime();
    return now + (end - now) / 2;
  }

  /**
   * Whether a rule holds for most of some failing cases: where they fail by subcases, for these. It
   * is not known to where the time does not suffice to look at them.
   *
   * @param end when no further case is looked at
   */
  boolean explains(SeparatingRule rule, Map<Row, Case> failing, long end) {
    if (!doings.look(failing.values(), end)) {
      return false;
    }
    boolean bySubcase = isBySubcase(failing);
    long held =
        failing.entrySet().stream()
            .filter(
                one ->
                    examples(one.getValue(), one.getKey(), bySubcase).stream()
                        .filter(Example::fails)
                        .allMatch(example -> rule.holds(example.of())))
            .count();
    return 100 * held >= MOST_IN_100 * failing.size();
  }

  private static boolean isBySubcase(Map<Row, Case> failing) {
    return failing.keySet().stream().noneMatch(row -> row.failedSubcases().isEmpty());
  }

  /**
   * Of those that fail such as the time sufficed to look at, and of those that pass such as it is
   * known of what they do.
   */
  List<Example> examples(RuleFinder.Sides sides, long end) {
    boolean bySubcase = isBySubcase(sides.failing());
    List<Case> all = new ArrayList<>(sides.failing().values());
    all.addAll(sides.passing());
    doings.look(all, half(end));
    List<Example> examples = new ArrayList<>();
    sides
        .failing()
        .forEach(
            (row, tested) -> {
              if (doings.isLookedAt(tested)) {
                examples.addAll(examples(tested, row, bySubcase));
              }
            });
    for (Case one : sides.passing()) {
      if (doings.isKnown(one)) {
        examples.addAll(examples(one, List.of(), false, bySubcase));
      }
    }
    return examples;
  }

  private List<Example> examples(Case tested, Row row, boolean bySubcase) {
    return examples(tested, row.failedSubcases(), true, bySubcase);
  }

  /**
   * A search from what the run knows; further cases are run by {@link #tried}.
   *
   * @param troubles where it is noted what throws on the way; the search is over then, and what it
   *     has learned stands
   */
  Search search(
      Troubles.Concerning troubles, RuleFinder.Sides sides, List<Rules.Ranked> open, long end) {
    return new Search(troubles, sides, examples(sides, end), open);
  }

  /**
   * Runs further cases for several searches together, round by round, so that each has as many
   * rounds as the time allows for all.
   *
   * @param end when no round is begun, as {@link System#nanoTime} has it
   */
  void tried(List<Search> searches, long end) {
    List<Search> left = new ArrayList<>(searches);
    while (!left.isEmpty() && System.nanoTime() < end) {
      Map<String, Case> all = new LinkedHashMap<>();
      long until = half(end);
      for (int i = 0; i < left.size(); i++) {
        long now = System.nanoTime();
        Search one = left.get(i);
        long most = now + Math.max(0, until - now) / (left.size() - i);
        one.chosen = one.troubles.attempt(FURTHER, Map.of(), () -> one.choose(most));
        one.chosen.forEach(all::put);
      }
      left.removeIf(one -> one.chosen.isEmpty());
      if (!all.isEmpty()) {
        Troubles.Concerning troubles =
            left.stream().map(one -> one.troubles).reduce(Troubles.Concerning::with).orElseThrow();
        Optional<Map<String, Row>> rows =
            troubles.attempt(FURTHER, Optional.empty(), () -> Optional.of(run(all.values(), end)));
        if (rows.isEmpty()) {
          return;
        }
        left.removeIf(
            one -> !one.troubles.attempt(FURTHER, false, () -> one.hasLearned(rows.get(), end)));
      }
    }
  }

  /** What came of cases, by their names. */
  private Map<String, Row> run(Collection<Case> cases, long end)
      throws IOException, DeviceUnavailableException {
    Map<String, Row> rows = new LinkedHashMap<>();
    trials
        .run(List.copyOf(cases), Duration.ofNanos(end - System.nanoTime()))
        .forEach(row -> rows.put(row.name(), row));
    return rows;
  }

  /** The search for the rule of some cases: what is known, and which rules that leaves open. */
  final class Search {
    private final Troubles.Concerning troubles;
    private final RuleFinder.Sides sides;
    private final boolean bySubcase;
    private final int rounds;
    private final List<Example> examples;
    private final List<Case> left;
    private final List<String> failed = new ArrayList<>();
    private final List<Case> passed = new ArrayList<>();
    private List<Rules.Ranked> open;
    private Map<String, Case> chosen = Map.of();
    private int round;

    private Search(
        Troubles.Concerning troubles,
        RuleFinder.Sides sides,
        List<Example> examples,
        List<Rules.Ranked> open) {
      this.troubles = troubles;
      this.sides = sides;
      this.bySubcase = isBySubcase(sides.failing());
      this.rounds =
          sides.failing().values().stream().allMatch(SmallerPrograms::isProgram)
              ? ROUNDS_OF_PROGRAMS
              : ROUNDS;
      this.examples = new ArrayList<>(examples);
      this.left = new ArrayList<>(sides.further());
      this.open = open;
    }

    /** The cases of the next round by their names; none where the search is over. */
    private Map<String, Case> choose(long end) {
      Map<String, Case> next = new LinkedHashMap<>();
      if (round++ < rounds && !open.isEmpty()) {
        Set<String> red = new LinkedHashSet<>();
        examples.stream().filter(Example::fails).forEach(one -> red.add(one.name()));
        Boundary.this
            .chosen(left, red, open, bySubcase, end)
            .forEach(one -> next.put(one.name(), one));
        left.removeAll(next.values());
      }
      return next;
    }

    /** Learns from the cases of the round; what is wrong with them throws. */
    private boolean hasLearned(Map<String, Row> rows, long end) {
      List<Case> alike = new ArrayList<>();
      chosen.forEach(
          (name, tested) -> {
            Row row = rows.get(name);
            if (row != null && row.outcome().isClean()) {
              passed.add(tested);
              examples.addAll(examples(tested, List.of(), false, bySubcase));
            } else if (row != null && sides.isAlike(row)) {
              failed.add(name);
              examples.addAll(examples(tested, row, bySubcase));
              alike.add(tested);
            }
          });
      alike.stream()
          .min(Comparator.comparing(SmallerPrograms::statements))
          .ifPresent(one -> left.addAll(SmallerPrograms.of(one, half(end))));
      open = ranked(examples, end);
      return true;
    }

    /**
     * What a single program has that none of those a step smaller has which pass: each of them says
     * more than a case of another program.
     */
    private Optional<SeparatingRule> ofNeighbours() {
      boolean isOfPrograms = rounds == ROUNDS_OF_PROGRAMS;
      return open.stream()
          .limit(isOfPrograms && passed.size() >= NEIGHBOURS ? 1 : 0)
          .map(Rules.Ranked::rule)
          .filter(SeparatingRule::isExact)
          .findFirst();
    }

    /** The further cases that passed. */
    List<Case> passed() {
      return passed;
    }

    /** The rule that is left, and what it rests on. */
    Learned learned() {
      return new Learned(
          Rules.best(open).or(this::ofNeighbours).orElse(null),
          failed,
          passed.stream().map(Case::name).toList(),
          bySubcase);
    }
  }

  /** Whether a rule holds for a case: for one of its subcases, where it is about these. */
  boolean holds(Learned learned, Case tested) {
    return examples(tested, List.of(), true, learned.bySubcase).stream()
        .anyMatch(one -> learned.rule.holds(one.of()));
  }

  private List<Example> examples(
      Case tested, List<String> failedSubcases, boolean fails, boolean bySubcase) {
    Map<String, Traits> subcases = doings.of(tested);
    if (!bySubcase || subcases.isEmpty()) {
      return List.of(new Example(tested.name(), fails, doings.whole(tested)));
    }
    List<Example> examples = new ArrayList<>();
    subcases.forEach(
        (name, of) ->
            examples.add(
                new Example(
                    tested.name(),
                    fails && (failedSubcases.isEmpty() || failedSubcases.contains(name)),
                    of)));
    return examples;
  }

  /**
   * Of what was not run those cases on which the rules differ most, each for reasons of its own,
   * those for which all of the first rule holds but one condition, and those for which it holds.
   * Cases are looked at in the order given, until there are enough.
   *
   * @param failing names of the cases that fail
   */
  private List<Case> chosen(
      List<Case> left, Set<String> failing, List<Rules.Ranked> open, boolean bySubcase, long end) {
    Rules.Doubts doubts = new Rules.Doubts(open);
    Map<Case, Rules.Doubt> known = new LinkedHashMap<>();
    for (int from = 0; from < left.size() && System.nanoTime() < end; from += LOOKED_AT) {
      List<Case> some = left.subList(from, Math.min(left.size(), from + LOOKED_AT));
      doings.look(some, end);
      for (Case one : some) {
        if (doings.isKnown(one)) {
          known.put(one, doubts.of(traits(one, bySubcase)));
        }
      }
      if (Rules.Doubts.differing(known, TOGETHER).size() == TOGETHER) {
        break;
      }
    }
    Set<Case> chosen = new LinkedHashSet<>(Rules.Doubts.differing(known, TOGETHER));
    chosen.addAll(
        OneChange.nearMisses(
            open.getFirst().rule(),
            failing,
            known.keySet(),
            Case::name,
            one -> traits(one, bySubcase),
            TOGETHER / 2));
    chosen.addAll(
        OneChange.of(
            failing,
            known.keySet().stream().filter(one -> known.get(one).first()).toList(),
            Case::name,
            TOGETHER / 2));
    return List.copyOf(chosen);
  }

  private List<Traits> traits(Case tested, boolean bySubcase) {
    return examples(tested, List.of(), false, bySubcase).stream().map(Example::of).toList();
  }
}
