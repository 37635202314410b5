// SPDX-License-Identifier: Apache-2.0
package coopcts.causes;

import coopcts.cases.Family;
import coopcts.cases.Profile;
import coopcts.combinations.Evenly;
import coopcts.model.DeviceReport;
import coopcts.plan.Case;
import coopcts.plan.Parameters;
import coopcts.reports.explain.Buckets;
import coopcts.reports.explain.Causes;
import coopcts.reports.explain.Fingerprint;
import coopcts.reports.explain.Rules;
import coopcts.reports.explain.SeparatingRule;
import coopcts.reports.explain.TraitCondition;
import coopcts.reports.explain.Traits;
import coopcts.reports.read.RecordedVerdict;
import coopcts.reports.read.Row;
import coopcts.reports.read.Rows;
import coopcts.run.select.CaseLists;
import coopcts.run.select.Cases;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What sets the buckets of a run apart from cases that pass: of the same families, of others, and
 * from further cases of these families, which are run where rules differ. Buckets that may be of
 * one cause and that one rule explains have one rule: those of wrong elements, of crashes, and
 * those that said the same.
 */
final class RuleFinder {

  /** What is not found out of buckets where their search throws. */
  private static final String RULE = "what sets its cases apart";

  /** Failing cases of a bucket, and passing ones of the same families, that are looked at. */
  private static final int FAILING = 60;

  private static final int NEAR = 180;

  /** Passing cases of other families. */
  private static final int FAR = 90;

  /** Further cases that may be run. */
  private static final int FURTHER = 160;

  /** Failing cases of a bucket that a rule of another one has to hold for. */
  private static final int OF_ANOTHER = 8;

  /** Of them such as stand in frames or take other ways. */
  private static final int FURTHER_SLOW = 40;

  /**
   * Cases of a family that are listed to choose further ones from; behind these one in so many, and
   * what differs from a failing one by so few parts of its name.
   */
  private static final int MOST_LISTED = 5_000;

  private static final int ONE_IN = 10;
  private static final int NEAR_BY = 2;

  /** How often passing cases are looked for that refute rules, and how many for each. */
  private static final int REFUTING = 4;

  private static final int OF_A_RULE = 2;

  private static final int OF_A_ROUND = 12;

  /** Into so many parts the time that is left is shared at most. */
  private static final int SHARES = 10;

  /** Rules of names that are looked at until one is not refuted. */
  private static final int OPEN_NAMES = 40;

  /** A rule of shaders rests on so many passing cases at least, if the run has them. */
  private static final int LEAST = 30;

  /** Failing programs that are made smaller. */
  private static final int OF_PROGRAMS = 3;

  private final List<Family> families;
  private final DeviceReport report;
  private final Map<String, Case> cases;
  private final Boundary boundary;
  private final Troubles troubles;
  private final ProgramRules programs;
  private final Cases listed;
  private final Map<Family, Listing> listings = new HashMap<>();
  private final Set<String> ran = new LinkedHashSet<>();

  /** The family of each case that passes, by the case's name. */
  private final Map<String, String> clean = new LinkedHashMap<>();

  private final List<Boundary.Learned> learned = new ArrayList<>();

  /**
   * @param cases those that are known, by their names
   * @param rows of the run
   * @param troubles where it is noted what throws; other buckets have their rules all the same
   */
  RuleFinder(
      List<Family> families,
      DeviceReport report,
      Map<String, Case> cases,
      Rows rows,
      Boundary boundary,
      Troubles troubles) {
    this.families = families;
    this.report = report;
    this.cases = cases;
    this.boundary = boundary;
    this.troubles = troubles;
    this.listed = new Cases(families, report, Profile.DEFAULT);
    rows.names(_ -> true).forEach(ran::add);
    rows.names(RecordedVerdict::isClean).forEach(name -> clean.put(name, Traits.place(name)));
    this.programs = new ProgramRules(boundary, troubles, this::named, clean, rows);
  }

  /** The rules that were found. */
  List<Boundary.Learned> learned() {
    return learned;
  }

  /** What failing programs were made smaller to, by the names of their cases. */
  Map<String, Case> least() {
    return programs.least();
  }

  /**
   * What sets each bucket apart, by its identity; nothing of those that time did not suffice for.
   * Programs that nothing else fails like are made smaller first, as their names say nothing. Rules
   * of names, for which nothing is run, are found of all buckets then. Then each bucket has its
   * share of the time for what its shaders do, and further cases are run for all together.
   */
  Map<String, Causes.Where> find(List<Buckets.Bucket> buckets, long all) {
    programs.makeSmaller(buckets, all);
    long end = buckets.stream().anyMatch(programs::isLeast) ? beforeRules(all) : all;
    NamedRules named = named(buckets, Boundary.half(end));
    List<Group> groups = groups(named.together(buckets), Boundary.half(end));
    List<Group> known = new ArrayList<>();
    List<Group> coarse = new ArrayList<>();
    // Further cases may leave another rule than the one that joined buckets.
    while (!groups.isEmpty()) {
      boundary.tried(groups.stream().map(Group::search).toList(), end);
      List<Group> again = new ArrayList<>();
      for (Group group : groups) {
        Judged judged =
            troubles
                .of(group.buckets)
                .attempt(RULE, new Judged(true, List.of()), () -> judged(group, named, end));
        if (judged.isOne && judged.parts.isEmpty()) {
          known.add(group);
        } else if (judged.isOne) {
          coarse.add(group);
        }
        again.addAll(judged.parts);
      }
      groups = again;
    }
    coarse.forEach(group -> joinUnlessBetter(group, known));
    Map<String, Causes.Where> rules = new HashMap<>();
    boolean isCut = System.nanoTime() >= end;
    for (Group group : known) {
      troubles
          .of(group.buckets)
          .attempt(RULE, Map.<String, Causes.Where>of(), () -> told(group, named, isCut))
          .forEach(rules::put);
    }
    for (Buckets.Bucket bucket : buckets) {
      Optional<NamedRules.Named> rule = named.of(bucket);
      if (rule.isPresent() && known.stream().noneMatch(group -> group.buckets.contains(bucket))) {
        learned.add(new Boundary.Learned(rule.get().rule(), List.of(), List.of(), false));
        rules.put(bucket.id(), where(learned.getLast(), rule.get().buckets()));
      }
    }
    List<Buckets.Bucket> open =
        buckets.stream()
            .filter(one -> rules.getOrDefault(one.id(), Causes.Where.NOWHERE).words().isEmpty())
            .toList();
    programs
        .rules(open, all)
        .forEach(
            (some, rule) -> {
              learned.add(rule);
              some.forEach(one -> rules.put(one.id(), where(rule, some)));
            });
    return rules;
  }

  /** Seven eighths of the time until an end: the rest is for the rules of programs. */
  private static long beforeRules(long end) {
    return end - (end - System.nanoTime()) / 8;
  }

  /**
   * What further cases have left of a group.
   *
   * @param isOne whether it is of one cause
   * @param parts to look at apart
   */
  private record Judged(boolean isOne, List<Group> parts) {}

  private Judged judged(Group group, NamedRules named, long end) {
    List<Buckets.Bucket> explained = explained(group, end);
    boolean isOne = explained.size() == group.buckets.size() || stands(group, named, end);
    if (!isOne) {
      return new Judged(false, apart(group, explained, named, end));
    }
    boolean isTried = group.buckets.size() > 1 && isCoarse(group) && System.nanoTime() < end;
    return new Judged(true, isTried ? apart(group, List.of(), named, end) : List.of());
  }

  /** Whether the rule of some buckets holds for cases that pass, or leaves failing ones out. */
  private static boolean isCoarse(Group group) {
    SeparatingRule rule = group.search.learned().rule();
    return rule != null && !rule.isExact();
  }

  /**
   * Takes buckets together again that were apart for a trial, unless each alone has a rule and
   * these separate better than the one of all.
   */
  private static void joinUnlessBetter(Group group, List<Group> known) {
    List<Group> apart =
        known.stream().filter(one -> group.buckets.containsAll(one.buckets)).toList();
    boolean isBetter =
        apart.stream().allMatch(one -> one.search.learned().rule() != null)
            && apart.stream().mapToInt(RuleFinder::mistakes).sum() < mistakes(group);
    if (!isBetter) {
      known.removeAll(apart);
      known.add(group);
    }
  }

  /** Cases that the rule of some buckets is wrong about. */
  private static int mistakes(Group group) {
    SeparatingRule rule = group.search.learned().rule();
    return rule.exceptions() + rule.others();
  }

  /** Whether buckets stay together by their names, as what their shaders do was not found out. */
  private boolean stands(Group group, NamedRules named, long end) {
    Boundary.Learned found = group.search.learned();
    return (found.rule() == null || System.nanoTime() >= end)
        && named.of(group.buckets).flatMap(rule -> held(rule, found, group.buckets)).isPresent();
  }

  /**
   * Buckets of which a rule is looked for together.
   *
   * @param ofFirst failing cases of the first
   */
  private record Group(
      List<Buckets.Bucket> buckets, Map<Row, Case> ofFirst, Boundary.Search search) {}

  /**
   * Buckets that names join, with those that may be of their cause, the largest first, each with
   * its share of the time.
   */
  private List<Group> groups(List<List<Buckets.Bucket>> units, long end) {
    List<Group> groups = new ArrayList<>();
    List<List<Buckets.Bucket>> left = new ArrayList<>(units);
    // What a program became tells as much as further cases would.
    left.sort(Comparator.comparing(this::isLeast));
    while (!left.isEmpty() && !isLeast(left.getFirst()) && System.nanoTime() < end) {
      long now = System.nanoTime();
      int shares = (int) left.stream().filter(one -> !isLeast(one)).limit(SHARES).count();
      long until = now + (end - now) / shares;
      List<Buckets.Bucket> unit = left.removeFirst();
      Optional<Group> group =
          troubles
              .of(unit)
              .attempt(RULE, Optional.empty(), () -> Optional.of(grouped(unit, left, until)));
      group.ifPresent(groups::add);
      group.ifPresent(one -> left.removeIf(one.buckets::containsAll));
    }
    return groups;
  }

  private boolean isLeast(List<Buckets.Bucket> unit) {
    return unit.stream().allMatch(programs::isLeast);
  }

  /** Buckets that names join, with those of the others that may be of their cause. */
  private Group grouped(List<Buckets.Bucket> unit, List<List<Buckets.Bucket>> others, long until) {
    Sides sides = refuted(sides(unit, until), until);
    List<Rules.Ranked> open = boundary.open(sides, until);
    List<List<Buckets.Bucket>> alike = together(unit, others, open, until);
    Map<Row, Case> ofFirst = unit.size() == 1 ? sides.failing() : cases(unit.getFirst(), FAILING);
    return alike.isEmpty()
        ? new Group(unit, ofFirst, boundary.search(troubles.of(unit), sides, open, until))
        : group(
            Stream.concat(unit.stream(), alike.stream().flatMap(List::stream)).toList(),
            ofFirst,
            List.of(),
            until);
  }

  private Group group(
      List<Buckets.Bucket> buckets, Map<Row, Case> ofFirst, List<Case> passed, long end) {
    Sides sides = sides(buckets, end);
    List<Case> passing = new ArrayList<>(sides.passing());
    passing.addAll(passed);
    Sides all = refuted(new Sides(sides.failing(), passing, sides.further()), end);
    return new Group(
        buckets, ofFirst, boundary.search(troubles.of(buckets), all, boundary.open(all, end), end));
  }

  /** Those of a group's buckets that its rule explains; all where it is one bucket. */
  private List<Buckets.Bucket> explained(Group group, long end) {
    if (group.buckets.size() == 1) {
      return group.buckets;
    }
    SeparatingRule rule = group.search.learned().rule();
    List<Buckets.Bucket> explained = explained(rule, group.buckets, group.ofFirst, end);
    boolean isOne = rule != null && rule.isSharp() && !isListOfEach(rule, group.buckets);
    return explained.size() == group.buckets.size() && !isOne ? List.of() : explained;
  }

  /**
   * Whether a rule lists words of which each bucket has its own, and the buckets look different:
   * that joins whatever fails.
   */
  private static boolean isListOfEach(SeparatingRule rule, List<Buckets.Bucket> buckets) {
    boolean isOneLook =
        buckets.stream().map(Buckets.Bucket::kind).distinct().count() < buckets.size();
    return !isOneLook
        && rule.conditions().stream()
            .filter(TraitCondition.OneOf.class::isInstance)
            .map(TraitCondition.OneOf.class::cast)
            .filter(one -> one.values().size() > 1)
            .anyMatch(
                one -> {
                  Set<String> seen = new LinkedHashSet<>();
                  return buckets.stream().allMatch(bucket -> ofItsOwn(bucket, one, seen));
                });
  }

  /** Whether no bucket before has one of the words that this one has. */
  private static boolean ofItsOwn(
      Buckets.Bucket bucket, TraitCondition.OneOf list, Set<String> seen) {
    Set<String> own =
        bucket.members().stream()
            .map(row -> Traits.of(row.name()).values().getOrDefault(list.parameter(), ""))
            .collect(Collectors.toSet());
    return own.stream().noneMatch(seen::contains) && seen.addAll(own);
  }

  /**
   * Buckets that are not of one cause: those that a rule explains together, others alone, or with
   * those that names join them with.
   */
  private List<Group> apart(
      Group group, List<Buckets.Bucket> explained, NamedRules named, long end) {
    List<Group> apart = new ArrayList<>();
    List<Buckets.Bucket> alone = new ArrayList<>(group.buckets);
    long until = Boundary.half(end);
    if (explained.size() > 1) {
      alone.removeAll(explained);
      apart.add(group(explained, group.ofFirst, group.search.passed(), until));
    }
    alone.removeIf(programs::isLeast);
    while (!alone.isEmpty()) {
      List<Buckets.Bucket> unit = named.together(alone).getFirst();
      if (unit.size() == group.buckets.size() || !alone.containsAll(unit)) {
        unit = List.of(alone.getFirst());
      }
      alone.removeAll(unit);
      apart.add(group(unit, cases(unit.getFirst(), FAILING), List.of(), until));
    }
    return apart;
  }

  /**
   * Notes what a search has found of its buckets. Where it found nothing, or the run refutes a rule
   * of some of its cases, the one of all of the names stands.
   */
  private Map<String, Causes.Where> told(Group group, NamedRules named, boolean isCut) {
    Map<String, Causes.Where> rules = new HashMap<>();
    Boundary.Learned found = group.search.learned();
    Optional<SeparatingRule> held =
        Optional.ofNullable(found.rule()).flatMap(rule -> held(rule, found, group.buckets));
    Optional<SeparatingRule> ofNames =
        named.of(group.buckets).flatMap(rule -> held(rule, found, group.buckets));
    for (Buckets.Bucket one : group.buckets) {
      Optional<SeparatingRule> byName =
          held.isPresent() && !isCut
              ? Optional.empty()
              : ofNames.or(
                  () ->
                      named
                          .alone(one)
                          .flatMap(rule -> held(rule, found, List.of(one)))
                          .or(
                              () ->
                                  named(List.of(one), found.failed(), found.passed(), soon())
                                      .rule()));
      boolean isByName =
          held.isEmpty() || isCut && byName.filter(rule -> rule.isExact()).isPresent();
      Optional<SeparatingRule> rule = isByName ? byName : held;
      Boundary.Learned told =
          new Boundary.Learned(
              rule.orElse(null), found.failed(), found.passed(), !isByName && found.bySubcase());
      if (rule.isPresent()) {
        learned.add(told);
      }
      if (rule.isPresent() || found.rule() == null && !isCut) {
        rules.put(
            one.id(), where(told, isByName && ofNames.isEmpty() ? List.of(one) : group.buckets));
      }
    }
    return rules;
  }

  private static long soon() {
    return System.nanoTime() + Boundary.LAST_RANKING.toNanos();
  }

  private static Causes.Where where(Boundary.Learned told, List<Buckets.Bucket> buckets) {
    int fail = told.failed().size() + buckets.stream().mapToInt(Buckets.Bucket::count).sum();
    return Causes.Where.tried(told.rule(), fail, told.failed(), told.passed());
  }

  /** The rules of names of buckets, alone and together, held against all cases of the run. */
  NamedRules named(List<Buckets.Bucket> buckets, long end) {
    return NamedRules.of(
        buckets,
        some ->
            troubles
                .of(some)
                .attempt(
                    "a rule of names",
                    NamedRules.Found.NOTHING,
                    () -> named(some, List.of(), List.of(), end)),
        end);
  }

  /** Beside cases of the same families: names do not say what those of others lack. */
  private NamedRules.Found named(
      List<Buckets.Bucket> buckets, List<String> failed, List<String> passed, long end) {
    List<String> failing =
        Stream.concat(
                buckets.stream().flatMap(bucket -> bucket.members().stream()).map(Row::name),
                failed.stream())
            .filter(RuleFinder::isSystematic)
            .toList();
    Map<String, Traits> beside = new LinkedHashMap<>();
    Stream.concat(beside(failing).get(true).stream(), passed.stream())
        .filter(RuleFinder::isSystematic)
        .forEach(name -> beside.put(name, Traits.of(name)));
    if (failing.isEmpty() || beside.isEmpty()) {
      return NamedRules.Found.NOTHING;
    }
    Set<String> passing =
        new LinkedHashSet<>(NearNames.of(List.copyOf(beside.keySet()), failing, NEAR));
    List<Rules.Example> examples = new ArrayList<>();
    passing.addAll(passed.stream().filter(RuleFinder::isSystematic).toList());
    Evenly.of(failing, FAILING).forEach(name -> examples.add(example(name, true)));
    passing.forEach(name -> examples.add(example(name, false)));
    List<Rules.Ranked> ranked = List.of();
    for (int round = 0; round < REFUTING && System.nanoTime() < end; round++) {
      ranked = Rules.ranked(examples, OPEN_NAMES, end);
      Set<String> refuting = new LinkedHashSet<>(refuting(ranked, beside));
      refuting.removeAll(passing);
      if (refuting.isEmpty()) {
        break;
      }
      Evenly.of(refuting, OF_A_ROUND).forEach(name -> examples.add(example(name, false)));
      passing.addAll(refuting);
    }
    int count = failed.size() + buckets.stream().mapToInt(Buckets.Bucket::count).sum();
    for (Rules.Ranked one : ranked) {
      Optional<SeparatingRule> held =
          Optional.of(one.rule())
              .filter(Rules::isWorthSaying)
              .flatMap(rule -> rule.heldAgainst(failing, beside.keySet()))
              .flatMap(rule -> rule.ofAll(count));
      if (held.isPresent()) {
        return new NamedRules.Found(held, one.bits());
      }
    }
    return new NamedRules.Found(Optional.empty(), ranked.isEmpty() ? 0 : ranked.getFirst().bits());
  }

  static boolean isSystematic(String name) {
    return !Parameters.isOfPrograms(Traits.place(name));
  }

  private static Rules.Example example(String name, boolean fails) {
    return new Rules.Example(name, fails, Traits.of(name));
  }

  /** Of each rule some cases that pass and for which it holds. */
  private static List<String> refuting(List<Rules.Ranked> ranked, Map<String, Traits> passing) {
    return ranked.stream()
        .map(Rules.Ranked::rule)
        .filter(SeparatingRule::isOfNames)
        .flatMap(
            rule ->
                passing.entrySet().stream()
                    .filter(one -> rule.holds(one.getValue()))
                    .limit(OF_A_RULE)
                    .map(Map.Entry::getKey))
        .toList();
  }

  /** The same with passing cases of the run that refute rules of names which are open. */
  private Sides refuted(Sides sides, long end) {
    Map<String, Traits> beside = new LinkedHashMap<>();
    beside(sides.failing().keySet().stream().map(Row::name).toList())
        .get(true)
        .forEach(name -> beside.put(name, Traits.of(name)));
    Sides all = sides;
    for (int round = 0; round < REFUTING && System.nanoTime() < end; round++) {
      Set<String> refuting = new LinkedHashSet<>(refuting(boundary.open(all, end), beside));
      List<Case> more = new ArrayList<>(all.passing());
      Evenly.of(refuting, OF_A_ROUND).forEach(name -> named(name).ifPresent(more::add));
      if (refuting.isEmpty()) {
        break;
      }
      all = new Sides(all.failing(), more, all.further());
    }
    return all;
  }

  /**
   * A rule, held against all cases of the run where names tell; nothing if refuted, or if the time
   * sufficed for few passing shaders alone.
   */
  private Optional<SeparatingRule> held(
      SeparatingRule rule, Boundary.Learned found, List<Buckets.Bucket> buckets) {
    if (!rule.isOfNames()) {
      return Optional.of(rule).filter(one -> one.passing() >= Math.min(LEAST, clean.size()));
    }
    Set<String> failing = new LinkedHashSet<>(found.failed());
    buckets.forEach(bucket -> bucket.members().forEach(row -> failing.add(row.name())));
    Set<String> passing = new LinkedHashSet<>(found.passed());
    beside(failing).get(true).forEach(passing::add);
    return rule.heldAgainst(failing, passing);
  }

  /** The cases that pass, by whether they are of the families of some that fail. */
  private Map<Boolean, List<String>> beside(Collection<String> failing) {
    Set<String> places = places(failing);
    boolean hasPrograms = places.stream().anyMatch(Parameters::isOfPrograms);
    return clean.entrySet().stream()
        .collect(
            Collectors.partitioningBy(
                one ->
                    places.contains(one.getValue())
                        || hasPrograms && Parameters.isOfPrograms(one.getValue()),
                Collectors.mapping(Map.Entry::getKey, Collectors.toList())));
  }

  private static Set<String> places(Collection<String> names) {
    return names.stream().map(Traits::place).collect(Collectors.toCollection(LinkedHashSet::new));
  }

  /**
   * Of others those that one of the rules of some buckets explains: the rule that explains most.
   */
  private List<List<Buckets.Bucket>> together(
      List<Buckets.Bucket> unit,
      List<List<Buckets.Bucket>> others,
      List<Rules.Ranked> open,
      long end) {
    List<List<Buckets.Bucket>> most = List.of();
    Map<List<Buckets.Bucket>, Map<Row, Case>> failing = new LinkedHashMap<>();
    for (List<Buckets.Bucket> other : others) {
      // What ends a process is in no program twice: what it became has a rule of its own.
      boolean isApart = isLeast(other) && unit.getFirst().verdict() == RecordedVerdict.CRASH;
      if (!isApart && other.stream().allMatch(one -> OneCause.isPossible(unit.getFirst(), one))) {
        Map<Row, Case> some = new LinkedHashMap<>();
        other.forEach(one -> some.putAll(cases(one, OF_ANOTHER)));
        failing.put(other, some);
      }
    }
    for (SeparatingRule rule :
        open.stream().map(Rules.Ranked::rule).filter(Rules::isSupported).toList()) {
      List<List<Buckets.Bucket>> explained = new ArrayList<>();
      failing.forEach(
          (other, some) -> {
            if (!some.isEmpty() && boundary.explains(rule, some, end)) {
              explained.add(other);
            }
          });
      if (count(explained) > count(most)) {
        most = explained;
      }
    }
    return most;
  }

  private static int count(List<List<Buckets.Bucket>> units) {
    return units.stream().flatMap(List::stream).mapToInt(Buckets.Bucket::count).sum();
  }

  /** Those of some buckets that a rule explains; none where the first is not among them. */
  private List<Buckets.Bucket> explained(
      SeparatingRule rule, List<Buckets.Bucket> together, Map<Row, Case> ofFirst, long end) {
    if (rule == null || !boundary.explains(rule, ofFirst, end)) {
      return List.of();
    }
    List<Buckets.Bucket> explained = new ArrayList<>(together);
    explained
        .subList(1, explained.size())
        .removeIf(other -> !boundary.explains(rule, cases(other, OF_ANOTHER), end));
    return explained;
  }

  private Map<Row, Case> cases(Buckets.Bucket bucket, int most) {
    Map<Row, Case> failing = new LinkedHashMap<>();
    for (Row row : Evenly.of(bucket.members(), most)) {
      programs.least(row).ifPresent(tested -> failing.put(row, tested));
    }
    return failing;
  }

  /**
   * Cases to find a rule from.
   *
   * @param further such as were not run
   */
  record Sides(Map<Row, Case> failing, List<Case> passing, List<Case> further) {

    /** Whether a further case failed as one of those that fail. */
    boolean isAlike(Row row) {
      Fingerprint print = Fingerprint.of(row);
      return failing.keySet().stream().map(Fingerprint::of).anyMatch(print::isLike);
    }
  }

  private Sides sides(List<Buckets.Bucket> buckets, long end) {
    Map<Row, Case> failing = new LinkedHashMap<>();
    buckets.forEach(bucket -> failing.putAll(cases(bucket, FAILING / buckets.size() + 1)));
    List<String> names = failing.keySet().stream().map(Row::name).toList();
    Map<Boolean, List<String>> sides = beside(names);
    Set<String> wanted = new LinkedHashSet<>();
    List<String> near = NearNames.of(sides.get(true), names, NEAR);
    List<String> far = Evenly.of(sides.get(false), FAR);
    // Some of each kind come first, as time may not suffice for all.
    for (int i = 0; i < Math.max(near.size(), far.size()); i++) {
      near.stream().skip(i).limit(1).forEach(wanted::add);
      far.stream().skip(i).limit(1).forEach(wanted::add);
    }
    List<Case> passing = new ArrayList<>();
    wanted.forEach(name -> named(name).ifPresent(passing::add));
    List<Case> further = new ArrayList<>(smaller(failing, end));
    further.addAll(further(names, end));
    return new Sides(failing, passing, further);
  }

  /** What the programs among failing cases are made smaller to, where all of them are programs. */
  private List<Case> smaller(Map<Row, Case> failing, long end) {
    List<Case> smaller = new ArrayList<>();
    if (!failing.keySet().stream().allMatch(row -> Parameters.isOfPrograms(row.name()))) {
      return smaller;
    }
    long until = Boundary.half(end);
    for (Map.Entry<Row, Case> one : Evenly.of(failing.entrySet(), OF_PROGRAMS)) {
      List<Case> onTheWay =
          SmallerPrograms.onTheWay(one.getKey()).stream()
              .flatMap(name -> named(name).stream())
              .toList();
      smaller.addAll(onTheWay);
      Case last = onTheWay.isEmpty() ? one.getValue() : onTheWay.getFirst();
      smaller.addAll(SmallerPrograms.of(last, until));
    }
    return smaller;
  }

  private Optional<Case> named(String name) {
    Case known = cases.get(name);
    return known == null ? listed.named(name).map(Cases.Placed::tested) : Optional.of(known);
  }

  /**
   * Cases that were not run, of the families of those that fail: first such as differ from these by
   * one parameter or few, each in its own way, then the nearest and others. Those in frames and of
   * other ways, which take long, come behind all that do not.
   */
  private List<Case> further(List<String> failing, long end) {
    Map<String, Case> plain = new LinkedHashMap<>();
    Map<String, Case> slow = new LinkedHashMap<>();
    Set<String> places = places(failing);
    boolean hasPrograms = places.stream().anyMatch(Parameters::isOfPrograms);
    long until = Boundary.half(end);
    for (Family family : families) {
      boolean isPlain = places.contains(family.name());
      if (isPlain
          || failing.stream().anyMatch(family::mayHave)
          || hasPrograms && Parameters.isOfPrograms(family.name())) {
        list(family, failing, isPlain ? plain : slow, until);
      }
    }
    List<Case> further = new ArrayList<>(chosen(plain, failing, FURTHER));
    further.addAll(chosen(slow, failing, plain.isEmpty() ? FURTHER : FURTHER_SLOW));
    return further;
  }

  /** Lists a family: all cases that are near to those that fail, and some of the others. */
  private void list(Family family, List<String> failing, Map<String, Case> to, long until) {
    Listing own = listings.computeIfAbsent(family, Listing::new);
    NearNames near = new NearNames(failing);
    for (int at = 0; own.has(at) && System.nanoTime() < until; at++) {
      Case next = own.cases.get(at);
      if (at >= MOST_LISTED && at % ONE_IN != 0 && near.distance(next.name()) > NEAR_BY) {
        continue;
      }
      if (next.unsupported().isEmpty()
          && !ran.contains(next.name())
          && boundary.mayTry(next.name())) {
        to.put(next.name(), next);
      }
    }
  }

  /** The cases of a family, which several buckets choose from. */
  private final class Listing {
    private final List<Case> cases = new ArrayList<>();
    private final Cases source;

    private Listing(Family family) {
      source = new Cases(families, report, Profile.FULL, CaseLists.NONE, other -> other == family);
    }

    private boolean has(int at) {
      Case next = at < cases.size() ? cases.get(at) : source.next();
      if (next != null && at == cases.size()) {
        cases.add(next);
      }
      return next != null;
    }
  }

  private static List<Case> chosen(Map<String, Case> all, List<String> failing, int most) {
    Set<String> names =
        new LinkedHashSet<>(OneChange.of(failing, all.keySet(), Function.identity(), most / 2));
    names.addAll(NearNames.of(List.copyOf(all.keySet()), failing, most / 2));
    return names.stream().map(all::get).toList();
  }
}
