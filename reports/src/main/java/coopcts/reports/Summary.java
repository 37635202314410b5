// SPDX-License-Identifier: Apache-2.0
package coopcts.reports;

import com.fasterxml.jackson.annotation.JsonInclude;
import coopcts.plan.Verdict;
import coopcts.reports.RunSession.End;
import coopcts.reports.explain.Buckets;
import coopcts.reports.read.Phases;
import coopcts.reports.read.Row;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * {@code summary.json}: a run in a few numbers, all of them from its journal.
 *
 * @param run what the run is, as the journal's first line has it; null where it has none
 * @param device name and driver
 * @param fallback whether {@code auto} found no Vulkan device and took the reference device
 * @param profile of cases
 * @param byTheLetter whether only what a specification says was demanded ({@code --strict-spec})
 * @param started when, in milliseconds since 1970
 * @param counts number of cases by verdict; those without one are MISSING
 * @param failures number of cases that neither passed nor were absent
 * @param causes what they probably come from, the largest first
 * @param unexpected number of cases with a verdict that the baseline does not expect
 * @param vanished globs of the baseline's supported cases that matched none
 * @param planned number of cases that were to run, or null where the journal does not say
 * @param missing number of planned cases without a verdict
 * @param unknown number of names that were asked for and no case of the device has; they are
 *     MISSING, too
 * @param damaged number of lines of the journal that cannot be read
 * @param end how the run ended
 * @param message more on the end, or empty
 * @param durationSeconds wall time, without the time between an interruption and a resumption
 * @param casesPerSecond of wall time
 * @param phases seconds, summed over all workers
 * @param workers number of workers side by side
 * @param workingSeconds that all workers spent on cases
 * @param idleSeconds that workers spent on none, from the start of the run to its end
 * @param wallRatio wall time in parts of the working time of a worker: 1 where none was ever idle
 * @param ownShare the part of the working time that is not compiling, pipeline creation or
 *     dispatch: 0 to 1; of cases that were retried the last try counts
 */
public record Summary(
    @JsonInclude(JsonInclude.Include.NON_NULL) Header run,
    String device,
    boolean fallback,
    String profile,
    boolean byTheLetter,
    long started,
    Map<Verdict, Integer> counts,
    int failures,
    List<Cause> causes,
    int unexpected,
    List<String> vanished,
    Integer planned,
    int missing,
    int unknown,
    int damaged,
    End end,
    String message,
    double durationSeconds,
    double casesPerSecond,
    PhaseSeconds phases,
    int workers,
    double workingSeconds,
    double idleSeconds,
    double wallRatio,
    double ownShare) {

  /**
   * Members that are null, as in older files, become empty.
   *
   * @param run what the run is, as the journal's first line has it; null where it has none
   * @param device name and driver
   * @param fallback whether {@code auto} found no Vulkan device and took the reference device
   * @param profile of cases
   * @param byTheLetter whether only what a specification says was demanded
   * @param started when, in milliseconds since 1970
   * @param counts cases by verdict; those without one are MISSING
   * @param failures cases that neither passed nor were absent
   * @param causes what they probably come from, the largest first
   * @param unexpected cases with a verdict that the baseline does not expect
   * @param vanished globs of the baseline's supported cases that matched none
   * @param planned cases that were to run, or null where the journal does not say
   * @param missing planned cases without a verdict
   * @param unknown names that were asked for and no case of the device has; they are MISSING, too
   * @param damaged lines of the journal that say nothing any more
   * @param end how the run ended
   * @param message more on the end, or empty
   * @param durationSeconds wall time, without the time between an interruption and a resumption
   * @param casesPerSecond of wall time
   * @param phases seconds, summed over all workers
   * @param workers side by side
   * @param workingSeconds that all workers spent on cases
   * @param idleSeconds that workers spent on none, from the start of the run to its end
   * @param wallRatio wall time in parts of the working time of a worker: 1 where none was ever idle
   * @param ownShare the part of the working time that is not compiling, pipeline creation or
   *     dispatch: 0 to 1; of cases that were tried again their last try counts
   */
  public Summary {
    causes = causes == null ? List.of() : causes;
    vanished = vanished == null ? List.of() : vanished;
    end = end == null ? End.COMPLETE : end;
    message = message == null ? "" : message;
  }

  /**
   * A probable cause of failures.
   *
   * @param bucket its identity, the same in every run
   * @param cases number of failures
   * @param what they look like
   * @param assertions that they miss
   * @param where families, and what of the names sets them apart
   * @param example the first of them
   */
  public record Cause(
      String bucket,
      int cases,
      String what,
      List<String> assertions,
      String where,
      String example) {}

  /**
   * Phases in seconds.
   *
   * @param compile time to make SPIR-V
   * @param pipeline time to make pipelines
   * @param execute time of dispatches
   * @param judge time to compare with the oracle
   */
  public record PhaseSeconds(double compile, double pipeline, double execute, double judge) {}

  /** Causes that are listed. */
  private static final int MOST_CAUSES = 100;

  /** A case that came out as it should not have, whoever is at fault. */
  public static final int UNEXPECTED = 1;

  /** The command was wrong: it named what there is not. */
  public static final int USAGE = 2;

  /** The run could not be carried out. */
  public static final int NOT_CARRIED_OUT = 3;

  /** A fault of the suite itself. */
  public static final int SUITE_FAULT = 4;

  /** What results add up to, one by one. */
  static final class Tally {
    private final Map<Verdict, Integer> counts = new EnumMap<>(Verdict.class);
    private Phases phases = Phases.NONE;
    private int cases;
    private int unexpected;
    private int unknown;
    private long millis;
    private long last;

    void add(Row result) {
      cases++;
      counts.merge(result.verdict(), 1, Integer::sum);
      unexpected += result.expected() ? 0 : 1;
      unknown += result.unknown() ? 1 : 0;
      phases = phases.plus(result.phases());
      millis += result.millis();
      last += result.millis();
      for (Row.Try earlier : result.earlier()) {
        millis += earlier.millis();
      }
    }
  }

  /** What the run is. */
  private record Subject(
      Header run,
      String device,
      boolean fallback,
      String profile,
      boolean byTheLetter,
      long started) {

    static Subject of(Header run, long started) {
      return run == null
          ? new Subject(null, "", false, "", false, started)
          : new Subject(
              run, run.deviceName(), run.fallback(), run.profile(), run.byTheLetter(), started);
    }
  }

  /** What became of the plan: its globs without a case, its cases, those without a verdict. */
  private record Extent(List<String> vanished, Integer planned, int missing, int damaged) {
    static final Extent NO_PLAN = new Extent(List.of(), null, 0, 0);
  }

  /** How it went; the capacity is the time of all workers in seconds. */
  private record Course(End end, String message, double seconds, double capacity, int workers) {}

  /**
   * What a journal adds up to.
   *
   * @param read all but the results
   * @param tally of the results
   * @param buckets of the same
   */
  static Summary of(Journal.Read read, Tally tally, Buckets buckets) {
    Header header = read.header().orElse(null);
    List<RunSession> sessions = read.sessions();
    double seconds = sessions.stream().mapToDouble(RunSession::seconds).sum();
    double capacity =
        sessions.stream().mapToDouble(session -> session.seconds() * session.workers()).sum();
    Integer planned = header == null ? null : header.planned();
    RunSession last = sessions.getLast();
    return of(
        Subject.of(header, sessions.getFirst().started()),
        new Extent(
            vanished(read),
            planned,
            planned == null ? 0 : Math.max(0, planned - tally.cases),
            read.damaged().size()),
        tally,
        buckets,
        new Course(last.end(), last.message(), seconds, capacity, last.workers()));
  }

  /** A part of the plan says nothing on what is in none of it. */
  private static List<String> vanished(Journal.Read read) {
    boolean whole =
        read.header()
            .map(
                header ->
                    header.shard().equals("1/1") && header.selection().equals(Header.Chosen.ALL))
            .orElse(true);
    RunSession last = read.sessions().getLast();
    return whole && last.end() == End.COMPLETE ? last.unmatched() : List.of();
  }

  /**
   * The summary of results that no journal says more of.
   *
   * @param jobs workers that ran side by side
   */
  static Summary of(
      String device,
      String profile,
      long started,
      List<Row> results,
      List<String> vanished,
      double seconds,
      int jobs) {
    Tally tally = new Tally();
    results.forEach(tally::add);
    return of(device, profile, started, tally, Buckets.of(results), vanished, seconds, jobs);
  }

  /**
   * {@return the summary of a run that never began, because its device was gone: no cases, and
   * {@link End#GONE}}
   *
   * @param started when, in milliseconds since 1970
   * @param message why, in one line
   */
  public static Summary ofNone(long started, String message) {
    return of(
        Subject.of(null, started),
        Extent.NO_PLAN,
        new Tally(),
        Buckets.of(List.of()),
        new Course(End.GONE, message, 0, 0, 1));
  }

  /** The same of results that are added up. */
  static Summary of(
      String device,
      String profile,
      long started,
      Tally tally,
      Buckets buckets,
      List<String> vanished,
      double seconds,
      int jobs) {
    int workers = Math.max(1, jobs);
    return of(
        new Subject(null, device, false, profile, false, started),
        new Extent(vanished, null, 0, 0),
        tally,
        buckets,
        new Course(End.COMPLETE, "", seconds, seconds * workers, workers));
  }

  private static Summary of(
      Subject subject, Extent extent, Tally tally, Buckets buckets, Course course) {
    Map<Verdict, Integer> counts = new EnumMap<>(tally.counts);
    if (extent.missing > 0) {
      counts.merge(Verdict.MISSING, extent.missing, Integer::sum);
    }
    Phases sum = tally.phases;
    List<Cause> causes =
        buckets.causes().stream()
            .limit(MOST_CAUSES)
            .map(
                bucket ->
                    new Cause(
                        bucket.id(),
                        bucket.count(),
                        bucket.what(),
                        bucket.rules(),
                        bucket.where(),
                        bucket.members().getFirst().name()))
            .toList();
    double working = tally.millis / 1e3;
    double driver = (sum.compile() + sum.pipeline() + sum.execute()) / 1e6;
    return new Summary(
        subject.run,
        subject.device,
        subject.fallback,
        subject.profile,
        subject.byTheLetter,
        subject.started,
        counts,
        buckets.failures(),
        causes,
        tally.unexpected + extent.missing,
        extent.vanished,
        extent.planned,
        extent.missing,
        tally.unknown,
        extent.damaged,
        course.end,
        course.message,
        rounded(course.seconds),
        rounded(tally.cases / Math.max(course.seconds, 1e-3)),
        new PhaseSeconds(
            rounded(sum.compile() / 1e6),
            rounded(sum.pipeline() / 1e6),
            rounded(sum.execute() / 1e6),
            rounded(sum.judge() / 1e6)),
        course.workers,
        rounded(working),
        rounded(Math.max(0, course.capacity - working)),
        working == 0 ? 0 : rounded(course.capacity / working),
        tally.last == 0 ? 0 : rounded(Math.max(0, 1 - driver / (tally.last / 1e3))));
  }

  private static double rounded(double value) {
    return Math.round(value * 1000) / 1000.0;
  }

  /**
   * The exit code of a run with this summary. Faults of the suite come before those of the machine,
   * those before failures of the driver, and those before errors of the command. Missing verdicts
   * are a fault of the suite, unless the device was gone, the time or the number of failures was
   * used up, or no case has the name.
   *
   * @return 0 if all was expected, else {@link #UNEXPECTED}, {@link #USAGE}, {@link
   *     #NOT_CARRIED_OUT} or {@link #SUITE_FAULT}
   */
  public int exitCode() {
    if (verdicts(Verdict.INVALID) + verdicts(Verdict.MISSING) > missing + unknown) {
      return SUITE_FAULT;
    }
    if (end == End.GONE) {
      return NOT_CARRIED_OUT;
    }
    boolean bad = unexpected > missing + unknown || !vanished.isEmpty();
    if (missing > 0 && end == End.MAX_FAILS) {
      return UNEXPECTED;
    }
    if (missing > 0 && end == End.MAX_TIME) {
      return bad ? UNEXPECTED : NOT_CARRIED_OUT;
    }
    // What a damaged line said was found out again where every planned case has its verdict.
    if (missing > 0 || damaged > 0 && planned == null) {
      return SUITE_FAULT;
    }
    return bad ? UNEXPECTED : unknown > 0 ? USAGE : 0;
  }

  private int verdicts(Verdict verdict) {
    return counts.getOrDefault(verdict, 0);
  }

  /**
   * {@return the number of cases for each verdict that occurs, in one line, such as {@code 120
   * PASS, 3 NOT_SUPPORTED}; {@code no cases} if there are none}
   */
  public String countsText() {
    StringBuilder text = new StringBuilder();
    counts.forEach(
        (verdict, count) ->
            text.append(text.isEmpty() ? "" : ", ").append(count).append(' ').append(verdict));
    return text.isEmpty() ? "no cases" : text.toString();
  }
}
