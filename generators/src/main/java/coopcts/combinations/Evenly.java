// SPDX-License-Identifier: Apache-2.0
package coopcts.combinations;

import java.util.Collection;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Takes a sample that is spread evenly over a whole list, for tables and trials that cannot have
 * all.
 */
public final class Evenly {

  private Evenly() {}

  /**
   * {@return the first value and others at equal distances behind it, in their order; all values
   * where there are not more than wanted}
   *
   * @param <T> the type of the values
   * @param all what is chosen from, in its order; without null
   * @param most how many are wanted; none are taken for 0 and less
   */
  public static <T> List<T> of(Collection<T> all, int most) {
    List<T> list = List.copyOf(all);
    int count = Math.min(most, list.size());
    return IntStream.range(0, count)
        .mapToObj(i -> list.get((int) ((long) i * list.size() / count)))
        .toList();
  }
}
