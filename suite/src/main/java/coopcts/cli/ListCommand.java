// SPDX-License-Identifier: Apache-2.0
package coopcts.cli;

import coopcts.cases.Family;
import coopcts.catalogue.Catalogue;
import coopcts.device.Device;
import coopcts.device.Devices;
import coopcts.model.DeviceReport;
import coopcts.reports.RunFolder;
import coopcts.reports.Summary;
import coopcts.reports.UsageException;
import coopcts.run.select.CaseLists;
import coopcts.run.select.CaseSelection;
import coopcts.run.select.SelectedCases;
import coopcts.spirv.Compiler;
import java.io.BufferedWriter;
import java.io.OutputStreamWriter;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code list}: the names of the cases that a run would take. */
@Command(name = "list", description = "print the names of the cases that these options select")
final class ListCommand implements Callable<Integer> {

  @Mixin private SelectionOptions selection;

  @Option(names = "--device", paramLabel = "D", defaultValue = "auto", description = "whose cases")
  private String device;

  @Option(
      names = "--report",
      paramLabel = "FILE",
      description = "a device.json in place of a device, taken on any machine")
  private Path report;

  @Override
  public Integer call() throws Exception {
    if (report != null) {
      DeviceReport of = RunFolder.readReport(report);
      if (of.newestSpirv() < Compiler.MINOR) {
        System.err.printf(
            "coopcts: a run leaves this device out: Vulkan %s, and the suite's commands need 1.3;"
                + " these cases have modules of SPIR-V 1.%d%n",
            of.identity().apiVersion(), of.newestSpirv());
      }
      return list(Catalogue.families(), of, "");
    }
    DeviceOptions.check(device);
    try (Device opened = Devices.open(device)) {
      return list(Catalogue.families(device), opened.report(), device);
    }
  }

  private int list(List<Family> families, DeviceReport of, String named) {
    CaseSelection selected = selection.selection(System.getenv());
    var cases =
        new SelectedCases(
                families,
                of,
                selection.profile(),
                selected,
                CaseLists.in(Environment.kept(), named))
            .listed();
    if (!cases.hasNext() && cases.unknown().isEmpty()) {
      throw new UsageException("no case matches");
    }
    PrintWriter out =
        new PrintWriter(
            new BufferedWriter(new OutputStreamWriter(System.out, StandardCharsets.UTF_8)));
    while (cases.hasNext()) {
      out.println(cases.next().tested().name());
    }
    out.flush();
    cases.said().forEach(line -> System.err.println("coopcts: " + line));
    boolean isWrong =
        !cases.unknown().isEmpty() && selected.unknown() == CaseSelection.Unknown.FAIL;
    return isWrong ? Summary.USAGE : 0;
  }
}
