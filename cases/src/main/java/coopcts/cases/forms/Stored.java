// SPDX-License-Identifier: Apache-2.0
package coopcts.cases.forms;

import coopcts.oracle.Inputs;
import coopcts.program.Array;
import java.util.List;
import java.util.SplittableRandom;

/** What lies in an array of a program, and what it holds before. */
interface Stored {

  /** The array. */
  Array array();

  /**
   * {@return the bytes of the whole array}
   *
   * @param instances scope instances in the dispatch
   * @param numbers what it holds
   * @param random the source of the numbers
   */
  byte[] bytes(int instances, Work.Numbers numbers, SplittableRandom random);

  /**
   * {@return the matrices in it that have a layout of the device's own}
   *
   * @param random the source of the numbers
   */
  default List<Inputs.OwnMatrix> matrices(SplittableRandom random) {
    return List.of();
  }
}
