// SPDX-License-Identifier: Apache-2.0
package coopcts.cli;

import coopcts.docs.Documents;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code docs}: for those who change the suite, the figures in its documents. */
@Command(
    name = "docs",
    description = "write the figures that the documents quote anew (for changes of the suite)")
final class DocsCommand implements Callable<Integer> {

  @Parameters(
      paramLabel = "DIR",
      defaultValue = ".",
      description = "the folder of README.md and docs (default: this one)")
  private Path root;

  @Override
  public Integer call() throws Exception {
    List<Path> changed = new Documents(root).update();
    changed.forEach(document -> System.out.println("written: " + document));
    if (changed.isEmpty()) {
      System.out.println("all figures are true");
    }
    return 0;
  }
}
