// SPDX-License-Identifier: Apache-2.0
package coopcts.reports.explain;

import coopcts.reports.explain.TraitCondition.AtLeast;
import coopcts.reports.explain.TraitCondition.AtMost;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/**
 * Finds rules that tell failing cases from passing ones: sets of {@link TraitCondition}s, ranked by
 * the bits that it takes to say the rule and, with it, which of the examples fail (minimum
 * description length). A condition of what drivers branch on is said in fewer bits than a list of
 * words or a trait of a module. A passing case for which a rule holds costs little, as the numbers
 * of a case may hide a fault; a failing one for which it does not hold costs much.
 *
 * <p>If several rules take about as many bits, a further case on which they differ decides, which
 * the caller runs.
 */
public final class Rules {

  /** Conditions that are looked at. */
  private static final int MOST_CONDITIONS = 400;

  /** Rules that a further condition is added to. */
  private static final int EXTENDED = 60;

  /** Other ways of saying a condition that no example tells apart. */
  private static final int NAMED = 6;

  /** Random and chosen programs, which often meet several things at once. */
  private static final String PROGRAMS = "programs";

  /** One in so many failing cases at most may be of another cause. */
  private static final int FEW = 5;

  /** How a case for which the cause holds fails: mostly, as a Beta distribution before any. */
  private static final double FAILS = 3;

  private static final double HIDES = 0.5;

  /** So many failing cases with a passing subcase say as much as a passing case. */
  private static final int OF_SUBCASES = 3;

  /** How a case for which it does not hold fails: hardly ever. */
  private static final double OTHER_FAILS = 0.05;

  private static final double OTHER_PASSES = 5;

  /**
   * A case, or one of its subcases.
   *
   * @param name of the case
   * @param fails whether it fails
   * @param of its traits
   */
  public record Example(String name, boolean fails, Traits of) {}

  /**
   * A rule and what it takes to say it.
   *
   * @param rule of one to three conditions
   * @param bits for the rule and for which examples fail
   */
  public record Ranked(SeparatingRule rule, double bits) {}

  private final List<Example> failing;
  private final List<Example> passing;
  private final Set<String> failed = new LinkedHashSet<>();
  private final Set<String> passed = new LinkedHashSet<>();
  private final long end;

  /** The number of each passing example's case, negative for cases that fail by other subcases. */
  private final int[] ofCase;

  private final List<Condition> conditions = new ArrayList<>();

  /** The number of each instruction, and which of them each example has. */
  private final Map<Traits.Instruction, Integer> instructions = new HashMap<>();

  private final List<BitSet> failingWith;
  private final List<BitSet> passingWith;

  /**
   * A condition, the bits that it takes to say it, the examples that it is true of, and the
   * instructions of its kind, if it is of one.
   */
  private record Condition(
      TraitCondition condition,
      double bits,
      BitSet failing,
      BitSet passing,
      String kind,
      BitSet instructions) {}

  /** Some conditions together, by their numbers, and the examples that all of them are true of. */
  private record Together(
      List<Integer> numbers,
      Map<String, BitSet> instructions,
      BitSet failing,
      BitSet passing,
      int exceptions,
      double bits,
      int others) {}

  private Rules(List<Example> examples, long end) {
    this.end = end;
    failing = sorted(examples, true);
    passing = sorted(examples, false);
    failing.forEach(one -> failed.add(one.name()));
    passing.forEach(one -> passed.add(one.name()));
    passed.removeAll(failed);
    ofCase = new int[passing.size()];
    for (int i = 1; i < ofCase.length; i++) {
      ofCase[i] = ofCase[i - 1] + (passing.get(i).name().equals(passing.get(i - 1).name()) ? 0 : 1);
    }
    for (int i = 0; i < ofCase.length; i++) {
      ofCase[i] = failed.contains(passing.get(i).name()) ? -1 - ofCase[i] : ofCase[i];
    }
    failingWith = failing.stream().map(this::instructions).toList();
    passingWith = passing.stream().map(this::instructions).toList();
    candidates();
  }

  private BitSet instructions(Example of) {
    BitSet with = new BitSet();
    for (Traits.Instruction one : of.of().instructions()) {
      with.set(instructions.computeIfAbsent(one, _ -> instructions.size()));
    }
    return with;
  }

  /** Examples of one case stand together, those that tell the same once. */
  private static List<Example> sorted(List<Example> examples, boolean fails) {
    return examples.stream()
        .filter(one -> one.fails() == fails)
        .distinct()
        .sorted(Comparator.comparing(Example::name))
        .toList();
  }

  /**
   * {@return rules of one to three conditions that hold for most of the failing cases, those of the
   * fewest bits first} Of the failing ones at most a fifth is left out, or half where these are
   * random programs. It is empty where nothing fails or time was up.
   *
   * @param examples failing and passing cases, or their subcases
   * @param most greatest number of rules that are returned
   * @param end when to stop searching, as {@link System#nanoTime} counts
   */
  public static List<Ranked> ranked(List<Example> examples, int most, long end) {
    return new Rules(examples, end).ranked(most);
  }

  /** Conditions that no example tells apart are one until rules are found. */
  private List<Ranked> ranked(int most) {
    List<List<Condition>> alike = alike();
    List<Together> all = new ArrayList<>();
    List<Together> level =
        List.of(new Together(List.of(), Map.of(), all(failing), all(passing), 0, 0, 0));
    for (int size = 1; size <= Separation.MOST_TOGETHER; size++) {
      Map<Set<Integer>, Together> next = new LinkedHashMap<>();
      for (Together one : level) {
        extend(one, alike, size == 2, next);
      }
      level =
          next.values().stream()
              .sorted(Comparator.comparingDouble(Together::bits))
              .limit(size == 1 ? Long.MAX_VALUE : EXTENDED)
              .toList();
      all.addAll(level);
    }
    all.sort(Comparator.comparingDouble(Together::bits));
    List<Ranked> ranked = new ArrayList<>();
    for (Together one : all.subList(0, Math.min(most, all.size()))) {
      double data = one.bits;
      for (int number : one.numbers) {
        data -= alike.get(number).getFirst().bits;
      }
      for (List<Condition> some : named(one.numbers, alike)) {
        double bits = data + some.stream().mapToDouble(Condition::bits).sum();
        ranked.add(new Ranked(rule(one, some), bits));
      }
    }
    ranked.sort(Comparator.comparingDouble(Ranked::bits));
    return List.copyOf(ranked.subList(0, Math.min(most, ranked.size())));
  }

  /** The ways of saying some conditions: by each of those that are alike to one of them. */
  private static List<List<Condition>> named(List<Integer> numbers, List<List<Condition>> alike) {
    List<List<Condition>> named = new ArrayList<>();
    named.add(numbers.stream().map(number -> alike.get(number).getFirst()).toList());
    for (int i = 0; i < numbers.size(); i++) {
      for (Condition other : alike.get(numbers.get(i)).stream().skip(1).limit(NAMED).toList()) {
        List<Condition> some = new ArrayList<>(named.getFirst());
        some.set(i, other);
        named.add(some);
      }
    }
    return named;
  }

  /** Conditions by the examples that they are true of, those of the fewest bits first. */
  private List<List<Condition>> alike() {
    Map<List<BitSet>, List<Condition>> alike = new LinkedHashMap<>();
    for (Condition one : conditions) {
      alike
          .computeIfAbsent(
              List.of(one.failing, one.passing, one.instructions), _ -> new ArrayList<>())
          .add(one);
    }
    alike.values().forEach(some -> some.sort(Comparator.comparingDouble(Condition::bits)));
    return List.copyOf(alike.values());
  }

  /** Adds a condition that strikes out passing cases; those behind alone where all are extended. */
  private void extend(
      Together one, List<List<Condition>> alike, boolean behind, Map<Set<Integer>, Together> next) {
    int from = behind ? one.numbers.getLast() + 1 : 0;
    for (int at = from; at < alike.size() && System.nanoTime() < end; at++) {
      Condition more = alike.get(at).getFirst();
      BitSet green = and(one.passing, more.passing);
      BitSet red = and(one.failing, more.failing);
      Map<String, BitSet> instructions = one.instructions;
      if (!more.kind.isEmpty()) {
        instructions = new HashMap<>(one.instructions);
        BitSet before = instructions.get(more.kind);
        instructions.put(
            more.kind, before == null ? more.instructions : and(before, more.instructions));
        if (before != null) {
          having(instructions.get(more.kind), failingWith, red);
          having(instructions.get(more.kind), passingWith, green);
        }
      }
      if (!one.numbers.isEmpty()
          && (green.equals(one.passing) || isEnough(one, more, green, alike))) {
        continue;
      }
      int others = others(red);
      if (others < 0) {
        continue;
      }
      List<Integer> numbers = new ArrayList<>(one.numbers);
      numbers.add(at);
      double saying = numbers.stream().mapToDouble(i -> alike.get(i).getFirst().bits).sum();
      int exceptions = exceptions(green, false);
      double telling = telling(others, exceptions, exceptions(green, true));
      next.putIfAbsent(
          Set.copyOf(numbers),
          new Together(numbers, instructions, red, green, exceptions, saying + telling, others));
    }
  }

  /** Whether a further condition strikes out as much without one of those that are there. */
  private boolean isEnough(
      Together one, Condition more, BitSet green, List<List<Condition>> alike) {
    for (int left : one.numbers) {
      BitSet without = (BitSet) more.passing.clone();
      for (int number : one.numbers) {
        if (number != left) {
          without.and(alike.get(number).getFirst().passing);
        }
      }
      if (without.equals(green)) {
        return true;
      }
    }
    return false;
  }

  /** Leaves of some examples those that have one of some instructions. */
  private static void having(BitSet instructions, List<BitSet> with, BitSet examples) {
    for (int i = examples.nextSetBit(0); i >= 0; i = examples.nextSetBit(i + 1)) {
      if (!with.get(i).intersects(instructions)) {
        examples.clear(i);
      }
    }
  }

  /** How many failing cases are not so, or -1 where these are too many to be of another cause. */
  private int others(BitSet red) {
    if (red.cardinality() == failing.size()) {
      return 0;
    }
    Map<String, Boolean> others = new HashMap<>();
    for (int i = red.nextClearBit(0); i < failing.size(); i = red.nextClearBit(i + 1)) {
      others.put(failing.get(i).name(), failing.get(i).of().isProgram());
    }
    long systematic = others.values().stream().filter(isProgram -> !isProgram).count();
    return 2 * others.size() > failed.size() || FEW * systematic > failed.size()
        ? -1
        : others.size();
  }

  /** Passing cases that are so, or the failing ones of which a passing subcase is so. */
  private int exceptions(BitSet green, boolean fail) {
    int count = 0;
    int before = Integer.MAX_VALUE;
    for (int i = green.nextSetBit(0); i >= 0; i = green.nextSetBit(i + 1)) {
      count += ofCase[i] == before || ofCase[i] < 0 != fail ? 0 : 1;
      before = ofCase[i];
    }
    return count;
  }

  /** The bits for which of the examples fail, if it is known of which a rule holds. */
  private double telling(int others, int exceptions, int subcases) {
    return surprise(
            FAILS, HIDES, failed.size() - others, exceptions + Math.ceilDiv(subcases, OF_SUBCASES))
        + surprise(OTHER_FAILS, OTHER_PASSES, others, Math.max(0, passed.size() - exceptions));
  }

  /** The bits for so many successes and failures, in any one order, of an unknown frequency. */
  private static double surprise(double success, double failure, int successes, int failures) {
    double bits = 0;
    for (int i = 0; i < successes; i++) {
      bits -= Math.log((success + i) / (success + failure + i));
    }
    for (int i = 0; i < failures; i++) {
      bits -= Math.log((failure + i) / (success + successes + failure + i));
    }
    return bits / Math.log(2);
  }

  private SeparatingRule rule(Together one, List<Condition> some) {
    return new SeparatingRule(
        some.stream().map(Condition::condition).sorted(Comparator.comparing(Rules::place)).toList(),
        failed.size() - one.others,
        one.others,
        passed.size(),
        one.exceptions);
  }

  /** Numbers are said first, then what shaders do, then words. */
  private static int place(TraitCondition condition) {
    return switch (condition) {
      case TraitCondition.Does _ -> 1;
      case TraitCondition.OneOf _, TraitCondition.Has _, TraitCondition.Word _ -> 2;
      default -> 0;
    };
  }

  private static BitSet and(BitSet one, BitSet other) {
    BitSet both = (BitSet) one.clone();
    both.and(other);
    return both;
  }

  private static BitSet all(List<Example> examples) {
    BitSet all = new BitSet();
    all.set(0, examples.size());
    return all;
  }

  /** What all failing cases share, or all but those of one group or word, or most of them. */
  private void candidates() {
    List<Traits> good = passing.stream().map(Example::of).distinct().toList();
    Set<String> data = new HashSet<>();
    failing.forEach(one -> data.addAll(one.of().data()));
    Set<TraitCondition> all = new LinkedHashSet<>(shared(failing));
    Map<String, Set<String>> groups = new LinkedHashMap<>();
    for (Example one : failing) {
      for (String group : groups(one)) {
        groups.computeIfAbsent(group, _ -> new HashSet<>()).add(one.name());
      }
    }
    Set<Set<String>> seen = new HashSet<>();
    groups.forEach(
        (group, names) -> {
          if (names.size() * (group.equals(PROGRAMS) ? 2 : FEW) <= failed.size()
              && seen.add(names)) {
            all.addAll(
                shared(failing.stream().filter(one -> !names.contains(one.name())).toList()));
          }
        });
    for (TraitCondition one : List.copyOf(all)) {
      all.addAll(boundaries(one, good));
    }
    Map<TraitCondition, Set<String>> single = new LinkedHashMap<>();
    failing.forEach(
        one ->
            single(one.of())
                .forEach(
                    condition ->
                        single.computeIfAbsent(condition, _ -> new HashSet<>()).add(one.name())));
    single.forEach(
        (condition, names) -> {
          if (FEW * (failed.size() - names.size()) <= failed.size()) {
            all.add(condition);
          }
        });
    all.stream()
        .filter(one -> good.stream().anyMatch(of -> one.isOf(of) && !one.isTrueOf(of)))
        .sorted(Comparator.comparingDouble(one -> one.bits(data)))
        .limit(MOST_CONDITIONS)
        .forEach(
            one -> {
              if (System.nanoTime() < end) {
                conditions.add(condition(one, one.bits(data)));
              }
            });
  }

  private Condition condition(TraitCondition one, double bits) {
    String kind = one instanceof TraitCondition.Does(_, String of) ? of : "";
    BitSet having = new BitSet();
    if (!kind.isEmpty()) {
      instructions.forEach(
          (instruction, number) -> having.set(number, instruction.facts().contains(one.words())));
    }
    return new Condition(one, bits, where(one, failing), where(one, passing), kind, having);
  }

  private static BitSet where(TraitCondition condition, List<Example> examples) {
    BitSet where = new BitSet();
    for (int i = 0; i < examples.size(); i++) {
      where.set(i, condition.isTrueOf(examples.get(i).of()));
    }
    return where;
  }

  private static List<TraitCondition> shared(List<Example> failing) {
    Separation shared = new Separation();
    failing.stream().map(Example::of).distinct().forEach(shared::add);
    return shared.shared();
  }

  private static List<TraitCondition> single(Traits of) {
    List<TraitCondition> single = new ArrayList<>();
    Map<String, String> kinds = new HashMap<>();
    of.instructions().forEach(some -> some.facts().forEach(fact -> kinds.put(fact, some.kind())));
    of.facts()
        .forEach(fact -> single.add(new TraitCondition.Does(fact, kinds.getOrDefault(fact, ""))));
    of.values()
        .forEach(
            (parameter, value) ->
                single.add(
                    Traits.isPiece(parameter)
                        ? new TraitCondition.Has(Traits.parameter(parameter), Set.of(value))
                        : new TraitCondition.OneOf(parameter, Set.of(value))));
    of.words().forEach(word -> single.add(new TraitCondition.Word(word)));
    return single;
  }

  /** What a case may be of another cause by: a word of its name, where few have it. */
  private static List<String> groups(Example one) {
    Map<String, String> values = one.of().values();
    return Stream.concat(
            Stream.of(
                one.of().isProgram() ? PROGRAMS : null,
                one.of().place(),
                values.get("way"),
                values.get("stage"),
                one.name()),
            one.of().words().stream())
        .filter(Objects::nonNull)
        .toList();
  }

  /**
   * {@return the rule that is worth saying of some that are ranked: the first, if it holds for few
   * enough cases that pass and rests on enough cases}
   *
   * @param ranked those of the fewest bits first
   */
  public static Optional<SeparatingRule> best(List<Ranked> ranked) {
    return ranked.stream().limit(1).map(Ranked::rule).filter(Rules::isWorthSaying).findFirst();
  }

  /**
   * {@return whether a rule holds for few enough cases that pass and rests on enough cases}
   *
   * @param rule of one to three conditions, with the numbers of cases that it was found from
   */
  public static boolean isWorthSaying(SeparatingRule rule) {
    return rule.saysEnough() && isSupported(rule);
  }

  /**
   * How far rules differ on a case that was not run.
   *
   * @param holding which of them hold, by their ranks
   * @param share of the weight of all rules that they have: 0 to 1
   */
  public record Doubt(BitSet holding, double share) {

    /** {@return whether most of the weight says that the case fails} */
    public boolean holds() {
      return share > 0.5;
    }

    /** {@return whether the first of the rules holds} */
    public boolean first() {
      return holding.get(0);
    }

    double amount() {
      return share * (1 - share);
    }
  }

  /** Rules by their weight: each bit more halves it. */
  public static final class Doubts {
    private static final double LEAST = 0.01;

    private final List<Ranked> ranked;

    /**
     * Prepares the weights.
     *
     * @param ranked those of the fewest bits first
     */
    public Doubts(List<Ranked> ranked) {
      this.ranked = ranked;
    }

    /**
     * {@return how far the rules differ on a case}
     *
     * @param of traits of the case, or of each of its subcases
     */
    public Doubt of(List<Traits> of) {
      BitSet holding = new BitSet();
      double all = 0;
      double share = 0;
      for (int i = 0; i < ranked.size(); i++) {
        SeparatingRule rule = ranked.get(i).rule();
        double weight = Math.pow(2, ranked.getFirst().bits() - ranked.get(i).bits());
        all += weight;
        if (of.stream().anyMatch(rule::holds)) {
          holding.set(i);
          share += weight;
        }
      }
      return new Doubt(holding, share / all);
    }

    /**
     * {@return the cases on which rules differ most, each for reasons of its own}
     *
     * @param known cases with how far rules differ on them
     * @param most that are chosen
     * @param <T> cases
     */
    public static <T> List<T> differing(Map<T, Doubt> known, int most) {
      Set<BitSet> seen = new HashSet<>();
      return known.entrySet().stream()
          .filter(one -> one.getValue().amount() >= LEAST)
          .sorted(Comparator.comparing(one -> -one.getValue().amount()))
          .filter(one -> seen.add(one.getValue().holding()))
          .limit(most)
          .map(Map.Entry::getKey)
          .toList();
    }
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

  /**
   * The same bound as far away as what passes leaves it open, and powers of two up to there: what
   * passes by another condition leaves more of them open.
   */
  private static List<TraitCondition> boundaries(TraitCondition bound, List<Traits> good) {
    List<TraitCondition> bounds = new ArrayList<>();
    switch (bound) {
      case AtLeast(String number, long least) -> {
        values(number, good)
            .filter(value -> value < least - 1)
            .max()
            .ifPresent(value -> bounds.add(new AtLeast(number, value + 1)));
        long lowest = values(number, good).min().orElse(least);
        for (long power = Long.highestOneBit(least); power > lowest; power /= 2) {
          bounds.add(new AtLeast(number, power));
        }
      }
      case AtMost(String number, long most) -> {
        values(number, good)
            .filter(value -> value > most + 1)
            .min()
            .ifPresent(value -> bounds.add(new AtMost(number, value - 1)));
        long highest = values(number, good).max().orElse(most);
        for (long power = Math.max(1, Long.highestOneBit(most)); power < highest; power *= 2) {
          if (power > most) {
            bounds.add(new AtMost(number, power));
          }
        }
      }
      default -> {}
    }
    return bounds;
  }

  private static LongStream values(String number, List<Traits> of) {
    return of.stream().filter(one -> one.has(number)).mapToLong(one -> one.numbers().get(number));
  }
}
