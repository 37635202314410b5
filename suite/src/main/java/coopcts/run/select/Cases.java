// SPDX-License-Identifier: Apache-2.0
package coopcts.run.select;

import coopcts.cases.Family;
import coopcts.cases.Profile;
import coopcts.cases.random.RandomFamily;
import coopcts.cases.rules.ReportFamily;
import coopcts.model.DeviceReport;
import coopcts.plan.Case;
import coopcts.plan.Plan;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * All cases of a device in their fixed order: one after the other by {@link #next}, or any one by
 * its place or its name. Where lists are kept, names come from them, and a case is made only if its
 * plan is asked for. {@link #next} and {@link #place} are for one thread; {@link #at} may be called
 * by several.
 */
public final class Cases {

  private final List<Walk> walks = new ArrayList<>();
  private final List<Family> families;
  private final DeviceReport report;
  private final Profile profile;
  private final CaseLists lists;
  private final Map<Profile, Cases> others = new EnumMap<>(Profile.class);
  private int family;
  private int position;

  /**
   * Where a case is among all cases of a device, so that a worker finds the case that its
   * coordinator means.
   *
   * @param number among the wanted cases, from 0
   * @param family index of the family, from 0
   * @param index of the case in its family, from 0; or {@link #BY_NAME} where the name alone tells
   * @param hash of what the case is in a kept list, or empty where the list does not say
   * @param profile whose case it is; null for the run's
   */
  public record CasePlace(int number, int family, int index, String hash, Profile profile) {

    /** The index of a case that is made of its name. */
    static final int BY_NAME = -1;

    /**
     * A place in the run's profile, of a case whose hash is not known.
     *
     * @param number among the wanted cases, from 0
     * @param family index of the family, from 0
     * @param index of the case in its family, from 0
     */
    public CasePlace(int number, int family, int index) {
      this(number, family, index, "", null);
    }

    /** The same case at another place in the order of a run. */
    CasePlace numbered(int other) {
      return new CasePlace(other, family, index, hash, profile);
    }
  }

  /**
   * A case and its place among all cases of the device.
   *
   * @param place where the case is
   * @param tested the case
   */
  public record Placed(CasePlace place, Case tested) {}

  /**
   * All cases of some families, which are listed afresh: no lists are kept.
   *
   * @param families in the order of their cases
   * @param report of the device
   * @param profile of the run
   */
  public Cases(List<Family> families, DeviceReport report, Profile profile) {
    this(families, report, profile, CaseLists.NONE);
  }

  /**
   * All cases of some families, by kept lists where there are any.
   *
   * @param families in the order of their cases; all of the catalogue's, unless no lists are kept
   * @param report of the device
   * @param profile of the run
   * @param lists where names are kept
   */
  public Cases(List<Family> families, DeviceReport report, Profile profile, CaseLists lists) {
    this(families, report, profile, lists, _ -> true);
  }

  /**
   * The cases of those families that are wanted. Their places are the same as if all families were
   * wanted.
   *
   * @param families in the order of their cases; all of the catalogue's, unless no lists are kept
   * @param report of the device
   * @param profile of the run
   * @param lists where names are kept
   * @param wanted accepts the families whose cases {@link #next} gives
   */
  public Cases(
      List<Family> families,
      DeviceReport report,
      Profile profile,
      CaseLists lists,
      Predicate<Family> wanted) {
    this.families = families;
    this.report = report;
    this.profile = profile;
    this.lists = lists;
    PlausibleReport plausible = PlausibleReport.of(report);
    for (Family one : families) {
      // What a device says against all rules is the business of the family that knows the rules.
      add(one, one instanceof ReportFamily ? report : plausible.report(), profile, wanted);
    }
    if (!plausible.doubts().isEmpty()) {
      add(new ReportDoubts(plausible.doubts()), report, profile, wanted);
    }
  }

  private void add(Family one, DeviceReport report, Profile profile, Predicate<Family> wanted) {
    walks.add(new Walk(one, walks.size(), report, profile, wanted.test(one)));
  }

  /** The cases of one family, one after the other and by their numbers. */
  private final class Walk {
    private final Family family;
    private final int place;
    private final DeviceReport report;
    private final Profile profile;
    private final boolean wanted;
    private final Making making;
    private CaseList list;
    private boolean kept;
    private boolean asked;
    private Iterator<Case> listed;
    private int index = -1;
    private List<Family.Finder> finders;
    private Map<String, Integer> indices;

    Walk(Family family, int place, DeviceReport report, Profile profile, boolean wanted) {
      this.family = family;
      this.place = place;
      this.report = report;
      this.profile = profile;
      this.wanted = wanted;
      this.making = new Making(family, report, profile);
    }

    /** Reads the list, or makes it; what cannot be listed is told when it is asked for. */
    void list() {
      if (!wanted || asked) {
        return;
      }
      asked = true;
      boolean keeps = isKeeping();
      Optional<CaseList> known =
          keeps ? lists.read(family, place, report, profile) : Optional.empty();
      if (known.isPresent()) {
        kept = true;
        list = known.get();
        listed = IntStream.range(0, list.entries().size()).mapToObj(this::restored).iterator();
        return;
      }
      try {
        List<Case> all = family.run(report, profile).toList();
        listed = all.iterator();
        if (keeps) {
          list = CaseList.of(all);
          lists.write(family, place, report, profile, list);
        }
      } catch (RuntimeException | StackOverflowError e) {
        // next() comes to it again, and says so.
      }
    }

    /** Whether all of its cases are known since {@link #list()}. */
    boolean isListed() {
      return listed != null;
    }

    /** Other families' cases are more than their names tell. */
    private boolean isKeeping() {
      return !(family instanceof ReportDoubts || family instanceof RandomFamily)
          && lists.isKeeping();
    }

    private Case restored(int number) {
      CaseList.Entry entry = list.entries().get(number);
      return new Case(
          entry.name(),
          entry.form(),
          entry.traits(),
          entry.assertions(),
          entry.unsupported(),
          new Supplier<>() {
            private Case made;

            @Override
            public Plan get() {
              return made().plan().get();
            }

            private synchronized Case made() {
              made = made == null ? checked(number, entry.name(), entry.hash()) : made;
              return made;
            }
          });
    }

    /** The next case, or null behind the last. */
    Case next() {
      if (!wanted) {
        return null;
      }
      if (isKeeping()) {
        list();
      }
      Case next = listed == null ? making.next() : listed.hasNext() ? listed.next() : null;
      index += next == null ? 0 : 1;
      return next;
    }

    String hash() {
      return list == null ? "" : list.entries().get(index).hash();
    }

    /**
     * The case with a number and a name.
     *
     * @param hash what it is, or empty
     * @throws StaleListException if it is something else
     */
    synchronized Case checked(int number, String name, String hash) {
      Case found = at(number, name);
      if (found == null || !found.name().equals(name)) {
        throw stale(name, found == null ? "none" : found.name());
      }
      if (!hash.isEmpty()) {
        String now = CaseList.hash(found);
        if (!now.equals(hash)) {
          throw stale("%s of the hash %s".formatted(name, hash), "one of the hash " + now);
        }
      }
      return found;
    }

    private StaleListException stale(String known, String now) {
      lists.forget(family, place, report, profile);
      return new StaleListException(family.name(), known, now);
    }

    /** The case with a number and a name, or null where there is none. */
    private Case at(int number, String name) {
      Optional<Case> named = finders().stream().flatMap(one -> one.find(name).stream()).findFirst();
      return named.orElseGet(() -> number == CasePlace.BY_NAME ? null : making.at(number));
    }

    /** What finds its cases by their names, of this profile and the smaller ones; or none. */
    private List<Family.Finder> finders() {
      if (finders == null) {
        finders =
            profile.withSmaller().stream()
                .flatMap(one -> family.finder(report, one).stream())
                .toList();
      }
      return finders;
    }

    /** A case that its name alone tells of, if what stands in the name goes together. */
    synchronized Optional<Placed> told(String name) {
      return finders().stream()
          .flatMap(one -> one.find(name).stream())
          .filter(Cases::canBePlanned)
          .findFirst()
          .map(one -> new Placed(new CasePlace(0, place, CasePlace.BY_NAME, "", profile), one));
    }

    /** A case by its name in the list, where no finder knows better than to list. */
    synchronized Optional<Placed> listed(String name) {
      if (!finders().isEmpty()) {
        return Optional.empty();
      }
      if (indices == null) {
        indices = new HashMap<>();
        list();
        List<String> names =
            list != null
                ? list.entries().stream().map(CaseList.Entry::name).toList()
                : family.run(report, profile).map(Case::name).toList();
        IntStream.range(0, names.size()).forEach(i -> indices.putIfAbsent(names.get(i), i));
      }
      Integer number = indices.get(name);
      if (number == null) {
        return Optional.empty();
      }
      String hash = list == null ? "" : list.entries().get(number).hash();
      Case found = list == null ? checked(number, name, "") : restored(number);
      return Optional.of(new Placed(new CasePlace(0, place, number, hash, profile), found));
    }

    /** Lists it anew, where its list was read. */
    void compare() {
      CaseList made = CaseList.of(family.run(report, profile).toList());
      list.difference(made)
          .ifPresent(
              difference -> {
                throw stale(difference.kept(), difference.made());
              });
    }
  }

  /**
   * A family's cases as they are made. Those that were passed on the way to a later one are kept
   * until they are asked for.
   */
  private static final class Making {
    private final Family family;
    private final DeviceReport report;
    private final Profile profile;
    private final List<Case> passed = new ArrayList<>();
    private Iterator<Case> cases;

    Making(Family family, DeviceReport report, Profile profile) {
      this.family = family;
      this.report = report;
      this.profile = profile;
    }

    /** The next case, or null behind the last. */
    Case next() {
      try {
        if (cases == null) {
          cases = family.run(report, profile).iterator();
        }
        if (!cases.hasNext()) {
          return null;
        }
        Case next = cases.next();
        passed.add(null);
        return next;
      } catch (RuntimeException | StackOverflowError e) {
        // A family that cannot cope with a report must not keep the others from it.
        cases = Collections.emptyIterator();
        passed.add(null);
        return Case.unlisted(family.name(), "", family.assertions(), e);
      }
    }

    Case at(int index) {
      if (index < passed.size()) {
        Case known = passed.set(index, null);
        if (known != null) {
          return known;
        }
        cases = null;
        passed.clear();
      }
      Case found = next();
      while (found != null && passed.size() <= index) {
        passed.set(passed.size() - 1, found);
        found = next();
      }
      return found;
    }
  }

  /**
   * Lists all wanted families in parallel and keeps the lists; it returns when all are listed. It
   * is only faster than {@link #next} alone, for callers that want all cases. Call it before the
   * first {@code next}.
   */
  public void list() {
    try (ExecutorService side =
        Executors.newFixedThreadPool(Runtime.getRuntime().availableProcessors())) {
      // The last ones are made of others' cases, and take the longest.
      walks.reversed().forEach(walk -> side.submit(walk::list));
    }
    lists.tidy();
  }

  /**
   * Lists one of the families anew whose lists were read, and compares.
   *
   * @param random draws which
   * @throws StaleListException if its list is another
   */
  void compareOne(RandomGenerator random) {
    List<Walk> kept = walks.stream().filter(walk -> walk.kept).toList();
    if (!kept.isEmpty()) {
      kept.get(random.nextInt(kept.size())).compare();
    }
  }

  /**
   * {@return the next case of the wanted families, or null behind the last} A family that cannot be
   * listed gives one case that says so ({@link Case#unlisted}).
   */
  public Case next() {
    while (family < walks.size()) {
      Case next = walks.get(family).next();
      if (next != null) {
        position++;
        return next;
      }
      family++;
    }
    return null;
  }

  /**
   * {@return the place of the case that {@link #next} gave last} It may be called only after a
   * {@code next} that gave a case.
   */
  public CasePlace place() {
    Walk walk = walks.get(family);
    return new CasePlace(position - 1, family, walk.index, walk.hash(), null);
  }

  /**
   * {@return the case at a place}
   *
   * @param place from {@link #place} or {@link #named}, also of another process with the same
   *     device
   * @param name that the case must have
   * @throws StaleListException if there is no case at the place, or a kept list has another one
   *     there
   */
  public Case at(CasePlace place, String name) {
    return of(place.profile() == null ? profile : place.profile())
        .walks
        .get(place.family())
        .checked(place.index(), name, place.hash());
  }

  /** The cases of another profile. */
  private synchronized Cases of(Profile other) {
    return other == profile
        ? this
        : others.computeIfAbsent(other, one -> new Cases(families, report, one, lists));
  }

  /**
   * The case with a name, of whatever profile, also of a family that is not wanted. It is made of
   * its name where that is enough, else found in the lists, those of smaller profiles first.
   *
   * @param name of the case
   * @return the case with its place, whose number is 0; empty if the device has no such case
   */
  public Optional<Placed> named(String name) {
    Cases all = of(Profile.FULL);
    List<Integer> may =
        IntStream.range(0, all.walks.size())
            .filter(i -> all.walks.get(i).family.mayHave(name))
            .boxed()
            .toList();
    return Stream.concat(
            may.stream().map(i -> all.walks.get(i).told(name)),
            Profile.FULL.withSmaller().reversed().stream()
                .flatMap(one -> may.stream().map(i -> of(one).walks.get(i).listed(name))))
        .flatMap(Optional::stream)
        .findFirst();
  }

  /** Whether a case that a name alone tells of is one: what stands in its name goes together. */
  private static boolean canBePlanned(Case named) {
    try {
      return named.plan().get() != null;
    } catch (RuntimeException e) {
      return false;
    }
  }

  /** The names of all cases, whatever was wanted. */
  List<String> names() {
    return whole().rest().stream().map(Case::name).toList();
  }

  /**
   * {@return the names of the cases that a gate runs: those worth most for their time ({@link
   * BestFirst}), of all families of the profile, wanted or not} It lists all families unless the
   * gate is kept.
   */
  public Set<String> gate() {
    return lists
        .gate(families, report, profile)
        .orElseGet(
            () -> {
              Cases whole = whole();
              List<String> runnable =
                  whole.rest().stream()
                      .filter(one -> one.unsupported().isEmpty())
                      .map(Case::name)
                      .toList();
              Set<String> gate = BestFirst.gate(runnable, report);
              if (whole.walks.stream().allMatch(Walk::isListed)) {
                lists.writeGate(families, report, profile, gate);
              }
              return gate;
            });
  }

  /** The same of all families, whatever was wanted, listed. */
  private Cases whole() {
    Cases whole = new Cases(families, report, profile, lists);
    whole.list();
    return whole;
  }

  /** The cases up to the last. */
  private List<Case> rest() {
    List<Case> all = new ArrayList<>();
    for (Case next = next(); next != null; next = next()) {
      all.add(next);
    }
    return all;
  }
}
