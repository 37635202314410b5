// SPDX-License-Identifier: Apache-2.0
package coopcts.jobs;

import coopcts.testing.Temporary;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A shader that says in its head how it is checked and what is to be found: {@code // kind:},
 * {@code // expect:}, {@code // complaint:}, {@code // unchecked:}, {@code // with:}, and {@code //
 * <-} on the lines that a finding may be about.
 */
record ShaderFile(Path file, String name, Map<String, String> head, Set<Integer> marked) {

  private static final Pattern SAID =
      Pattern.compile("(?://|;) (kind|expect|complaint|unchecked|with): (.*)");

  static ShaderFile read(Path file) {
    try {
      Map<String, String> head = new TreeMap<>();
      Set<Integer> marked = new TreeSet<>();
      List<String> lines = Files.readAllLines(file);
      for (int i = 0; i < lines.size(); i++) {
        String line = lines.get(i);
        Matcher said = SAID.matcher(line);
        if (said.matches()) {
          head.put(said.group(1), said.group(2));
        }
        if (line.endsWith("// <-")) {
          marked.add(i + 1);
        }
      }
      String name = file.getFileName().toString();
      return new ShaderFile(file, name.substring(0, name.lastIndexOf('.')), head, marked);
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  static List<ShaderFile> all(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files
          .filter(file -> file.toString().matches(".*\\.(comp|spvasm)"))
          .sorted()
          .map(ShaderFile::read)
          .toList();
    }
  }

  CheckReport check(Path cache) throws Exception {
    return CheckReport.of(file, options(), Temporary.folder("check"), cache, _ -> {});
  }

  CheckJob.Options options() {
    List<Integer> groups = List.of(1, 1, 1);
    OptionalInt bytes = OptionalInt.empty();
    String push = "";
    Integer subgroup = null;
    SortedMap<Integer, Double> specialization = new TreeMap<>();
    List<String> words =
        new ArrayList<>(List.of(head.getOrDefault("with", "").trim().split("\\s+")));
    while (words.size() > 1) {
      String option = words.removeFirst();
      String value = words.removeFirst();
      switch (option) {
        case "--groups" -> groups = Stream.of(value.split(",")).map(Integer::valueOf).toList();
        case "--bytes" -> bytes = OptionalInt.of(Integer.parseInt(value));
        case "--push" -> push = value;
        case "--subgroup-size" -> subgroup = Integer.valueOf(value);
        case "--specialize" ->
            specialization.put(
                Integer.valueOf(value.substring(0, value.indexOf('='))),
                Double.valueOf(value.substring(value.indexOf('=') + 1)));
        default -> throw new IllegalStateException(file + ": " + option);
      }
    }
    return new CheckJob.Options(
        groups, bytes, push, new TreeMap<>(), List.of(), subgroup, specialization);
  }

  /** Whether the first finding is of the expected class and on a marked line, if any is marked. */
  boolean isToldBy(CheckReport report) {
    List<CheckFinding> found = report.findings().found();
    if (found.isEmpty()) {
      return false;
    }
    CheckFinding first = found.getFirst();
    return List.of(head.get("expect").split("\\|")).contains(first.check())
        && (marked.isEmpty()
            || marked.contains(first.line())
            || marked.contains(first.otherLine()));
  }
}
