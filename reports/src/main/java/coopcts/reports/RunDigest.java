// SPDX-License-Identifier: Apache-2.0
package coopcts.reports;

import coopcts.reports.explain.Buckets;
import coopcts.reports.explain.Causes;
import coopcts.reports.page.Comment;
import coopcts.reports.page.PageTemplate;
import coopcts.reports.read.FileTexts;
import coopcts.reports.read.RecordedVerdict;
import coopcts.reports.read.Recording;
import coopcts.reports.read.Row;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.IntFunction;

/**
 * A run for people and machines that read little: {@code summary.md}, to be the comment of a merge
 * request, and {@code annotations.txt}, workflow commands that GitHub shows beside a change.
 */
final class RunDigest {

  /** GitHub cuts an annotation at 64 KB; nobody reads as much of it. */
  private static final int LONGEST = 4000;

  private static final int MOST_BUCKETS = 12;

  /** GitHub shows ten errors of a step. */
  private static final int MOST_ANNOTATIONS = 10;

  private record Fact(String name, String value) {}

  private record DigestLine(
      String system,
      int passed,
      int failed,
      int flaky,
      int compiled,
      int absent,
      int unexpected,
      String rate) {}

  private record Cause(
      int cases,
      String verdict,
      String assertions,
      String text,
      String where,
      String likeness,
      String example,
      String message,
      String note) {}

  private record Page(
      String sign,
      String verdict,
      List<Fact> facts,
      List<DigestLine> lines,
      String headline,
      List<Cause> buckets,
      int more,
      int warnings,
      int frontEnd,
      String unfinished,
      int damaged) {}

  private RunDigest() {}

  static void write(Path folder, Recording run, Buckets buckets, Causes known, FailureNotes notes)
      throws IOException {
    List<Fact> facts = new ArrayList<>();
    run.facts().forEach((name, value) -> facts.add(new Fact(name, Comment.shortened(value))));
    List<DigestLine> lines = new ArrayList<>();
    run.systems().forEach((system, sums) -> lines.add(line(system, sums)));
    int unexpected = run.unexpected();
    lines.add(line("all", new Recording.Sums(run.counts(), unexpected)));
    List<Cause> causes =
        buckets.causes().stream()
            .map(bucket -> cause(bucket, bucket.count(), bucket.members().getFirst(), known, notes))
            .toList();
    int frontEnd = run.frontEndWarnings();
    int warnings = run.counts().getOrDefault(RecordedVerdict.WARN, 0) - frontEnd;
    PageTemplate template = PageTemplate.markdown("summary.md");
    IntFunction<String> page =
        rows ->
            template.fill(
                new Page(
                    unexpected > 0 ? "❌" : !isWhole(run) ? "⚠️" : onlyCompiled(run) ? "◇" : "✅",
                    unexpected > 0
                        ? unexpected
                            + (unexpected == 1 ? " case is" : " cases are")
                            + " not as expected"
                        : (isWhole(run) ? "as expected" : "as expected, as far as it went")
                            + (onlyCompiled(run) ? ": compiled, and nothing was run" : ""),
                    facts,
                    lines,
                    buckets.headline(),
                    causes.subList(0, Math.min(rows, causes.size())),
                    Math.max(0, causes.size() - rows),
                    warnings,
                    frontEnd,
                    run.run().isFinished()
                        ? ""
                        : run.size()
                            + (run.run().planned() > 0 ? " of " + run.run().planned() : "")
                            + " cases ran",
                    run.run().damaged()));
    Files.writeString(folder.resolve("summary.md"), Comment.of(MOST_BUCKETS, page));
    Files.write(folder.resolve("annotations.txt"), annotations(run, buckets, known));
  }

  /** Whether the journal has a verdict of every case that was planned. */
  private static boolean isWhole(Recording run) {
    return run.run().isFinished() && run.run().damaged() == 0;
  }

  /** Whether it was on a device that executes nothing. */
  private static boolean onlyCompiled(Recording run) {
    return run.counts().containsKey(RecordedVerdict.COMPILED);
  }

  private static DigestLine line(String system, Recording.Sums sums) {
    int[] groups = new int[RecordedVerdict.Group.values().length];
    sums.counts().forEach((outcome, number) -> groups[outcome.group().ordinal()] += number);
    int ran =
        sums.counts().values().stream().mapToInt(Integer::intValue).sum()
            - groups[RecordedVerdict.Group.ABSENT.ordinal()]
            - groups[RecordedVerdict.Group.COMPILED.ordinal()];
    int passed = groups[RecordedVerdict.Group.PASSED.ordinal()];
    return new DigestLine(
        system,
        passed,
        groups[RecordedVerdict.Group.FAILED.ordinal()],
        groups[RecordedVerdict.Group.UNSTABLE.ordinal()],
        groups[RecordedVerdict.Group.COMPILED.ordinal()],
        groups[RecordedVerdict.Group.ABSENT.ordinal()],
        sums.unexpected(),
        ran == 0
            ? "–"
            : String.format(Locale.ROOT, "%.2f %%", Math.floor(1e4 * passed / ran) / 100));
  }

  private static Cause cause(
      Buckets.Bucket bucket, int cases, Row example, Causes known, FailureNotes notes) {
    return new Cause(
        cases,
        bucket.verdict().toString(),
        bucket.rules().isEmpty() ? "–" : String.join(" ", bucket.rules()),
        Comment.shortened(bucket.what()),
        Comment.shortened(bucket.where()),
        known.of(bucket).map(Causes.Cause::remark).map(Comment::shortened).orElse(""),
        example.name(),
        example.message(),
        Comment.shortened(notes.text(bucket)));
  }

  private static List<String> annotations(Recording run, Buckets buckets, Causes known) {
    List<String> lines = new ArrayList<>();
    for (Buckets.Bucket bucket : buckets.buckets()) {
      if (bucket.surprises() > 0 && lines.size() < MOST_ANNOTATIONS) {
        Cause cause =
            cause(bucket, bucket.surprises(), bucket.surprise(), known, FailureNotes.NONE);
        lines.add(
            "::error title=%s::%s"
                .formatted(
                    command(
                            "%d %s on %s"
                                .formatted(cause.cases, cause.verdict, run.run().deviceName()))
                        .replace(":", "%3A")
                        .replace(",", "%2C"),
                    command(cause.example + "\n" + Comment.shortened(cause.message, LONGEST))));
      }
    }
    return lines;
  }

  /**
   * A workflow command ends with its line: what a driver said must not begin another, nor reach a
   * terminal that obeys it.
   */
  private static String command(String text) {
    return FileTexts.plain(text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A"));
  }
}
