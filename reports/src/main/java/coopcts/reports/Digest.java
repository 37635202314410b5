package coopcts.reports;

import coopcts.reports.page.Template;
import coopcts.reports.read.Fingerprint;
import coopcts.reports.read.Outcome;
import coopcts.reports.read.Recording;
import coopcts.reports.read.Row;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * A run for people and machines that read little: {@code summary.md}, to be the comment of a merge
 * request, and {@code annotations.txt}, workflow commands that GitHub shows beside a change.
 */
final class Digest {

  private static final int MOST_BUCKETS = 12;

  /** GitHub shows ten errors of a step. */
  private static final int MOST_ANNOTATIONS = 10;

  private record Fact(String name, String value) {}

  private record Line(
      String system, int passed, int failed, int flaky, int absent, int unexpected, String rate) {}

  private record Cause(
      int cases, String verdict, String assertions, String text, String example, String message) {}

  private record Page(
      String sign,
      String verdict,
      List<Fact> facts,
      List<Line> lines,
      List<Cause> buckets,
      int more,
      int warnings,
      String unfinished,
      int damaged) {}

  private Digest() {}

  static void write(Path folder, Recording run) throws IOException {
    List<Fact> facts = new ArrayList<>();
    run.facts().forEach((name, value) -> facts.add(new Fact(name, value)));
    List<Line> lines = new ArrayList<>();
    run.systems().forEach((system, rows) -> lines.add(line(system, rows)));
    lines.add(line("all", run.rows()));
    List<Cause> causes = new ArrayList<>();
    int warnings = 0;
    for (Map.Entry<Fingerprint, List<Row>> bucket : run.buckets().entrySet()) {
      if (bucket.getKey().outcome() == Outcome.WARN) {
        warnings += bucket.getValue().size();
      } else {
        causes.add(cause(bucket.getKey(), bucket.getValue()));
      }
    }
    int unexpected = run.unexpected();
    Files.writeString(
        folder.resolve("summary.md"),
        Template.markdown("summary.md")
            .fill(
                new Page(
                    unexpected == 0 ? "✅" : "❌",
                    unexpected == 0
                        ? "as expected"
                        : unexpected
                            + (unexpected == 1 ? " case is" : " cases are")
                            + " not as expected",
                    facts,
                    lines,
                    causes.subList(0, Math.min(MOST_BUCKETS, causes.size())),
                    Math.max(0, causes.size() - MOST_BUCKETS),
                    warnings,
                    run.run().isFinished()
                        ? ""
                        : run.rows().size()
                            + (run.run().planned() > 0 ? " of " + run.run().planned() : "")
                            + " cases ran",
                    run.run().damaged())));
    Files.write(folder.resolve("annotations.txt"), annotations(run));
  }

  private static Line line(String system, List<Row> rows) {
    Map<Outcome, Integer> counts = Recording.counts(rows);
    int[] groups = new int[Outcome.Group.values().length];
    counts.forEach((outcome, number) -> groups[outcome.group().ordinal()] += number);
    int ran = rows.size() - groups[Outcome.Group.ABSENT.ordinal()];
    int passed = groups[Outcome.Group.PASSED.ordinal()];
    return new Line(
        system,
        passed,
        groups[Outcome.Group.FAILED.ordinal()],
        groups[Outcome.Group.UNSTABLE.ordinal()],
        groups[Outcome.Group.ABSENT.ordinal()],
        (int) rows.stream().filter(row -> !row.expected()).count(),
        ran == 0
            ? "–"
            : String.format(Locale.ROOT, "%.2f %%", Math.floor(1e4 * passed / ran) / 100));
  }

  private static Cause cause(Fingerprint print, List<Row> rows) {
    return new Cause(
        rows.size(),
        print.outcome().toString(),
        print.assertions().isEmpty() ? "–" : String.join(" ", print.assertions()),
        print.text(),
        rows.getFirst().name(),
        rows.getFirst().message());
  }

  private static List<String> annotations(Recording run) {
    List<String> lines = new ArrayList<>();
    for (Map.Entry<Fingerprint, List<Row>> bucket : run.buckets().entrySet()) {
      List<Row> surprising = bucket.getValue().stream().filter(row -> !row.expected()).toList();
      if (!surprising.isEmpty() && lines.size() < MOST_ANNOTATIONS) {
        Cause cause = cause(bucket.getKey(), surprising);
        lines.add(
            "::error title=%s::%s"
                .formatted(
                    command(
                            "%d %s on %s"
                                .formatted(cause.cases, cause.verdict, run.run().deviceName()))
                        .replace(":", "%3A")
                        .replace(",", "%2C"),
                    command(cause.example + "\n" + cause.message)));
      }
    }
    return lines;
  }

  /** A workflow command ends with its line; what a driver said must not begin another. */
  private static String command(String text) {
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A");
  }
}
