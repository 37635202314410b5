// SPDX-License-Identifier: Apache-2.0
package coopcts.cli;

import coopcts.reports.AllureReport;
import coopcts.reports.JUnitXml;
import coopcts.reports.RunFolder;
import coopcts.reports.UsageException;
import coopcts.reports.dashboard.Dashboard;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code report}: the reports of a run, made anew from its journal. */
@Command(name = "report", description = "make the reports of a run again")
final class ReportCommand implements Callable<Integer> {

  /** Of a file of JUnit XML that GitLab reads. */
  private static final long GITLAB_BYTES = 30_000_000;

  @Parameters(paramLabel = "DIR", description = "the run's folder")
  private Path folder;

  @Mixin private JUnitOption junit;

  @Option(
      names = "--history",
      paramLabel = "DIR",
      description = "keep Allure's history here from run to run, so that it draws trends")
  private Path history;

  @Override
  public Integer call() throws Exception {
    if (history != null && Files.exists(history) && !Files.isDirectory(history)) {
      throw new UsageException("--history " + history + " is no folder");
    }
    say(render(new RunFolder(folder), junit.rendering(history), null, System.out), System.out);
    return 0;
  }

  /** The last line of a command that made a run's page. */
  static void say(Path page, PrintStream out) {
    out.println("page: " + page);
  }

  /**
   * @param earlier folder of a run that the page compares this one with, or null
   * @return the run's page
   */
  static Path render(RunFolder run, RunFolder.Rendering how, Path earlier, PrintStream out)
      throws IOException, InterruptedException {
    RunFolder.Rendered made = run.renderResults(how);
    made.damage().ifPresent(text -> System.err.println("coopcts: " + run.path() + ": " + text));
    made.notes().forEach(text -> System.err.println("coopcts: " + text));
    if (made.junitBytes() > GITLAB_BYTES) {
      out.println(
          "junit.xml is larger than GitLab takes"
              + (how.junit() == JUnitXml.Scope.ALL ? ": report --junit failures is smaller" : ""));
    }
    if (made.leftOut() > 0) {
      out.printf("allure-results leaves out %,d cases that passed or are absent%n", made.leftOut());
    }
    // Allure takes longest: whoever ends it has the page.
    Path page = Dashboard.page(run.path(), earlier, AllureReport.isIn(Environment.allure()));
    AllureReport.Made allure;
    try {
      allure = run.renderAllure(Environment.allure(), how);
    } catch (IOException e) {
      // Without the link to what is not there.
      Dashboard.page(run.path(), earlier);
      throw e;
    }
    out.println(
        switch (allure) {
          case PAGE -> "report: " + run.path().resolve("allure-report").resolve("index.html");
          case NO_GENERATOR ->
              "no Allure generator here; run-cts.sh report " + run.path() + " renders it elsewhere";
        });
    return page;
  }
}
