// SPDX-License-Identifier: Apache-2.0
package coopcts.cases;

import coopcts.plan.Case;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * Cases beyond those of a full run. From them the random programs that meet what no case had met
 * yet are selected, once, for {@link coopcts.cases.context.ChosenPrograms}.
 */
@FunctionalInterface
public interface CasePool {

  /**
   * Lists random programs beyond those of a full run, lazily and always in the same order.
   *
   * @param from number of seeds that are skipped in each mix of systems
   * @param programs number of seeds that are taken in each mix of systems; programs of vectors and
   *     framed ones may be several for a seed
   * @param mine tells by a program's name, without the name of a frame, whether its cases are
   *     wanted
   * @return cases that the device supports
   */
  Stream<Case> of(int from, int programs, Predicate<String> mine);
}
