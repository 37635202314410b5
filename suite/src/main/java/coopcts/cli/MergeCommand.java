// SPDX-License-Identifier: Apache-2.0
package coopcts.cli;

import coopcts.reports.Journal;
import coopcts.reports.Merge;
import coopcts.reports.RunFolder;
import coopcts.reports.Summary;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code merge}: one run of several, such as the shards of one. */
@Command(
    name = "merge",
    description =
        "make one run of several, such as shards in their order; exits as the run would have")
final class MergeCommand implements Callable<Integer> {

  @Parameters(index = "0", paramLabel = "OUT", description = "the folder to write")
  private Path out;

  @Parameters(
      index = "1..*",
      arity = "1..*",
      paramLabel = "DIR",
      description = "the runs; of a case in several the last one's verdict counts")
  private List<Path> runs;

  @Option(names = "--no-report", description = "write the journal and the summary only")
  private boolean noReport;

  @Option(
      names = "--mixed",
      description = "merge runs of different versions of the suite, whose verdicts may differ")
  private boolean mixed;

  @Mixin private JUnitOption junit;

  @Override
  public Integer call() throws Exception {
    return merge(out, runs, mixed, noReport ? null : junit.rendering(null));
  }

  /**
   * Merges and says what came of it; returns the exit code of the whole.
   *
   * @param mixed whether they may be of different suites, which is said
   * @param how reports are made, or null for none
   */
  static int merge(Path out, List<Path> runs, boolean mixed, RunFolder.Rendering how)
      throws IOException, InterruptedException {
    Summary summary = Merge.into(out, runs, mixed);
    Path page =
        how == null ? null : ReportCommand.render(new RunFolder(out), how, null, System.out);
    System.out.printf("%s%n%s; %d unexpected%n", out, summary.countsText(), summary.unexpected());
    Set<String> suites = new TreeSet<>();
    for (Path run : runs) {
      Journal.Read read = Journal.scan(run, _ -> {});
      read.header().ifPresent(header -> suites.add(header.suiteText()));
      read.damage().ifPresent(text -> System.err.println("coopcts: " + run + ": " + text));
    }
    if (suites.size() > 1) {
      System.err.println("coopcts: verdicts are mixed of " + String.join(" and ", suites));
    }
    if (summary.missing() > 0) {
      System.err.printf(
          "coopcts: %d of %d cases have no verdict in any of these runs%n",
          summary.missing(), summary.planned());
    }
    summary
        .vanished()
        .forEach(
            glob -> System.out.println("no case matches " + glob + ", which must be supported"));
    if (page != null) {
      ReportCommand.say(page, System.out);
    }
    return summary.exitCode();
  }
}
