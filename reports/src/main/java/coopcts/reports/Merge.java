package coopcts.reports;

import coopcts.model.DeviceReport;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * Makes one run of several: the shards of a run, or a run and another of the cases that were to be
 * tried again.
 */
public final class Merge {

  /** What a run keeps beside its journal. */
  private static final List<String> KEPT = List.of("failures", "pictures");

  private Merge() {}

  /**
   * Writes the journal, the summary and what belongs to them. The shards of a run, in their order,
   * come out in the order of the whole; of a case that several runs have, the last one's verdict
   * counts. Seconds are added up.
   *
   * @param out a folder that holds no run; made where it is missing
   * @throws UsageException if there is nothing to merge, or the runs are of different devices or
   *     profiles
   */
  public static Summary into(Path out, List<Path> folders) throws IOException {
    if (Files.exists(out.resolve("results.jsonl"))) {
      throw new UsageException(out + " holds a run already");
    }
    List<RunFolder> runs = folders.stream().map(RunFolder::new).toList();
    DeviceReport device = runs.getFirst().device();
    List<Summary> summaries = runs.stream().map(RunFolder::summary).toList();
    for (int i = 1; i < runs.size(); i++) {
      if (!runs.get(i).device().equals(device)) {
        throw new UsageException(
            "%s and %s are runs of different devices or drivers"
                .formatted(folders.getFirst(), folders.get(i)));
      }
      if (!summaries.get(i).profile().equals(summaries.getFirst().profile())) {
        throw new UsageException(
            "%s and %s are runs of different profiles"
                .formatted(folders.getFirst(), folders.get(i)));
      }
    }
    List<Result> results = interleaved(folders.stream().map(Journal::read).toList());
    Files.createDirectories(out);
    for (Path folder : folders) {
      for (String kept : KEPT) {
        copy(folder.resolve(kept), out.resolve(kept));
      }
    }
    try (Journal journal = new Journal(out, false)) {
      results.forEach(
          result -> {
            journal.begin(result.name());
            journal.end(result);
          });
    }
    Summary summary = summary(summaries, results);
    RunFolder merged = new RunFolder(out);
    merged.writeDevice(device);
    merged.writeSummary(summary);
    return summary;
  }

  private static List<Result> interleaved(List<List<Result>> runs) {
    Map<String, Result> results = new LinkedHashMap<>();
    int longest = runs.stream().mapToInt(List::size).max().orElse(0);
    for (int i = 0; i < longest; i++) {
      for (List<Result> run : runs) {
        if (i < run.size()) {
          results.putIfAbsent(run.get(i).name(), run.get(i));
        }
      }
    }
    runs.forEach(run -> run.forEach(result -> results.put(result.name(), result)));
    return new ArrayList<>(results.values());
  }

  private static void copy(Path from, Path to) throws IOException {
    if (Files.exists(from)) {
      try (Stream<Path> below = Files.walk(from)) {
        for (Path source : below.toList()) {
          Path target = to.resolve(from.relativize(source).toString());
          if (Files.isDirectory(source)) {
            Files.createDirectories(target);
          } else {
            Files.copy(source, target, StandardCopyOption.REPLACE_EXISTING);
          }
        }
      }
    }
  }

  /** A glob has vanished if no run has a case for it. */
  private static Summary summary(List<Summary> parts, List<Result> results) {
    List<String> vanished = new ArrayList<>(parts.getFirst().vanished());
    double seconds = 0;
    double own = 0;
    long started = Long.MAX_VALUE;
    for (Summary part : parts) {
      vanished.retainAll(part.vanished());
      seconds += part.durationSeconds();
      own += part.durationSeconds() * part.ownShare();
      started = Math.min(started, part.started());
    }
    return Summary.of(
            parts.getFirst().device(),
            parts.getFirst().profile(),
            started,
            results,
            vanished,
            seconds,
            1)
        .withOwnShare(seconds == 0 ? 0 : own / seconds);
  }
}
