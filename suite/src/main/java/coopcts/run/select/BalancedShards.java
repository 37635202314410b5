// SPDX-License-Identifier: Apache-2.0
package coopcts.run.select;

import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.stream.IntStream;

/**
 * Parts of a list that take about the same time, as far as an earlier run tells: the longest case
 * first, each to the part that has least to do. The same list and the same times give the same
 * parts on every machine.
 */
public final class BalancedShards {

  /** What is between two cases, in milliseconds. */
  private static final double BETWEEN = 0.5;

  private BalancedShards() {}

  private record Part(double load, int number) {}

  /**
   * Distributes cases over parts.
   *
   * @param names of all cases
   * @param known milliseconds by the names of cases; what others take is guessed from those of
   *     their family
   * @param parts how many
   * @return for each name its part, from 0
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
   * {@return system and family, the first two parts of a name; the whole name where it has no more}
   *
   * @param name of a case
   */
  public static String family(String name) {
    int end = name.indexOf('.', name.indexOf('.') + 1);
    return end < 0 ? name : name.substring(0, end);
  }
}
