// SPDX-License-Identifier: Apache-2.0
package coopcts.docs;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tools.jackson.databind.json.JsonMapper;

/** The table of runs on devices, from the summaries that are kept of them. */
final class Runs {

  private static final JsonMapper JSON = JsonMapper.shared();

  private Runs() {}

  /**
   * A run as its file tells it.
   *
   * @param order where its row stands
   * @param machine what the device is, and on what machine it ran
   * @param command the options of the run
   * @param summary of {@code summary.json}
   */
  private record Run(int order, String machine, String driver, String command, Totals summary) {}

  @JsonIgnoreProperties(ignoreUnknown = true)
  private record Totals(Map<String, Integer> counts, double durationSeconds) {
    int cases() {
      return counts.values().stream().mapToInt(Integer::intValue).sum();
    }

    String verdicts() {
      return counts.entrySet().stream()
          .map(entry -> "%,d %s".formatted(entry.getValue(), entry.getKey()))
          .collect(Collectors.joining(", "));
    }
  }

  /**
   * @param folder one JSON file for each run
   */
  static String table(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      List<Run> runs =
          files
              .filter(file -> file.toString().endsWith(".json"))
              .map(file -> JSON.readValue(file.toFile(), Run.class))
              .sorted(Comparator.comparingInt(Run::order))
              .toList();
      return runs.stream()
          .map(
              run ->
                  "| %s | %s | `%s` | %,d | %s | %.1f s |"
                      .formatted(
                          run.machine(),
                          run.driver(),
                          run.command(),
                          run.summary().cases(),
                          run.summary().verdicts(),
                          run.summary().durationSeconds()))
          .collect(
              Collectors.joining(
                  "\n",
                  "\n\n| device | driver | command | cases | verdicts | wall |\n|---|---|---|---|---|---|\n",
                  "\n\n"));
    }
  }
}
