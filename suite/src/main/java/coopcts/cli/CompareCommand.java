// SPDX-License-Identifier: Apache-2.0
package coopcts.cli;

import coopcts.reports.Comparison.ChangeKind;
import coopcts.reports.Glob;
import coopcts.reports.RunComparison;
import coopcts.reports.SharedEnds;
import coopcts.reports.UsageException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code compare}: what became of each case from one run to another. */
@Command(
    name = "compare",
    description = "what changed from one run to another; exits with 1 if a case is worse or gone")
final class CompareCommand implements Callable<Integer> {

  @Parameters(index = "0", paramLabel = "OLD", description = "the older run's folder")
  private Path older;

  @Parameters(index = "1", paramLabel = "NEW", description = "the newer run's folder")
  private Path newer;

  @Parameters(
      index = "2..*",
      paramLabel = "MORE",
      description = "more runs' folders, with --shared alone")
  private List<Path> more = List.of();

  @Option(
      names = "--shared",
      paramLabel = "N",
      description =
          "instead: print the cases at which devices of N vendors end, hang, get lost or refuse the"
              + " shader. Suspect the suite first. Names that differ only in types, uses, sizes and"
              + " scopes count as one; exits with 1 if there is one")
  private int shared;

  @Option(
      names = "--filter",
      paramLabel = "GLOB",
      description =
          "only these cases; may be repeated. With the filters of the newer run, what they left out"
              + " does not count as gone")
  private List<String> filters = List.of();

  @Option(names = "--json", description = "all of it as JSON")
  private boolean json;

  @Option(names = "--md", description = "as Markdown, for the comment of a merge request")
  private boolean markdown;

  @Override
  public Integer call() throws IOException {
    if (json && markdown) {
      throw new UsageException("--json and --md are two forms of the same; name one");
    }
    if (shared != 0 || !more.isEmpty()) {
      return ends();
    }
    RunComparison comparison =
        RunComparison.of(older, newer, filters.stream().map(Glob::new).toList());
    say(comparison.older());
    say(comparison.newer());
    sayMixed(comparison);
    if (json) {
      System.out.println(comparison.json());
    } else if (markdown) {
      System.out.print(comparison.markdown());
    } else {
      print(comparison);
    }
    return comparison.isWorse() ? Main.UNEXPECTED : 0;
  }

  private int ends() throws IOException {
    if (shared < 2) {
      throw new UsageException(
          "more than two runs are compared with --shared N, N vendors from 2 on");
    }
    if (json || markdown || !filters.isEmpty()) {
      throw new UsageException("--shared goes with runs alone, with no other option");
    }
    List<Path> runs = new ArrayList<>(List.of(older, newer));
    runs.addAll(more);
    SharedEnds ends = SharedEnds.of(runs, shared);
    ends.damaged().forEach((run, lines) -> sayDamaged(run.toString(), lines));
    ends.cases()
        .forEach((name, devices) -> System.out.println(name + "  " + String.join("; ", devices)));
    System.out.printf(
        "%d %s on devices of %d vendors or more, of %d%n",
        ends.cases().size(),
        ends.cases().size() == 1 ? "case ends" : "cases end",
        shared,
        ends.vendors().size());
    return ends.cases().isEmpty() ? 0 : Main.UNEXPECTED;
  }

  private static void print(RunComparison comparison) {
    comparison.changes().forEach(System.out::println);
    comparison.newBuckets().forEach(bucket -> print("new cause", bucket));
    comparison.goneBuckets().forEach(bucket -> print("cause gone", bucket));
    comparison.growth().forEach(System.out::println);
    double before = comparison.older().seconds();
    double after = comparison.newer().seconds();
    System.out.printf(
        "%d worse, %d better, %d changed, %d new, %d new and bad, %d gone; %.1f s -> %.1f s (x"
            + " %.2f)%n",
        comparison.count(ChangeKind.WORSE),
        comparison.count(ChangeKind.BETTER),
        comparison.count(ChangeKind.CHANGED),
        comparison.count(ChangeKind.NEW),
        comparison.count(ChangeKind.NEW_BAD),
        comparison.count(ChangeKind.GONE),
        before,
        after,
        after / Math.max(before, 1e-3));
  }

  private static void print(String what, RunComparison.Cause bucket) {
    System.out.printf("%-10s %,7d  %s, %s%n", what, bucket.cases(), bucket.what(), bucket.where());
  }

  private static void sayMixed(RunComparison comparison) {
    if (!comparison.older().suite().equals(comparison.newer().suite())) {
      System.err.printf(
          "coopcts: %s and %s judged: what differs need not be the driver's doing%n",
          comparison.older().suite(), comparison.newer().suite());
    }
  }

  private static void say(RunComparison.Side side) {
    if (side.damaged() > 0) {
      sayDamaged(side.folder(), side.damaged());
    }
  }

  private static void sayDamaged(String folder, int lines) {
    System.err.printf(
        "coopcts: %s: %d damaged %s in results.jsonl%n",
        folder, lines, lines == 1 ? "line" : "lines");
  }
}
