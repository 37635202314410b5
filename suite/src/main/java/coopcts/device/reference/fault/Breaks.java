// SPDX-License-Identifier: Apache-2.0
package coopcts.device.reference.fault;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Which assertions each fault breaks, from the tables in {@code breaks}: one for each system, a
 * line for each fault or kind of faults ({@code *} stands for anything), the IDs behind a tab.
 */
final class Breaks {

  private static final List<String> TABLES =
      List.of("khr", "nv2", "decode", "vector", "qcom", "layout", "report");

  private final Map<String, Set<String>> byFault;

  private Breaks(Map<String, Set<String>> byFault) {
    this.byFault = byFault;
  }

  /** The assertions that a fault breaks; none if no line is about it. */
  List<String> of(String fault) {
    return List.copyOf(byFault.getOrDefault(fault, Set.of()));
  }

  /**
   * @throws IllegalStateException if a line is about no fault
   */
  static Breaks read(List<String> faults) {
    Map<String, Set<String>> byFault = new LinkedHashMap<>();
    for (String table : TABLES) {
      lines(table).forEach(line -> note(line, faults, byFault));
    }
    return new Breaks(byFault);
  }

  private static void note(String line, List<String> faults, Map<String, Set<String>> byFault) {
    String[] parts = line.split("\t");
    Pattern about = Pattern.compile(parts[0].replace(".", "\\.").replace("*", ".*"));
    List<String> meant = faults.stream().filter(about.asMatchPredicate()).toList();
    if (meant.isEmpty() || parts.length < 2) {
      throw new IllegalStateException("the table of broken assertions: no fault is " + parts[0]);
    }
    for (String fault : meant) {
      byFault
          .computeIfAbsent(fault, _ -> new LinkedHashSet<>())
          .addAll(Arrays.asList(parts[1].split(" ")));
    }
  }

  private static List<String> lines(String table) {
    try (InputStream in =
        Breaks.class.getResourceAsStream(
            "/coopcts/device/reference/fault/breaks/" + table + ".tsv")) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8)
          .lines()
          .filter(line -> !line.isBlank() && !line.startsWith("#"))
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
