// SPDX-License-Identifier: Apache-2.0
package coopcts.farm;

import coopcts.reports.UsageException;
import coopcts.reports.read.RunFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/**
 * The shards of one run, as they lie in a folder: {@code shard-1}, {@code shard-2} and so on. A
 * shard is a run's folder with a part of the cases; the command {@code merge} makes one run of
 * them.
 *
 * @param folder that they are in
 * @param begun those that have a journal, in the order of their numbers
 * @param silent those that have none
 */
public record Shards(Path folder, List<Path> begun, List<Path> silent) {

  /** {@return the folder of the merged run, {@code whole} beside the shards; it need not exist} */
  public Path whole() {
    return folder.resolve("whole");
  }

  /**
   * Finds the runs whose shards lie in a folder, or in folders directly below it.
   *
   * @param folder that is searched
   * @return the runs, at least one, each with its shards in the order of their numbers; a run that
   *     was given to Slurm may have no shard yet
   * @throws UsageException if there is none
   * @throws IOException if a folder cannot be read
   */
  public static List<Shards> in(Path folder) throws IOException {
    List<Shards> all = new ArrayList<>();
    List<Path> candidates = new ArrayList<>(List.of(folder));
    candidates.addAll(folders(folder));
    for (Path candidate : candidates) {
      List<Path> shards =
          folders(candidate).stream()
              .filter(one -> one.getFileName().toString().matches("shard-\\d{1,9}"))
              .sorted(Comparator.comparing(Shards::number))
              .toList();
      if (!shards.isEmpty() || Files.exists(candidate.resolve("shards.sbatch"))) {
        all.add(of(candidate, shards));
      }
    }
    if (all.isEmpty()) {
      throw new UsageException(folder + " holds no shards: no folder in it is named shard-1");
    }
    return all;
  }

  /**
   * Takes shards that are known.
   *
   * @param folder that they are in
   * @param shards their folders, in the order of their numbers
   * @return the run
   */
  public static Shards of(Path folder, List<Path> shards) {
    return new Shards(
        folder,
        shards.stream().filter(Shards::hasJournal).toList(),
        shards.stream().filter(one -> !hasJournal(one)).toList());
  }

  private static boolean hasJournal(Path shard) {
    return RunFiles.isThere(shard.resolve("results.jsonl"))
        && RunFiles.isThere(shard.resolve("device.json"));
  }

  private static int number(Path shard) {
    return Integer.parseInt(shard.getFileName().toString().substring("shard-".length()));
  }

  private static List<Path> folders(Path folder) throws IOException {
    if (!Files.isDirectory(folder)) {
      throw new UsageException(folder + " is no folder");
    }
    try (Stream<Path> inside = Files.list(folder)) {
      return inside.filter(Files::isDirectory).sorted().toList();
    }
  }
}
