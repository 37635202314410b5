// SPDX-License-Identifier: Apache-2.0
package coopcts.cases.random;

import coopcts.combinations.Draw;
import java.util.List;
import java.util.SplittableRandom;

/**
 * What a program has to try, by its seed alone: programs with seeds that follow each other go
 * through the things of a list in turn, each list in an order of its own, so that what was not
 * tried comes first.
 *
 * @param number the program's, seeds that follow each other being neighbours
 */
record RoundRobin(long number) {

  /** The one of a list whose turn it is. */
  <T> T of(String list, List<T> all) {
    if (all.isEmpty()) {
      throw Generator.none();
    }
    return all.get(place(list, all.size()));
  }

  private int place(String list, int size) {
    int[] order = new int[size];
    SplittableRandom random =
        new SplittableRandom(Draw.hash(list, Math.floorDiv(number, (long) size)));
    for (int i = 0; i < size; i++) {
      int at = random.nextInt(i + 1);
      order[i] = order[at];
      order[at] = i;
    }
    return order[(int) Math.floorMod(number, (long) size)];
  }
}
