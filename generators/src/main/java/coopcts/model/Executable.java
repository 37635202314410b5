// SPDX-License-Identifier: Apache-2.0
package coopcts.model;

import java.util.Map;
import java.util.StringJoiner;
import java.util.TreeMap;

/**
 * What a driver says of machine code that it made, by VK_KHR_pipeline_executable_properties.
 *
 * @param name as the driver has it, such as {@code Compute Shader}
 * @param subgroup invocations in a subgroup; 0 where the driver does not say
 * @param statistics by the driver's own names
 * @param matrix how often each matrix instruction stands in its machine code; null where the driver
 *     shows no machine code
 */
public record Executable(
    String name, int subgroup, Map<String, Double> statistics, Map<String, Integer> matrix) {

  public Executable {
    statistics = statistics == null ? Map.of() : statistics;
  }

  /** In one line, names in their order. */
  public String told() {
    StringJoiner told = new StringJoiner(", ");
    new TreeMap<>(statistics).forEach((what, value) -> told.add("%s %,.0f".formatted(what, value)));
    if (matrix != null) {
      new TreeMap<>(matrix).forEach((word, count) -> told.add("%d × %s".formatted(count, word)));
    }
    return told.toString();
  }
}
