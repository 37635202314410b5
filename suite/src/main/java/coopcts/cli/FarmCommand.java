// SPDX-License-Identifier: Apache-2.0
package coopcts.cli;

import coopcts.farm.SlurmArray;
import coopcts.reports.UsageException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code farm}: a run spread over the machines of a Slurm cluster. */
@Command(
    name = "farm",
    description = {
      "run on a Slurm cluster: an array of shards for each kind of machine, merged at the end,"
          + " with one dashboard and the exit code of the whole",
      "example: run-cts.sh farm --shards 8 --constraint h200 --constraint mi300 --out"
          + " /lab/2026-01-31 --history /lab/2026-01-30 --sbatch=--gpus=1 -- --device vulkan"
          + " --baseline /lab/baselines/{}"
    })
final class FarmCommand implements Callable<Integer> {

  @Option(
      names = "--out",
      paramLabel = "DIR",
      required = true,
      description = "the farm's folder, on a file system that all machines see")
  private Path out;

  @Option(
      names = "--shards",
      paramLabel = "N",
      required = true,
      description = "parts of each run, a task of the array each")
  private int shards;

  @Option(
      names = "--constraint",
      paramLabel = "FEATURES",
      description =
          "what machines Slurm may take; repeated: a run of its own on each kind of machine")
  private List<String> constraints = List.of();

  @Option(
      names = "--sbatch",
      paramLabel = "WORD",
      description = "one more option for sbatch, such as --sbatch=--gpus=1; may be repeated")
  private List<String> directives = List.of();

  @Option(
      names = "--history",
      paramLabel = "DIR",
      description = "the folder of an earlier farm or run: its times balance the shards")
  private Path history;

  @Option(
      names = "--dashboard",
      paramLabel = "DIR",
      description = "a dashboard to add the runs to (default: one in --out)")
  private Path dashboard;

  @Option(
      names = "--no-submit",
      description = "write the scripts for sbatch and say what would be run")
  private boolean dry;

  @Option(names = "--no-report", description = "no Allure report and no JUnit XML of the wholes")
  private boolean noReport;

  @Parameters(
      paramLabel = "OPTION",
      arity = "0..*",
      description = "options for run, behind --; {} stands for the kind of machine")
  private List<String> options = List.of();

  @Override
  public Integer call() throws Exception {
    if (shards < 1 || shards > 100_000) {
      throw new UsageException("--shards takes a number from 1 to 100000");
    }
    requireOneLine("--out", List.of(out.toString()));
    requireOneLine("--constraint", constraints);
    requireOneLine("--sbatch", directives);
    requireOneLine("an option behind --", options);
    List<SlurmArray> arrays = arrays();
    if (dry) {
      for (SlurmArray array : arrays) {
        System.out.println("sbatch " + array.write());
      }
      System.out.println("afterwards: " + collect());
      return 0;
    }
    List<SlurmArray.Submitted> submitted = new ArrayList<>();
    for (SlurmArray array : arrays) {
      SlurmArray.Submitted one = submit(array);
      submitted.add(one);
      System.out.printf(
          "job %s: %d shards in %s; scancel %s ends it%n",
          one.job(), shards, array.folder(), one.job());
    }
    System.out.println("what is there can be had at any time by: " + collect());
    submitted.forEach(one -> one.end().join());
    return new Collection(out, dashboard, false, noReport).collect();
  }

  /** Slurm's directives are comments of a shell script: a line feed would begin a command. */
  private static void requireOneLine(String what, List<String> words) {
    for (String word : words) {
      if (word.chars().anyMatch(c -> c < ' ' || c == 0x7f)) {
        throw new UsageException(what + " has a line feed or another control character");
      }
    }
  }

  private String collect() {
    return "run-cts.sh collect "
        + out
        + (dashboard == null ? "" : " --dashboard " + dashboard)
        + (noReport ? " --no-report" : "");
  }

  private static SlurmArray.Submitted submit(SlurmArray array) {
    try {
      return array.submit();
    } catch (IOException e) {
      throw new UsageException("sbatch cannot be started: " + e.getMessage());
    }
  }

  private List<SlurmArray> arrays() {
    Path folder = out.toAbsolutePath().normalize();
    if (Files.exists(folder.resolve("shards.sbatch")) && !constraints.isEmpty()) {
      throw new UsageException(out + " holds a farm of one kind of machine");
    }
    Map<String, String> kinds = new HashMap<>();
    List<SlurmArray> arrays = new ArrayList<>();
    for (String constraint : constraints.isEmpty() ? List.of("") : constraints) {
      String kind = constraint.replaceAll("[^A-Za-z0-9_.-]+", "-");
      if (!constraint.isEmpty() && kind.matches("[-.]+")) {
        throw new UsageException("--constraint " + constraint + " gives its folder no name");
      }
      String other = kinds.putIfAbsent(kind, constraint);
      if (other != null) {
        throw new UsageException(
            "--constraint %s and --constraint %s would both be in the folder %s; farm them apart"
                .formatted(other, constraint, kind));
      }
      arrays.add(
          new SlurmArray(
              kind.isEmpty() ? folder : folder.resolve(kind),
              shards,
              constraint,
              directives,
              command(kind)));
    }
    return arrays;
  }

  private List<String> command(String kind) {
    List<String> words = new ArrayList<>();
    words.add(Path.of(System.getProperty("coopcts.script", "run-cts.sh")).toString());
    words.add("run");
    options.forEach(word -> words.add(word.replace("{}", kind)));
    Path times = times(kind);
    if (times != null) {
      words.add("--history");
      words.add(times.toString());
    }
    return words;
  }

  /** The earlier run of this kind of machine, if there was one. */
  private Path times(String kind) {
    if (history == null) {
      return null;
    }
    Path folder = history.toAbsolutePath().normalize();
    for (Path candidate :
        List.of(folder.resolve(kind).resolve("whole"), folder.resolve("whole"), folder)) {
      if (Files.exists(candidate.resolve("results.jsonl"))) {
        return candidate;
      }
    }
    System.out.println("no times are known of " + (kind.isEmpty() ? "these machines" : kind));
    return null;
  }
}
