// SPDX-License-Identifier: Apache-2.0
package coopcts.cases;

import coopcts.plan.Case;
import java.util.function.Predicate;
import java.util.stream.Stream;

/** Cases, more than a full run has, among which some can be chosen. */
@FunctionalInterface
public interface CasePool {

  /**
   * Random programs beyond those of a full run, listed lazily.
   *
   * @param from number of programs that are skipped in each mix of systems
   * @param programs as many of each as a full run of so many has
   * @param mine the names, without frames, of those that are wanted
   * @return supported cases
   */
  Stream<Case> of(int from, int programs, Predicate<String> mine);
}
