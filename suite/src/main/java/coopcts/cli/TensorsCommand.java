// SPDX-License-Identifier: Apache-2.0
package coopcts.cli;

import coopcts.cases.nv2.TensorPictures;
import coopcts.reports.Glob;
import coopcts.reports.UsageException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code tensors}: which memory element lands in which matrix element, by layout and view. */
@Command(
    name = "tensors",
    description = "name and draw the tensor layouts and views that are tried")
final class TensorsCommand implements Callable<Integer> {

  @Option(names = "--out", paramLabel = "DIR", description = "a picture of each, as SVG")
  private Path folder;

  @Option(
      names = "--filter",
      paramLabel = "GLOB",
      description = "only layouts like repeat_*; may be repeated")
  private List<String> filters = List.of();

  @Override
  public Integer call() throws Exception {
    List<Glob> globs = filters.stream().map(Glob::new).toList();
    List<String> names =
        TensorPictures.names().stream().filter(name -> Glob.selects(globs, name)).toList();
    if (names.isEmpty()) {
      throw new UsageException("no tensor layout matches; run-cts.sh tensors names them");
    }
    for (String name : names) {
      System.out.println(name);
      if (folder != null) {
        Files.createDirectories(folder);
        Files.writeString(folder.resolve(name + ".svg"), TensorPictures.of(name));
      }
    }
    return 0;
  }
}
