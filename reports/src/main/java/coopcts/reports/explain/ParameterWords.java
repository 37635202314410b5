// SPDX-License-Identifier: Apache-2.0
package coopcts.reports.explain;

import java.util.Map;

/** What titles call a parameter of a case, where its name alone would be misread. */
final class ParameterWords {

  private static final Map<String, String> WORDS =
      Map.ofEntries(
          Map.entry("A", "type of A"),
          Map.entry("B", "type of B"),
          Map.entry("C", "type of C"),
          Map.entry("result", "type of the result"),
          Map.entry("matrix", "type of the matrix"),
          Map.entry("bias", "type of the bias"),
          Map.entry("element", "array element"),
          Map.entry("extent", "participation"),
          Map.entry("input", "packed input"),
          Map.entry("kind", "conversion"),
          Map.entry("making", "way of making"),
          Map.entry("of", "system"),
          Map.entry("part", "length of the part"),
          Map.entry("row", "reported row"),
          Map.entry("side", "side of the conversion"),
          Map.entry("stored", "stored matrix"),
          Map.entry("sum", "addend"),
          Map.entry("tall", "check of rows"),
          Map.entry("to", "reach"),
          Map.entry("values", "form of the layout's numbers"),
          Map.entry("vector", "length of the decoded vector"),
          Map.entry("way", "submission path"),
          Map.entry("wide", "check of columns"));

  private ParameterWords() {}

  /**
   * {@return words for a parameter, or for what follows from it}
   *
   * @param parameter such as {@code rows}, {@code bits of A} or {@code kind of result}
   */
  static String of(String parameter) {
    String type =
        parameter.startsWith(Traits.KIND) ? parameter.substring(Traits.KIND.length()) : parameter;
    return WORDS.getOrDefault(type, type);
  }
}
