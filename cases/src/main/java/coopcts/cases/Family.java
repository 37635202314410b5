// SPDX-License-Identifier: Apache-2.0
package coopcts.cases;

import coopcts.model.DeviceReport;
import coopcts.plan.Case;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.Spliterator;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/**
 * A kind of case: one builtin or rule with its parameters, its program, its inputs and the
 * assertions it checks.
 */
public interface Family {

  /** The first parts of its cases' names, such as {@code khr.load}. */
  String name();

  /** Whether one of its cases may have a name: all of theirs begin with its own. */
  default boolean mayHave(String testCase) {
    return testCase.startsWith(name());
  }

  /** What its cases check, by the catalogue's IDs. */
  List<String> assertions();

  /** What the cases of several check, each ID once. */
  static List<String> assertions(Collection<Family> families) {
    return families.stream().flatMap(one -> one.assertions().stream()).distinct().toList();
  }

  /** Its cases for a device, lazily and always in the same order. */
  Stream<Case> cases(DeviceReport report, Profile profile);

  /**
   * Its cases in a run: those of the profile and, behind them, those that smaller profiles have
   * besides. So whatever a smaller profile takes a larger one takes, too.
   */
  default Stream<Case> run(DeviceReport report, Profile profile) {
    Set<String> known = new HashSet<>();
    Stream<Case> all = Stream.empty();
    for (Profile one : profile.withSmaller()) {
      // Not asked for its cases, nor in one piece, before those of the larger profile are taken.
      Stream<Case> part =
          StreamSupport.stream(
              () -> cases(report, one).sequential().spliterator(), Spliterator.ORDERED, false);
      all = Stream.concat(all, part.filter(next -> known.add(next.name()) || one == profile));
    }
    return all;
  }

  /** Finds a family's case by its name. */
  interface Finder {
    Optional<Case> find(String name);
  }

  /**
   * What finds a case by its name, where that takes less than to list those before it. It is asked
   * for names of cases that {@link #cases} lists.
   */
  default Optional<Finder> finder(DeviceReport report, Profile profile) {
    return Optional.empty();
  }

  /**
   * The same with other seeds, where its cases are drawn from seeds: those behind the first so many
   * of a full run, and so many. Nothing where its cases are enumerated.
   */
  default Optional<Family> behind(int programs, int count) {
    return Optional.empty();
  }
}
