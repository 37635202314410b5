// SPDX-License-Identifier: Apache-2.0
package coopcts.jobs;

import coopcts.glsl.TextResources;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A C file put together of parts: a line {@code //+ NAME} of one part stands for the sections of
 * that name of all parts, which begin with a line {@code //: NAME}.
 */
final class CParts {

  private static final String ROOT = "/coopcts/jobs/repro";
  private static final String SECTION = "//: ";
  private static final String HOOK = "//+ ";

  private final Map<String, List<String>> sections = new LinkedHashMap<>();

  private CParts(List<String> parts) {
    parts.forEach(this::read);
  }

  /** The text of the parts, such as {@code shader} and {@code compute}, with holes still in it. */
  static String together(List<String> parts) {
    CParts all = new CParts(parts);
    return all.filled(TextResources.text(ROOT + ".c").lines())
        .collect(Collectors.joining("\n", "", "\n"));
  }

  private void read(String part) {
    List<String> section = null;
    for (String line : TextResources.text(ROOT + "-" + part + ".c").lines().toList()) {
      if (line.startsWith(SECTION)) {
        section =
            sections.computeIfAbsent(line.substring(SECTION.length()), _ -> new ArrayList<>());
      } else {
        section.add(line);
      }
    }
  }

  private Stream<String> filled(Stream<String> lines) {
    return lines.flatMap(
        line ->
            line.startsWith(HOOK)
                ? filled(sections.getOrDefault(line.substring(HOOK.length()), List.of()).stream())
                : Stream.of(line));
  }
}
