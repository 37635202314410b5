package coopcts.cli;

import coopcts.reports.Comparison;
import coopcts.reports.Comparison.Kind;
import coopcts.reports.Journal;
import coopcts.reports.Session;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
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

  @Override
  public Integer call() {
    Journal.Read[] read = new Journal.Read[2];
    Comparison comparison =
        Comparison.of(
            sink -> read[0] = Journal.scan(older, sink),
            sink -> read[1] = Journal.scan(newer, sink));
    comparison.changes().forEach(System.out::println);
    say(older, read[0]);
    say(newer, read[1]);
    double before = seconds(read[0]);
    double after = seconds(read[1]);
    System.out.printf(
        "%d worse, %d better, %d changed, %d new, %d new and bad, %d gone; %.1f s -> %.1f s (x %.2f)%n",
        comparison.count(Kind.WORSE),
        comparison.count(Kind.BETTER),
        comparison.count(Kind.CHANGED),
        comparison.count(Kind.NEW),
        comparison.count(Kind.NEW_BAD),
        comparison.count(Kind.GONE),
        before,
        after,
        after / Math.max(before, 1e-3));
    return comparison.isWorse() ? Main.UNEXPECTED : 0;
  }

  private static double seconds(Journal.Read read) {
    return read.sessions().stream().mapToDouble(Session::seconds).sum();
  }

  private static void say(Path folder, Journal.Read read) {
    read.damage().ifPresent(text -> System.err.println("coopcts: " + folder + ": " + text));
  }
}
