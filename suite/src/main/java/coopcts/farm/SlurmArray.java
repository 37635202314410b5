// SPDX-License-Identifier: Apache-2.0
package coopcts.farm;

import coopcts.host.Host;
import coopcts.reports.UsageException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;

/**
 * A run as a Slurm array, a task for each shard. A task that Slurm queues again, because its node
 * died, goes on where it was.
 *
 * @param folder of the run, on a file system that all nodes see
 * @param shards number of tasks, at least 1
 * @param constraint features that a node must have, or empty
 * @param directives more words for sbatch, such as {@code --gpus=1}
 * @param command the suite's command line, a word each, up to where a shard is named
 */
public record SlurmArray(
    Path folder, int shards, String constraint, List<String> directives, List<String> command) {

  /**
   * {@return the bash script that sbatch reads, with a line {@code #SBATCH} for each setting}
   * Nothing is written.
   */
  public String script() {
    List<String> lines = new ArrayList<>();
    lines.add("#!/usr/bin/env bash");
    List<String> all =
        new ArrayList<>(
            List.of(
                "--job-name=coopcts-" + folder.getFileName(),
                "--array=1-" + shards,
                "--requeue",
                "--open-mode=append",
                "--output=" + folder.toString().replace("%", "%%") + "/shard-%a.log"));
    if (!constraint.isEmpty()) {
      all.add("--constraint=" + constraint);
    }
    all.addAll(directives);
    all.forEach(one -> lines.add("#SBATCH " + (one.contains(" ") ? '"' + one + '"' : one)));
    lines.add("# Slurm's signals reach the suite, which ends with its summary and every report.");
    lines.add(
        "exec %s --continue --no-report --shard \"$SLURM_ARRAY_TASK_ID/%d\" --out %s/shard-\"$SLURM_ARRAY_TASK_ID\""
            .formatted(
                command.stream().map(Host.current()::quoted).collect(Collectors.joining(" ")),
                shards,
                Host.current().quoted(folder.toString())));
    return String.join("\n", lines) + "\n";
  }

  /**
   * Writes the script and gives it to Slurm by {@code sbatch}, without waiting for the tasks.
   *
   * @return the job, and a future that completes when no task of it is queued or runs any more
   * @throws UsageException if Slurm does not take it
   * @throws IOException if the script cannot be written or sbatch is missing
   */
  public Submitted submit() throws IOException {
    Path file = write();
    Process process =
        new ProcessBuilder("sbatch", "--parsable", "--wait", file.toString())
            .redirectErrorStream(true)
            .start();
    String said = process.inputReader().readLine();
    String job = said == null ? "" : said.split(";")[0].strip();
    if (!job.matches("\\d+")) {
      throw new UsageException("sbatch does not take " + file + ": " + said);
    }
    // What sbatch says later must not fill its pipe.
    CompletableFuture<Void> end =
        CompletableFuture.runAsync(() -> process.inputReader().lines().forEach(_ -> {}))
            .thenCombine(process.onExit(), (_, _) -> null);
    return new Submitted(job, end);
  }

  /**
   * Writes the script as {@code shards.sbatch} into the folder of the run, which is made if it is
   * missing.
   *
   * @return path of the script
   * @throws IOException if it cannot be written
   */
  public Path write() throws IOException {
    Files.createDirectories(folder);
    Path file = folder.resolve("shards.sbatch");
    Files.writeString(file, script());
    return file;
  }

  /**
   * An array that Slurm has taken.
   *
   * @param job its number
   * @param end done when none of its tasks is left
   */
  public record Submitted(String job, CompletableFuture<Void> end) {}
}
