// SPDX-License-Identifier: Apache-2.0
package coopcts.run.select;

import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.stream.IntStream;

/**
 * Distributes cases over shards that take about the same time, by the times of an earlier run: the
 * longest case first, each to the shard that has least to do so far. Equal lists and times give
 * equal shards on every machine.
 */
public final class BalancedShards {

  /** What is between two cases, in milliseconds. */
  private static final double BETWEEN = 0.5;

  private BalancedShards() {}

  private record Part(double load, int number) {}

  /**
   * Distributes cases over shards.
   *
   * @param names of all cases, in the order of the plan
   * @param known milliseconds of an earlier run by the names of cases; may be empty. A case that is
   *     not in it counts as the average of its family, or else of all
   * @param parts number of shards, at least 1
   * @return for each name its shard, counted from 0
   */
  public static int[] of(List<String> names, Map<String, Long> known, int parts) {
    double[] loads = loads(names, known);
    PriorityQueue<Part> lightest =
        new PriorityQueue<>(Comparator.comparingDouble(Part::load).thenComparingInt(Part::number));
    IntStream.range(0, parts).forEach(number -> lightest.add(new Part(0, number)));
    int[] shares = new int[names.size()];
    IntStream.range(0, names.size())
        .boxed()
        .sorted(Comparator.comparingDouble(i -> -loads[i]))
        .forEachOrdered(
            i -> {
              Part part = lightest.remove();
              shares[i] = part.number;
              lightest.add(new Part(part.load + loads[i], part.number));
            });
    return shares;
  }

  private static double[] loads(List<String> names, Map<String, Long> known) {
    Map<String, double[]> families = new HashMap<>();
    known.forEach(
        (name, millis) -> {
          double[] sum = families.computeIfAbsent(family(name), _ -> new double[2]);
          sum[0] += millis;
          sum[1]++;
        });
    double usual = known.values().stream().mapToLong(Long::longValue).average().orElse(1);
    return names.stream()
        .mapToDouble(
            name -> {
              Long millis = known.get(name);
              double[] sum = families.get(family(name));
              return BETWEEN + (millis != null ? millis : sum != null ? sum[0] / sum[1] : usual);
            })
        .toArray();
  }

  /**
   * {@return system and family, the first two parts of a name, such as {@code khr.load}; the whole
   * name if it has no more}
   *
   * @param name of a case
   */
  public static String family(String name) {
    int end = name.indexOf('.', name.indexOf('.') + 1);
    return end < 0 ? name : name.substring(0, end);
  }
}
