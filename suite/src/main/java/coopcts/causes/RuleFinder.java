// SPDX-License-Identifier: Apache-2.0
package coopcts.causes;

import coopcts.cases.Family;
import coopcts.cases.Profile;
import coopcts.combinations.Evenly;
import coopcts.device.DeviceUnavailableException;
import coopcts.model.DeviceReport;
import coopcts.plan.Case;
import coopcts.plan.Parameters;
import coopcts.reports.explain.Buckets;
import coopcts.reports.explain.Causes;
import coopcts.reports.explain.Fingerprint;
import coopcts.reports.explain.Rules;
import coopcts.reports.explain.SeparatingRule;
import coopcts.reports.explain.Traits;
import coopcts.reports.read.RecordedVerdict;
import coopcts.reports.read.Row;
import coopcts.reports.read.Rows;
import coopcts.run.select.CaseLists;
import coopcts.run.select.Cases;
import java.io.IOException;
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
import java.util.stream.Collectors;

/**
 * What sets the buckets of a run apart from cases that pass: of the same families, of others, and
 * from further cases of these families, which are run where rules differ. Buckets that may be of
 * one cause and that one rule explains have one rule: those of wrong elements, of crashes, and
 * those that said the same.
 */
final class RuleFinder {

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
  private static final int SHARES = 5;

  /** Failing programs that are made smaller. */
  private static final int OF_PROGRAMS = 3;

  private final List<Family> families;
  private final DeviceReport report;
  private final Map<String, Case> cases;
  private final Boundary boundary;
  private final Cases listed;
  private final Set<String> ran = new LinkedHashSet<>();

  /** The family of each case that passes, by the case's name. */
  private final Map<String, String> clean = new LinkedHashMap<>();

  private final List<Boundary.Learned> learned = new ArrayList<>();

  /**
   * @param cases those that are known, by their names
   * @param rows of the run
   */
  RuleFinder(
      List<Family> families,
      DeviceReport report,
      Map<String, Case> cases,
      Rows rows,
      Boundary boundary) {
    this.families = families;
    this.report = report;
    this.cases = cases;
    this.boundary = boundary;
    this.listed = new Cases(families, report, Profile.DEFAULT);
    rows.names(_ -> true).forEach(ran::add);
    rows.names(RecordedVerdict::isClean).forEach(name -> clean.put(name, Traits.place(name)));
  }

  /** The rules that were found. */
  List<Boundary.Learned> learned() {
    return learned;
  }

  /**
   * What sets each bucket apart, by its identity; nothing of those that time did not suffice for.
   */
  Map<String, Causes.Where> find(List<Buckets.Bucket> buckets, long end)
      throws IOException, DeviceUnavailableException {
    Map<String, Causes.Where> rules = new HashMap<>();
    List<Buckets.Bucket> left = new ArrayList<>(buckets);
    while (!left.isEmpty() && System.nanoTime() < end) {
      long until = System.nanoTime() + (end - System.nanoTime()) / Math.min(left.size(), SHARES);
      Buckets.Bucket bucket = left.removeFirst();
      Sides sides = refuted(sides(List.of(bucket), until), until);
      List<Rules.Ranked> open = boundary.open(sides, until);
      List<Buckets.Bucket> together = together(bucket, left, open, until);
      Boundary.Learned found = null;
      // Further cases may leave another rule than the one that joined them.
      while (found == null && together.size() > 1) {
        Sides all = refuted(sides(together, until), until);
        Boundary.Learned common = boundary.tried(all, boundary.open(all, until), until);
        List<Buckets.Bucket> explained = explained(common.rule(), together, sides.failing(), until);
        boolean isOfAll = explained.size() == together.size();
        found = isOfAll && common.rule().isSharp() ? common : null;
        together = isOfAll && found == null ? List.of(bucket) : explained;
      }
      if (found == null) {
        together = List.of(bucket);
        found = boundary.tried(sides, open, until);
      }
      left.removeAll(together);
      Optional<Causes.Where> where = held(found, together);
      // Where the run refutes a rule of some of its cases, the one of all of its names stands.
      for (Buckets.Bucket one : where.isPresent() ? together : List.<Buckets.Bucket>of()) {
        rules.put(one.id(), where.get());
      }
      if (where.isPresent() && found.rule() != null) {
        learned.add(found);
      }
    }
    return rules;
  }

  /** The same with passing cases of the run that refute rules of names which are open. */
  private Sides refuted(Sides sides, long end) {
    Map<String, Traits> beside = new LinkedHashMap<>();
    beside(sides.failing().keySet().stream().map(Row::name).toList())
        .get(true)
        .forEach(name -> beside.put(name, Traits.of(name)));
    Sides all = sides;
    for (int round = 0; round < REFUTING && System.nanoTime() < end; round++) {
      Set<String> refuting = new LinkedHashSet<>();
      for (SeparatingRule rule :
          boundary.open(all, end).stream().map(Rules.Ranked::rule).toList()) {
        if (rule.isOfNames()) {
          beside.entrySet().stream()
              .filter(one -> rule.holds(one.getValue()))
              .limit(OF_A_RULE)
              .forEach(one -> refuting.add(one.getKey()));
        }
      }
      List<Case> more = new ArrayList<>(all.passing());
      Evenly.of(refuting, OF_A_ROUND).forEach(name -> named(name).ifPresent(more::add));
      if (refuting.isEmpty()) {
        break;
      }
      all = new Sides(all.failing(), more, all.further());
    }
    return all;
  }

  /** What was found, held against all cases of the run where names tell; nothing if refuted. */
  private Optional<Causes.Where> held(Boundary.Learned found, List<Buckets.Bucket> buckets) {
    Set<String> failing = new LinkedHashSet<>(found.failed());
    buckets.forEach(bucket -> bucket.members().forEach(row -> failing.add(row.name())));
    SeparatingRule rule = found.rule();
    if (rule != null && rule.isOfNames()) {
      Set<String> passing = new LinkedHashSet<>(found.passed());
      beside(failing).get(true).forEach(passing::add);
      Optional<SeparatingRule> held = rule.heldAgainst(failing, passing);
      if (held.isEmpty()) {
        return Optional.empty();
      }
      rule = held.get();
    }
    int fail = found.failed().size() + buckets.stream().mapToInt(Buckets.Bucket::count).sum();
    return Optional.of(Causes.Where.tried(rule, fail, found.failed(), found.passed()));
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

  /** A bucket with those others that one of its rules explains: the rule that explains most. */
  private List<Buckets.Bucket> together(
      Buckets.Bucket bucket, List<Buckets.Bucket> others, List<Rules.Ranked> open, long end) {
    List<Buckets.Bucket> most = List.of(bucket);
    int count = 0;
    Map<Buckets.Bucket, Map<Row, Case>> failing = new LinkedHashMap<>();
    for (Buckets.Bucket other : others) {
      if (mayBeOne(bucket, other)) {
        failing.put(other, cases(other, OF_ANOTHER));
      }
    }
    for (SeparatingRule rule :
        open.stream().map(Rules.Ranked::rule).filter(Rules::isSupported).toList()) {
      List<Buckets.Bucket> explained = new ArrayList<>(List.of(bucket));
      failing.forEach(
          (other, some) -> {
            if (!some.isEmpty() && boundary.explains(rule, some, end)) {
              explained.add(other);
            }
          });
      int sum = explained.stream().mapToInt(Buckets.Bucket::count).sum();
      if (explained.size() > 1 && sum > count) {
        count = sum;
        most = explained;
      }
    }
    return most;
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

  /** Whether what two buckets look like leaves open that they are of one cause. */
  private static boolean mayBeOne(Buckets.Bucket bucket, Buckets.Bucket other) {
    Fingerprint one = Fingerprint.of(bucket.members().getFirst());
    return one.isLike(Fingerprint.of(other.members().getFirst()))
        || bucket.verdict() == RecordedVerdict.CRASH && other.verdict() == RecordedVerdict.CRASH;
  }

  private Map<Row, Case> cases(Buckets.Bucket bucket, int most) {
    Map<Row, Case> failing = new LinkedHashMap<>();
    for (Row row : Evenly.of(bucket.members(), most)) {
      named(row.name()).ifPresent(tested -> failing.put(row, tested));
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
    Cases own = new Cases(families, report, Profile.FULL, CaseLists.NONE, other -> other == family);
    NearNames near = new NearNames(failing);
    int listed = 0;
    for (Case next = own.next(); next != null && System.nanoTime() < until; next = own.next()) {
      if (listed++ >= MOST_LISTED && listed % ONE_IN != 0 && near.distance(next.name()) > NEAR_BY) {
        continue;
      }
      if (next.unsupported().isEmpty()
          && !ran.contains(next.name())
          && boundary.mayTry(next.name())) {
        to.put(next.name(), next);
      }
    }
  }

  private static List<Case> chosen(Map<String, Case> all, List<String> failing, int most) {
    Set<String> names =
        new LinkedHashSet<>(OneChange.of(failing, all.keySet(), Function.identity(), most / 2));
    names.addAll(NearNames.of(List.copyOf(all.keySet()), failing, most / 2));
    return names.stream().map(all::get).toList();
  }
}
