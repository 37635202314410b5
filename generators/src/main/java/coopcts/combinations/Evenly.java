// SPDX-License-Identifier: Apache-2.0
package coopcts.combinations;

import java.util.Collection;
import java.util.List;
import java.util.stream.IntStream;

/** A sample that is spread over a whole list. */
public final class Evenly {

  private Evenly() {}

  /**
   * So many of all, evenly from the first to the last.
   *
   * @param <T> the type of the values
   * @param all what is chosen from, in its order
   * @param most how many are wanted, 0 or more
   * @return {@code most} of them, or all, in their order
   */
  public static <T> List<T> of(Collection<T> all, int most) {
    List<T> list = List.copyOf(all);
    int count = Math.min(most, list.size());
    return IntStream.range(0, count)
        .mapToObj(i -> list.get((int) ((long) i * list.size() / count)))
        .toList();
  }
}
