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

  /** {@return the first parts of its cases' names, such as {@code khr.load}} */
  String name();

  /**
   * {@return whether one of its cases may have a name} Names of its cases begin with its own.
   *
   * @param testCase name of a case
   */
  default boolean mayHave(String testCase) {
    return testCase.startsWith(name());
  }

  /** {@return the IDs of the assertions that its cases check} */
  List<String> assertions();

  /**
   * {@return the IDs of the assertions that the cases of several families check, each once}
   *
   * @param families in any number
   */
  static List<String> assertions(Collection<Family> families) {
    return families.stream().flatMap(one -> one.assertions().stream()).distinct().toList();
  }

  /**
   * Its cases for a device, listed lazily and always in the same order. Plans are not made.
   *
   * @param report of the device
   * @param profile how many combinations are taken
   * @return cases with distinct names; unsupported ones are among them
   */
  Stream<Case> cases(DeviceReport report, Profile profile);

  /**
   * Its cases in a run: those of the profile and, behind them, those that only smaller profiles
   * have. So a larger profile takes whatever a smaller one takes.
   *
   * @param report of the device
   * @param profile of the run
   * @return cases with distinct names, listed lazily
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
    /**
     * {@return the case with a name, or empty where the family has none}
     *
     * @param name whole name of the case
     */
    Optional<Case> find(String name);
  }

  /**
   * A faster way to find a case than to list those before it. It is asked only for names that
   * {@link #cases} lists.
   *
   * @param report of the device
   * @param profile of the run
   * @return the finder, or empty where cases have to be listed
   */
  default Optional<Finder> finder(DeviceReport report, Profile profile) {
    return Optional.empty();
  }

  /**
   * The same family with later seeds, where its cases are drawn from seeds.
   *
   * @param programs number of seeds of a full run that are skipped
   * @param count number of seeds that are taken
   * @return the family, or empty where its cases are enumerated
   */
  default Optional<Family> behind(int programs, int count) {
    return Optional.empty();
  }
}
