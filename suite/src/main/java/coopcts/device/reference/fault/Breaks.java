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
 * Which assertions the faults that are no rows break, from {@code breaks.tsv}: a line for each
 * fault or kind of faults ({@code *} stands for anything), the IDs behind a tab.
 */
final class Breaks {

  private static final String TABLE = "/coopcts/device/reference/fault/breaks.tsv";

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
    lines().forEach(line -> note(line, faults, byFault));
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

  private static List<String> lines() {
    try (InputStream in = Breaks.class.getResourceAsStream(TABLE)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8)
          .lines()
          .filter(line -> !line.isBlank() && !line.startsWith("#"))
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
