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
 * assertions that it checks. The catalogue has a list of families; a run asks each for its cases.
 * Families are immutable, and one object serves all devices.
 */
public interface Family {

  /** {@return the first parts of the names of the family's cases, such as {@code khr.load}} */
  String name();

  /**
   * {@return whether a case of the family may have a name; false means that {@link #cases} need not
   * be listed to look for it} The case need not exist.
   *
   * @param testCase whole name of a case
   */
  default boolean mayHave(String testCase) {
    return testCase.startsWith(name());
  }

  /** {@return the IDs of all assertions that some case of the family checks, on whatever device} */
  List<String> assertions();

  /**
   * {@return the IDs of the assertions that the cases of several families check, each once, in the
   * order of the families}
   *
   * @param families in any number
   */
  static List<String> assertions(Collection<Family> families) {
    return families.stream().flatMap(one -> one.assertions().stream()).distinct().toList();
  }

  /**
   * Lists the family's cases for a device, lazily and always in the same order. Plans are not made.
   *
   * @param report of the device
   * @param profile how many combinations are taken
   * @return cases with distinct names; those that the device does not support are among them, and
   *     say why
   */
  Stream<Case> cases(DeviceReport report, Profile profile);

  /**
   * Lists the family's cases in a run: those of the profile and, behind them, those that only
   * smaller profiles have. So a larger profile takes whatever a smaller one takes.
   *
   * @param report of the device
   * @param profile of the run
   * @return cases with distinct names, listed lazily in a fixed order
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
     * @param name whole name of the case, which the family lists for the report and profile that
     *     the finder was made for
     */
    Optional<Case> find(String name);
  }

  /**
   * {@return a way to make a case from its name without listing those before it; empty where cases
   * have to be listed} Only names that {@link #run} lists may be asked for.
   *
   * @param report of the device
   * @param profile of the run
   */
  default Optional<Finder> finder(DeviceReport report, Profile profile) {
    return Optional.empty();
  }

  /**
   * {@return a family with the cases of later seeds, where cases are drawn from seeds; empty where
   * they are enumerated}
   *
   * @param programs number of seeds of a full run that are skipped
   * @param count number of seeds that are taken
   */
  default Optional<Family> behind(int programs, int count) {
    return Optional.empty();
  }

  /**
   * {@return why the family's cases stand in no frames, in words; empty where they do} A frame is
   * another launch shape, control flow, binding, subgroup size or making of the module around a
   * shader.
   */
  default Optional<String> unframed() {
    return Optional.empty();
  }
}
