// SPDX-License-Identifier: Apache-2.0
package coopcts.run.select;

import coopcts.cases.Family;
import coopcts.cases.Profile;
import coopcts.cases.rules.ReportFamily;
import coopcts.model.DeviceReport;
import coopcts.plan.Case;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Predicate;

/**
 * All cases of a device in their fixed order: one after the other, or any one by its place. Those
 * that were passed on the way to a later one are kept until they are asked for.
 */
public final class Cases {

  private final List<Walk> walks = new ArrayList<>();
  private int family;
  private int position;

  /**
   * A case's place: its number among those wanted, its family's number and its own number in there.
   */
  public record Place(int number, int family, int index) {}

  public Cases(List<Family> families, DeviceReport report, Profile profile) {
    this(families, report, profile, _ -> true);
  }

  /**
   * The cases of those families whose names are wanted; each family has the same place as without.
   */
  Cases(List<Family> families, DeviceReport report, Profile profile, Predicate<String> wanted) {
    Plausible plausible = Plausible.of(report);
    for (Family one : families) {
      // What a device says against all rules is the business of the family that knows the rules.
      walks.add(new Walk(one, one instanceof ReportFamily ? report : plausible.report(), profile));
    }
    if (!plausible.doubts().isEmpty()) {
      walks.add(new Walk(new Doubts(plausible.doubts()), report, profile));
    }
    walks.stream()
        .filter(walk -> !wanted.test(walk.family.name()))
        .forEach(walk -> walk.cases = Collections.emptyIterator());
  }

  /** The cases of one family, as far as they have been made. */
  private static final class Walk {
    private final Family family;
    private final DeviceReport report;
    private final Profile profile;
    private final List<Case> passed = new ArrayList<>();
    private Iterator<Case> cases;
    private Optional<Family.Finder> finder;

    Walk(Family family, DeviceReport report, Profile profile) {
      this.family = family;
      this.report = report;
      this.profile = profile;
    }

    /** Lists what there is; what cannot be listed is told when it is asked for. */
    void list() {
      if (cases == null) {
        try {
          cases = family.cases(report, profile).toList().iterator();
        } catch (RuntimeException | StackOverflowError e) {
          // next() comes to it again, and says so.
        }
      }
    }

    /** The next case, or null behind the last. */
    Case next() {
      try {
        if (cases == null) {
          cases = family.cases(report, profile).iterator();
        }
        if (!cases.hasNext()) {
          return null;
        }
        Case next = cases.next();
        passed.add(null);
        return next;
      } catch (RuntimeException | StackOverflowError e) {
        cases = Collections.emptyIterator();
        passed.add(null);
        return unlisted(e);
      }
    }

    /** A family that cannot cope with a report must not keep the others from it. */
    private Case unlisted(Throwable fault) {
      return Case.of(
          family.name() + ".unlisted",
          family.assertions(),
          () -> {
            throw new IllegalStateException("the cases cannot be listed: " + fault, fault);
          });
    }

    /** The case with a number and a name, or null where there is none. */
    Case at(int index, String name) {
      finder = finder == null ? family.finder(report, profile) : finder;
      return finder.flatMap(one -> one.find(name)).orElseGet(() -> at(index));
    }

    private Case at(int index) {
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

    int index() {
      return passed.size() - 1;
    }
  }

  /** Lists all families, side by side: for who wants all cases. */
  void list() {
    try (ExecutorService side =
        Executors.newFixedThreadPool(Runtime.getRuntime().availableProcessors())) {
      // The last ones are made of others' cases, and take the longest.
      walks.reversed().forEach(walk -> side.submit(walk::list));
    }
  }

  /** The next case, or null behind the last. */
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

  /** The place of the case that {@link #next()} gave last. */
  public Place place() {
    return new Place(position - 1, family, walks.get(family).index());
  }

  /**
   * The case at a place.
   *
   * @throws IllegalStateException if there is none, or it has another name
   */
  public Case at(Place place, String name) {
    Case found = walks.get(place.family()).at(place.index(), name);
    if (found == null || !found.name().equals(name)) {
      throw new IllegalStateException("case " + place.number() + " is not " + name);
    }
    return found;
  }
}
