// SPDX-License-Identifier: Apache-2.0
package coopcts.model;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.StringJoiner;
import java.util.TreeMap;

/**
 * What a driver says of machine code that it made, by VK_KHR_pipeline_executable_properties.
 *
 * @param name as the driver has it, such as {@code Compute Shader}
 * @param subgroup invocations in a subgroup; 0 where the driver does not say
 * @param statistics by the driver's own names
 * @param matrix how often each matrix instruction occurs in its machine code; null where the driver
 *     shows no machine code
 */
public record Executable(
    String name, int subgroup, Map<String, Double> statistics, Map<String, Integer> matrix) {

  /**
   * A null map of statistics becomes an empty one; a null map of matrix instructions stays null.
   * Entries without a value are left out.
   *
   * @param name as the driver has it
   * @param subgroup invocations in a subgroup, or 0
   * @param statistics by the driver's own names, or null
   * @param matrix instructions and how often they occur, or null
   */
  public Executable {
    name = name == null ? "" : name;
    statistics = statistics == null ? Map.of() : whole(statistics);
    matrix = matrix == null ? null : whole(matrix);
  }

  private static <V> Map<String, V> whole(Map<String, V> values) {
    if (values.values().stream().noneMatch(Objects::isNull)) {
      return values;
    }
    Map<String, V> whole = new LinkedHashMap<>(values);
    whole.values().removeIf(Objects::isNull);
    return whole;
  }

  /**
   * {@return statistics, then matrix instructions, in one line, such as {@code Instruction Count
   * 1,204, 16 × v_wmma}} Both are sorted by name; a statistic's value is rounded to a whole number.
   * The text is empty where there are none.
   */
  public String told() {
    StringJoiner told = new StringJoiner(", ");
    new TreeMap<>(statistics).forEach((what, value) -> told.add("%s %,.0f".formatted(what, value)));
    if (matrix != null) {
      new TreeMap<>(matrix).forEach((word, count) -> told.add("%d × %s".formatted(count, word)));
    }
    return told.toString();
  }
}
