// SPDX-License-Identifier: Apache-2.0
package coopcts.cli;

import coopcts.cases.ComponentSupport;
import coopcts.cases.layout.OwnershipMap;
import coopcts.cases.layout.OwnershipPicture;
import coopcts.cases.layout.Probe;
import coopcts.cases.layout.Recognition;
import coopcts.device.Device;
import coopcts.device.Devices;
import coopcts.device.Outcome;
import coopcts.model.DeviceReport;
import coopcts.model.MatrixType;
import coopcts.model.Scope;
import coopcts.reports.Glob;
import coopcts.reports.UsageException;
import coopcts.run.one.ShaderRun;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code layout}: which invocation holds which elements of a device's matrices. */
@Command(name = "layout", description = "find and draw the device's component ownership")
final class LayoutCommand implements Callable<Integer> {

  @Mixin private DeviceOptions device;

  @Option(names = "--out", paramLabel = "DIR", description = "a picture of each matrix, as SVG")
  private Path folder;

  @Option(
      names = "--filter",
      paramLabel = "GLOB",
      description = "only matrices like float16.a.16x16; may be repeated")
  private List<String> filters = List.of();

  @Override
  public Integer call() throws Exception {
    try (Device opened = Devices.open(device.spec());
        ShaderRun run = new ShaderRun(opened, Environment.kept())) {
      DeviceReport report = opened.report();
      List<Glob> globs = filters.stream().map(Glob::new).toList();
      List<MatrixType> types =
          report.matrixTypes().stream()
              .filter(type -> type.scope() == Scope.SUBGROUP)
              .filter(type -> ComponentSupport.missing(report, type.component()).isEmpty())
              .filter(type -> Glob.selects(globs, type.label()))
              .toList();
      if (types.isEmpty()) {
        throw new UsageException("no matrix type matches; run-cts.sh devices shows what there is");
      }
      for (MatrixType type : types) {
        show(report, type, run);
      }
    }
    return 0;
  }

  private void show(DeviceReport report, MatrixType type, ShaderRun run) throws Exception {
    Probe probe = new Probe(type, report.subgroup().size());
    Outcome outcome =
        run.run(
            type.label(),
            probe.shader(report, ComponentSupport.extension(type.component())),
            probe.buffers());
    if (!(outcome instanceof Outcome.Completed completed)) {
      System.out.printf("%-30s %s%n", type.label(), outcome);
      return;
    }
    OwnershipMap map = probe.read(completed.bound());
    System.out.printf(
        "%-30s %s; invocation 0 holds %s%n", type.label(), Recognition.text(type, map), first(map));
    if (folder != null) {
      Files.createDirectories(folder);
      Files.writeString(folder.resolve(type.label() + ".svg"), OwnershipPicture.of(type, map));
    }
  }

  private static String first(OwnershipMap map) {
    StringBuilder text = new StringBuilder();
    int[] own = map.elements()[0];
    for (int v = 0; v < Math.min(own.length, 8); v++) {
      text.append(own[v] < 0 ? "-" : own[v] / map.columns() + "," + own[v] % map.columns());
      text.append(' ');
    }
    return text + (own.length > 8 ? "..." : "");
  }
}
