// SPDX-License-Identifier: Apache-2.0
package coopcts.cli;

import coopcts.plan.Verdict;
import coopcts.reports.Journal;
import coopcts.reports.RunFolder;
import coopcts.reports.Summary;
import coopcts.reports.read.Row;
import coopcts.run.select.BalancedShards;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.LongSummaryStatistics;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code times}: where the time of a run went. */
@Command(
    name = "times",
    description =
        "say where the time of runs went: work, idleness, the driver's part and the suite's own,"
            + " and the slowest cases")
final class TimesCommand implements Callable<Integer> {

  /** Slow cases that are named. */
  private static final int SLOWEST = 5;

  private static final Set<Verdict> ENDED = EnumSet.of(Verdict.PASS, Verdict.WARN, Verdict.FAIL);

  @Option(
      names = "--families",
      description = "print family, cases and milliseconds of a case, separated by tabs, instead")
  private boolean families;

  @Parameters(arity = "1..*", paramLabel = "DIR", description = "folders of runs")
  private List<Path> folders;

  @Override
  public Integer call() {
    if (families) {
      families();
      return 0;
    }
    for (Path folder : folders) {
      say(folder, new RunFolder(folder).summary());
      for (Row slow : slowest(folder)) {
        System.out.printf(Locale.ROOT, "  %8.1f s  %s%n", slow.millis() / 1e3, slow.name());
      }
    }
    return 0;
  }

  /** Of all runs together; only what ran to its end counts. */
  private void families() {
    Map<String, LongSummaryStatistics> times = new TreeMap<>();
    for (Path folder : folders) {
      Journal.scan(
          folder,
          result -> {
            if (ENDED.contains(result.verdict())) {
              times
                  .computeIfAbsent(
                      BalancedShards.family(result.name()), _ -> new LongSummaryStatistics())
                  .accept(result.millis());
            }
          });
    }
    times.forEach(
        (family, of) ->
            System.out.printf(
                Locale.ROOT, "%s\t%d\t%.1f%n", family, of.getCount(), of.getAverage()));
  }

  private static void say(Path folder, Summary summary) {
    Summary.PhaseSeconds phases = summary.phases();
    System.out.printf(
        Locale.ROOT,
        "%s: %.1f s, %.0f cases/s%n"
            + "  %d workers: %.1f s at work, %.1f s idle; wall ratio %.2f; the suite's own share"
            + " %.1f %%%n"
            + "  compile %.1f s, pipelines %.1f s, dispatches %.1f s, oracle and judge %.1f s%n",
        folder,
        summary.durationSeconds(),
        summary.casesPerSecond(),
        summary.workers(),
        summary.workingSeconds(),
        summary.idleSeconds(),
        summary.wallRatio(),
        100 * summary.ownShare(),
        phases.compile(),
        phases.pipeline(),
        phases.execute(),
        phases.judge());
  }

  private static List<Row> slowest(Path folder) {
    PriorityQueue<Row> slowest = new PriorityQueue<>(Comparator.comparing(Row::millis));
    Journal.scan(
        folder,
        result -> {
          slowest.add(result);
          if (slowest.size() > SLOWEST) {
            slowest.remove();
          }
        });
    return slowest.stream().sorted(Comparator.comparing(Row::millis).reversed()).toList();
  }
}
