package coopcts.reports;

import coopcts.plan.Verdict;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * {@code summary.json}: a run in a few numbers.
 *
 * @param device name and driver
 * @param started when, in milliseconds since 1970
 * @param counts cases by verdict
 * @param unexpected cases with a verdict that the baseline does not expect
 * @param vanished globs of the baseline's supported cases that matched none
 * @param durationSeconds wall time from start to last verdict
 * @param phases seconds, summed over all workers
 * @param ownShare the part of the workers' time that is not compiling, pipeline creation or
 *     dispatch: 0 to 1
 */
public record Summary(
    String device,
    String profile,
    long started,
    Map<Verdict, Integer> counts,
    int unexpected,
    List<String> vanished,
    double durationSeconds,
    double casesPerSecond,
    PhaseSeconds phases,
    double ownShare) {

  /** Phases in seconds. */
  public record PhaseSeconds(double compile, double pipeline, double execute, double judge) {}

  /**
   * @param jobs workers that ran side by side
   */
  public static Summary of(
      String device,
      String profile,
      long started,
      List<Result> results,
      List<String> vanished,
      double seconds,
      int jobs) {
    Map<Verdict, Integer> counts = new EnumMap<>(Verdict.class);
    Phases sum = Phases.NONE;
    int unexpected = 0;
    for (Result result : results) {
      counts.merge(result.verdict(), 1, Integer::sum);
      unexpected += result.expected() ? 0 : 1;
      sum = sum.plus(result.phases());
    }
    double driver = (sum.compile() + sum.pipeline() + sum.execute()) / 1e6;
    return new Summary(
        device,
        profile,
        started,
        counts,
        unexpected,
        vanished,
        rounded(seconds),
        rounded(results.size() / Math.max(seconds, 1e-3)),
        new PhaseSeconds(
            rounded(sum.compile() / 1e6),
            rounded(sum.pipeline() / 1e6),
            rounded(sum.execute() / 1e6),
            rounded(sum.judge() / 1e6)),
        rounded(Math.max(0, 1 - driver / (seconds * Math.max(1, jobs)))));
  }

  /** The same with a share that was worked out otherwise. */
  Summary withOwnShare(double share) {
    return new Summary(
        device,
        profile,
        started,
        counts,
        unexpected,
        vanished,
        durationSeconds,
        casesPerSecond,
        phases,
        rounded(share));
  }

  private static double rounded(double value) {
    return Math.round(value * 1000) / 1000.0;
  }

  /** The counts in one line, such as {@code 120 PASS, 3 NOT_SUPPORTED}. */
  public String countsText() {
    StringBuilder text = new StringBuilder();
    counts.forEach(
        (verdict, count) ->
            text.append(text.isEmpty() ? "" : ", ").append(count).append(' ').append(verdict));
    return text.isEmpty() ? "no cases" : text.toString();
  }
}
