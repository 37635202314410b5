// SPDX-License-Identifier: Apache-2.0
package coopcts.cases;

import coopcts.model.DeviceReport;
import coopcts.plan.Case;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

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
