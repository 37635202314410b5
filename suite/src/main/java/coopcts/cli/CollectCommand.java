// SPDX-License-Identifier: Apache-2.0
package coopcts.cli;

import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code collect}: what the shards of a farm come to. */
@Command(
    name = "collect",
    description =
        "merge the shards in DIR/shard-N or DIR/KIND/shard-N, put the runs on one dashboard, and"
            + " exit as the worst of them")
final class CollectCommand implements Callable<Integer> {

  @Parameters(paramLabel = "DIR", description = "the farm's folder")
  private Path folder;

  @Option(
      names = "--dashboard",
      paramLabel = "DIR",
      description = "a dashboard to add the runs to (default: one in DIR)")
  private Path dashboard;

  @Option(
      names = "--mixed",
      description = "merge shards of different versions of the suite, whose verdicts may differ")
  private boolean mixed;

  @Option(names = "--no-report", description = "no Allure report and no JUnit XML of the wholes")
  private boolean noReport;

  @Override
  public Integer call() throws Exception {
    return new Collection(folder, dashboard, mixed, noReport).collect();
  }
}
