// SPDX-License-Identifier: Apache-2.0
package coopcts.cli;

import coopcts.cases.Profile;
import coopcts.reports.Glob;
import coopcts.reports.UsageException;
import coopcts.run.select.Selection;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import picocli.CommandLine.Option;

/** Which cases: the options that {@code run} and {@code list} share. */
final class SelectionOptions {

  @Option(
      names = "--profile",
      paramLabel = "smoke|default|full",
      defaultValue = "default",
      description = "how much of the space of cases (default: ${DEFAULT-VALUE})")
  private Profile profile;

  @Option(
      names = "--filter",
      paramLabel = "GLOB",
      description = "only cases whose name matches; * stops at a dot, ** does not; may be repeated")
  private List<String> filters = List.of();

  @Option(
      names = "--exclude",
      paramLabel = "GLOB",
      description = "no case whose name matches; may be repeated")
  private List<String> excludes = List.of();

  @Option(
      names = "--caselist",
      paramLabel = "FILE",
      description = "only cases named in the file, one a line")
  private Path caselist;

  @Option(
      names = "--shard",
      paramLabel = "I/N",
      description =
          "only the I-th of N parts, from 1; /N takes I from JOB_COMPLETION_INDEX; without it"
              + " Bazel's, GitLab's and Slurm's variables are read")
  private String shard;

  Profile profile() {
    return profile;
  }

  /**
   * @throws UsageException if the case list or the shard is not understood
   */
  Selection selection(Map<String, String> environment) {
    Shard part = Shard.of(shard, environment);
    return new Selection(
        filters.stream().map(Glob::new).toList(),
        excludes.stream().map(Glob::new).toList(),
        readCaselist(),
        part.number(),
        part.count());
  }

  private Set<String> readCaselist() {
    if (caselist == null) {
      return null;
    }
    try {
      Set<String> names = new HashSet<>();
      for (String line : Files.readAllLines(caselist)) {
        String name = line.replace("\uFEFF", "").replaceAll("#.*", "").strip();
        if (!name.isEmpty()) {
          names.add(name);
        }
      }
      return names;
    } catch (IOException e) {
      throw new UsageException("--caselist " + caselist + " cannot be read");
    }
  }
}
