// SPDX-License-Identifier: Apache-2.0
package coopcts.cli;

import coopcts.reports.dashboard.Dashboard;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code dashboard}: a static site over many runs, devices and nights. */
@Command(
    name = "dashboard",
    description = "make a static site over many runs; runs that it shows already stay")
final class DashboardCommand implements Callable<Integer> {

  @Parameters(index = "0", paramLabel = "OUT", description = "the site's folder")
  private Path out;

  @Parameters(
      index = "1..*",
      arity = "0..*",
      paramLabel = "DIR",
      description = "folders of runs, also of interrupted ones")
  private List<Path> runs = List.of();

  @Option(
      names = "--url",
      paramLabel = "URL",
      defaultValue = "index.html",
      description = "the address of the site's page, which its feeds link to")
  private String url;

  @Override
  public Integer call() throws Exception {
    write(out, runs, url);
    return 0;
  }

  static void write(Path out, List<Path> runs) throws IOException {
    write(out, runs, "index.html");
  }

  private static void write(Path out, List<Path> runs, String url) throws IOException {
    Dashboard dashboard = Dashboard.write(out, runs, url);
    dashboard
        .damaged()
        .forEach((run, lines) -> System.out.printf("%s: %d damaged lines%n", run, lines));
    dashboard.notes().forEach(text -> System.err.println("coopcts: " + text));
    dashboard.gone().forEach(run -> System.out.printf("%s holds no run any more%n", run));
    System.out.printf(
        "%d runs, %d cases: %s%n", dashboard.runs(), dashboard.cases(), out.resolve("index.html"));
  }
}
