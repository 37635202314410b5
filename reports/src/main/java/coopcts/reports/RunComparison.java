// SPDX-License-Identifier: Apache-2.0
package coopcts.reports;

import coopcts.reports.Comparison.ChangeKind;
import coopcts.reports.explain.Buckets;
import coopcts.reports.explain.Causes;
import coopcts.reports.page.Comment;
import coopcts.reports.page.PageTemplate;
import coopcts.reports.read.RecordedRun;
import coopcts.reports.read.Recording;
import coopcts.reports.read.Row;
import coopcts.reports.read.Rows;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.StreamSupport;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/**
 * Two runs side by side, as {@code compare} prints them for people and programs.
 *
 * @param older the run that came first
 * @param newer the run that is compared with it
 * @param counts number of cases for each kind of change; every kind is in it
 * @param newBuckets causes that only the newer run has, the largest first
 * @param goneBuckets causes that only the older run has, the largest first
 * @param times of the cases that both have
 * @param growth of the machine code; empty unless both runs asked the driver for statistics
 * @param changes the cases themselves
 */
public record RunComparison(
    Side older,
    Side newer,
    Map<ChangeKind, Integer> counts,
    List<Cause> newBuckets,
    List<Cause> goneBuckets,
    Times times,
    List<CodeGrowth.GrowthLine> growth,
    List<Comparison.Change> changes) {

  /** Changes and causes that Markdown lists; JSON has all. */
  private static final int MOST = 30;

  private static final JsonMapper JSON =
      JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();

  /**
   * One of the runs.
   *
   * @param folder of the run
   * @param device its name
   * @param driver its name and version
   * @param suite version and commit
   * @param seconds wall time
   * @param damaged lines of its journal that say nothing any more
   */
  public record Side(
      String folder, String device, String driver, String suite, double seconds, int damaged) {}

  /**
   * A bucket, as the summary has it.
   *
   * @param bucket its identity
   * @param cases number of failures
   * @param what they look like
   * @param where families, and what of the names distinguishes them
   * @param example name of the first case
   */
  public record Cause(String bucket, int cases, String what, String where, String example) {}

  /**
   * Working time of the cases that both runs have.
   *
   * @param olderMillis milliseconds in the older run
   * @param newerMillis milliseconds in the newer run
   * @param ratio newer by older, or null where the older took no time
   * @param families one by one
   */
  public record Times(long olderMillis, long newerMillis, Double ratio, List<Family> families) {}

  /**
   * The same of one system and builtin.
   *
   * @param family system and builtin
   * @param cases number that both runs have
   * @param olderMillis milliseconds in the older run
   * @param newerMillis milliseconds in the newer run
   * @param ratio newer by older, or null where the older took no time
   */
  public record Family(
      String family, int cases, long olderMillis, long newerMillis, Double ratio) {}

  private record ComparisonLine(
      String kind, String name, String before, String after, String message) {}

  private record Count(String kind, int cases) {}

  private record Page(
      String sign,
      Side older,
      Side newer,
      List<Count> counts,
      List<Cause> fresh,
      List<Cause> gone,
      List<ComparisonLine> lines,
      int more,
      int moreCauses,
      String ratio,
      List<CodeGrowth.GrowthLine> growth) {}

  /**
   * {@return the comparison of two runs, made of their journals}
   *
   * @param older folder of the older run
   * @param newer folder of the newer run
   * @param filters globs of the cases that count; all cases count if there are none. Give here the
   *     filter that a run had, or cases that it left out count as gone
   * @throws UsageException if a folder holds no run
   * @throws IOException if a journal cannot be read
   */
  public static RunComparison of(Path older, Path newer, List<Glob> filters) throws IOException {
    Recording before = Recording.read(folder(older));
    Recording after = Recording.read(folder(newer));
    Journal.Read[] read = new Journal.Read[2];
    CodeGrowth growth = new CodeGrowth();
    Comparison comparison =
        Comparison.of(
            sink ->
                read[0] =
                    Journal.scan(
                        older,
                        result -> {
                          if (Glob.selects(filters, result.name())) {
                            growth.older(result);
                            sink.accept(result);
                          }
                        }),
            sink ->
                read[1] =
                    Journal.scan(
                        newer,
                        result -> {
                          if (Glob.selects(filters, result.name())) {
                            growth.newer(result);
                            sink.accept(result);
                          }
                        }));
    Map<ChangeKind, Integer> counts = new LinkedHashMap<>();
    for (ChangeKind kind : ChangeKind.values()) {
      counts.put(kind, comparison.count(kind));
    }
    Buckets then = buckets(before, filters);
    Buckets now = buckets(after, filters);
    return new RunComparison(
        side(before, read[0]),
        side(after, read[1]),
        counts,
        only(now, then),
        only(then, now),
        times(before, after, filters),
        growth.lines(),
        comparison.changes());
  }

  private static Path folder(Path folder) {
    if (!RecordedRun.isIn(folder)) {
      throw new UsageException(folder + " holds no run: there is no results.jsonl");
    }
    return folder;
  }

  private static Side side(Recording run, Journal.Read read) {
    return new Side(
        run.run().folder().toString(),
        run.run().deviceName(),
        run.run().driver(),
        read.header().map(Header::suiteText).orElse("an unknown suite"),
        read.sessions().stream().mapToDouble(RunSession::seconds).sum(),
        read.damaged().size());
  }

  private static Buckets buckets(Recording run, List<Glob> filters) {
    Rows wanted =
        outcome ->
            () ->
                StreamSupport.stream(run.rows().with(outcome).spliterator(), false)
                    .filter(row -> Glob.selects(filters, row.name()))
                    .iterator();
    return Buckets.of(wanted, Causes.read(run.run().folder()), 0);
  }

  private static List<Cause> only(Buckets these, Buckets others) {
    Set<String> known = new HashSet<>();
    others.causes().forEach(bucket -> known.add(bucket.id()));
    return these.causes().stream()
        .filter(bucket -> !known.contains(bucket.id()))
        .map(
            bucket ->
                new Cause(
                    bucket.id(),
                    bucket.count(),
                    bucket.title(),
                    bucket.where(),
                    bucket.members().getFirst().name()))
        .toList();
  }

  private static Times times(Recording before, Recording after, List<Glob> filters) {
    Map<String, Integer> millis = new HashMap<>();
    for (Row row : before.rows()) {
      if (Glob.selects(filters, row.name())) {
        millis.put(row.name(), (int) Math.min(Integer.MAX_VALUE, row.millis()));
      }
    }
    Map<String, long[]> sums = new TreeMap<>();
    long[] all = new long[3];
    for (Row row : after.rows()) {
      Integer then = millis.get(row.name());
      if (then != null) {
        for (long[] sum : List.of(all, sums.computeIfAbsent(row.family(), _ -> new long[3]))) {
          sum[0]++;
          sum[1] += then;
          sum[2] += row.millis();
        }
      }
    }
    List<Family> families = new ArrayList<>();
    sums.forEach(
        (family, sum) ->
            families.add(new Family(family, (int) sum[0], sum[1], sum[2], ratio(sum))));
    return new Times(all[1], all[2], ratio(all), families);
  }

  private static Double ratio(long[] sum) {
    return sum[1] == 0 ? null : Math.round(1000.0 * sum[2] / sum[1]) / 1000.0;
  }

  /**
   * {@return the number of cases with a kind of change; 0 if there are none}
   *
   * @param kind of change
   */
  public int count(ChangeKind kind) {
    return counts.get(kind);
  }

  /**
   * {@return whether a gate of a CI system should close, because at least one case is worse, new
   * and bad, or gone} The command's exit code follows it.
   */
  public boolean isWorse() {
    return count(ChangeKind.WORSE) + count(ChangeKind.NEW_BAD) + count(ChangeKind.GONE) > 0;
  }

  /** {@return the whole comparison as indented JSON, with a member for each component} */
  public String json() {
    return JSON.writeValueAsString(this);
  }

  /**
   * {@return the comparison as Markdown for the comment of a merge request, at most {@link
   * Comment#LIMIT} bytes} Long tables are shortened and say so.
   */
  public String markdown() {
    List<Count> shown = new ArrayList<>();
    counts.forEach((kind, n) -> shown.add(new Count(words(kind), n)));
    List<Comparison.Change> told =
        changes.stream().filter(change -> change.kind() != ChangeKind.NEW).toList();
    PageTemplate template = PageTemplate.markdown("compare.md");
    return Comment.of(
        MOST,
        rows ->
            template.fill(
                new Page(
                    isWorse() ? "❌" : "✅",
                    older,
                    newer,
                    shown,
                    first(newBuckets, rows),
                    first(goneBuckets, rows),
                    told.stream().limit(rows).map(RunComparison::line).toList(),
                    Math.max(0, told.size() - rows),
                    Math.max(0, newBuckets.size() - rows) + Math.max(0, goneBuckets.size() - rows),
                    times.ratio == null ? "" : String.format(Locale.ROOT, "%.2f", times.ratio),
                    growth.stream().limit(rows).toList())));
  }

  private static List<Cause> first(List<Cause> causes, int rows) {
    return causes.stream()
        .limit(rows)
        .map(
            cause ->
                new Cause(
                    cause.bucket,
                    cause.cases,
                    Comment.shortened(cause.what),
                    Comment.shortened(cause.where),
                    cause.example))
        .toList();
  }

  private static ComparisonLine line(Comparison.Change change) {
    return new ComparisonLine(
        words(change.kind()),
        change.name(),
        Optional.ofNullable(change.before()).map(Enum::toString).orElse("–"),
        Optional.ofNullable(change.after()).map(Enum::toString).orElse("–"),
        Comment.shortened(change.message()));
  }

  static String words(ChangeKind kind) {
    return kind == ChangeKind.NEW_BAD ? "new and bad" : kind.name().toLowerCase(Locale.ROOT);
  }
}
