// SPDX-License-Identifier: Apache-2.0
package coopcts.run;

import coopcts.plan.Verdict;
import coopcts.reports.Journal;
import coopcts.reports.explain.Fingerprint;
import coopcts.reports.read.Row;
import coopcts.run.one.FailureEvidence;
import coopcts.run.select.RunOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * The random programs of a run that failed, in buckets by what they were reduced to: each bucket
 * with its smallest program. {@code fuzz} prints them and writes {@link #FILE}.
 *
 * @param repro the command that writes a program as files, up to its name
 * @param programs number of programs that were run
 * @param buckets the one with most programs first
 */
public record RandomBuckets(String repro, int programs, List<Bucket> buckets) {

  /** The file in the run's folder. */
  public static final String FILE = "programs.md";

  /**
   * Programs that were reduced to the same kind, or of which the same is said.
   *
   * @param verdict of its programs
   * @param kind what the reduced programs consist of
   * @param reduced the name of the smallest one
   * @param glsl its shader, or empty
   * @param message what was found
   * @param members the drawn programs
   */
  public record Bucket(
      Verdict verdict,
      String kind,
      String reduced,
      String glsl,
      String message,
      List<String> members) {}

  /**
   * Reads the failures of a finished run of random programs.
   *
   * @param options of the run, whose folder is read
   * @return the buckets, the one with most programs first; no bucket if all passed
   * @throws coopcts.reports.UsageException if the folder holds no journal
   */
  public static RandomBuckets of(RunOptions options) {
    Map<String, Bucket> buckets = new LinkedHashMap<>();
    int programs = 0;
    for (Row result : Journal.open(options.out()).results()) {
      programs += result.verdict() == Verdict.MISSING ? 0 : 1;
      if (!result.verdict().isGood()) {
        Bucket one = of(result, options.out());
        buckets.merge(one.verdict() + " " + one.kind(), one, RandomBuckets::together);
      }
    }
    List<Bucket> largest = new ArrayList<>(buckets.values());
    largest.sort(Comparator.comparing((Bucket bucket) -> -bucket.members().size()));
    return new RandomBuckets(options.repro(), programs, largest);
  }

  /** A program that ended its process goes with those that ended it there. */
  private static Bucket of(Row result, Path folder) {
    String[] reduced = read(folder.resolve(result.details()).resolve(FailureEvidence.REDUCED));
    boolean isReduced = reduced.length == 3;
    boolean isDead = result.verdict() == Verdict.CRASH || !isReduced;
    return new Bucket(
        result.verdict(),
        isDead
            ? Fingerprint.of(
                    result.verdict(), result.name(), result.failedSubcases(), result.message())
                .kind()
            : reduced[1],
        isReduced ? reduced[0] : result.name(),
        isReduced ? reduced[2] : "",
        result.message(),
        List.of(result.name()));
  }

  private static String[] read(Path file) {
    try {
      return Files.readString(file).split("\n", 3);
    } catch (IOException e) {
      return new String[0];
    }
  }

  private static Bucket together(Bucket a, Bucket b) {
    boolean isSmaller =
        !b.glsl().isEmpty() && (a.glsl().isEmpty() || b.glsl().length() < a.glsl().length());
    Bucket small = isSmaller ? b : a;
    List<String> members = new ArrayList<>(a.members());
    members.addAll(b.members());
    return new Bucket(
        small.verdict(), small.kind(), small.reduced(), small.glsl(), small.message(), members);
  }

  /**
   * {@return one line for each bucket, with a line feed: number of programs, verdict, kind and
   * smallest program; empty text if all passed}
   */
  public String text() {
    return buckets.stream()
        .map(
            bucket ->
                "%d x %s: %s (%s)\n"
                    .formatted(
                        bucket.members().size(), bucket.verdict(), bucket.kind(), bucket.reduced()))
        .collect(Collectors.joining());
  }

  /**
   * Writes {@link #FILE}, a section for each bucket. If all passed it writes nothing.
   *
   * @param folder of the run
   * @throws IOException if the file cannot be written
   */
  public void write(Path folder) throws IOException {
    if (buckets.isEmpty()) {
      return;
    }
    StringBuilder page = new StringBuilder("# Random programs that failed\n");
    for (Bucket bucket : buckets) {
      page.append("\n## %s: %s\n\n".formatted(bucket.verdict(), bucket.kind()))
          .append(bucket.message())
          .append("\n\n%d programs: ".formatted(bucket.members().size()))
          .append(bucket.members().stream().limit(10).collect(Collectors.joining(", ")))
          .append("\n\n    %s %s\n".formatted(repro, bucket.reduced()));
      if (!bucket.glsl().isEmpty()) {
        page.append("\n```glsl\n").append(bucket.glsl()).append("```\n");
      }
    }
    Files.writeString(folder.resolve(FILE), page);
  }
}
