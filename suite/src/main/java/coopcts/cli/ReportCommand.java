package coopcts.cli;

import coopcts.reports.Journal;
import coopcts.reports.RunFolder;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code report}: the reports of a run, made anew from its journal. */
@Command(name = "report", description = "make the reports of a run anew")
final class ReportCommand implements Callable<Integer> {

  @Parameters(paramLabel = "DIR", description = "the run's folder")
  private Path folder;

  @Override
  public Integer call() throws Exception {
    render(new RunFolder(folder), System.out);
    return 0;
  }

  static void render(RunFolder run, PrintStream out) throws IOException, InterruptedException {
    Journal.Read read = Journal.scan(run.path(), _ -> {});
    read.damage().ifPresent(text -> System.err.println("coopcts: " + text));
    if (run.render(Environment.allure())) {
      out.println("report: " + run.path().resolve("allure-report").resolve("index.html"));
    } else {
      out.println(
          "no Allure generator here; run-cts.sh report " + run.path() + " renders it elsewhere");
    }
  }
}
