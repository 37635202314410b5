// SPDX-License-Identifier: Apache-2.0
package coopcts.cli;

import coopcts.reports.BaselineEditor;
import coopcts.reports.RunFolder;
import coopcts.reports.UsageException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code baseline}: what is known of a driver, written from a run. */
@Command(
    name = "baseline",
    description = "write a baseline of a run, or bring one up to date; comments stay")
final class BaselineCommand implements Callable<Integer> {

  @Parameters(paramLabel = "DIR", description = "the baseline's folder")
  private Path folder;

  @ArgGroup(multiplicity = "1")
  private Source source;

  /** One of two ways. */
  static final class Source {
    @Option(names = "--from", paramLabel = "RUN", description = "make a new one of this run")
    private Path from;

    @Option(names = "--update", paramLabel = "RUN", description = "change it to what this run says")
    private Path update;
  }

  @Override
  public Integer call() {
    try {
      List<String> said =
          source.from != null
              ? BaselineEditor.from(folder, new RunFolder(source.from))
              : BaselineEditor.update(folder, new RunFolder(source.update));
      said.forEach(System.out::println);
      return 0;
    } catch (IOException e) {
      throw new UsageException(folder + " cannot be written");
    }
  }
}
