// SPDX-License-Identifier: Apache-2.0
package coopcts.cli;

import coopcts.catalogue.Catalogue;
import coopcts.device.Device;
import coopcts.device.Devices;
import coopcts.jobs.Export;
import coopcts.reports.Glob;
import coopcts.reports.SuiteVersion;
import coopcts.reports.UsageException;
import coopcts.run.select.CaseLists;
import coopcts.run.select.CaseSelection;
import coopcts.run.select.SelectedCases;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code export}: a profile's cases for other runners. */
@Command(
    name = "export",
    description = "write a profile's cases as packed jobs with expectations, for other runners")
final class ExportCommand implements Callable<Integer> {

  @Parameters(
      index = "0",
      paramLabel = "PROFILE",
      converter = SelectionOptions.ProfileConverter.class,
      description = "smoke, gate, default or full")
  private SelectionOptions.Chosen profile;

  @Parameters(
      index = "1",
      paramLabel = "DIR",
      description = "where to write an archive for each case, and cases.json")
  private Path folder;

  @Mixin private DeviceOptions device;

  @Option(
      names = "--filter",
      paramLabel = "GLOB",
      description = "only cases whose name matches; * stops at a dot, ** does not; may be repeated")
  private List<String> filters = List.of();

  @Option(
      names = "--seed",
      paramLabel = "N",
      defaultValue = "1",
      description = "of the data sets (default: ${DEFAULT-VALUE})")
  private long seed;

  @Override
  public Integer call() throws Exception {
    CaseSelection selection =
        new CaseSelection(
            filters.stream().map(Glob::new).toList(),
            List.of(),
            null,
            1,
            1,
            CaseSelection.Unknown.FAIL,
            profile.gate());
    try (Device opened = Devices.open(device.spec())) {
      SelectedCases cases =
          new SelectedCases(
                  Catalogue.families(device.spec()),
                  opened.report(),
                  profile.profile(),
                  selection,
                  CaseLists.in(Environment.kept(), device.spec()))
              .listed();
      if (!cases.hasNext()) {
        throw new UsageException("no case matches");
      }
      try {
        Files.createDirectories(folder);
      } catch (IOException e) {
        throw UsageException.notWritten(folder.toString(), e);
      }
      Export export = new Export(opened.report(), folder, Environment.kept(), seed);
      while (cases.hasNext()) {
        export.add(cases.next().tested());
      }
      tell(export.end(SuiteVersion.own().version(), profile.toString()));
    }
    return 0;
  }

  private void tell(Export.Index index) {
    System.out.printf(
        "%s with %s %s in %s%n",
        counted(index.cases().size(), "case"),
        counted(index.jobs(), "job"),
        index.cases().size() == 1 ? "is" : "are",
        folder);
    index
        .reasons()
        .forEach(
            (reason, count) ->
                System.err.printf("coopcts: %s not exported: %s%n", casesAre(count), reason));
    System.err.printf("coopcts: %s not supported here%n", casesAre(index.notSupported()));
  }

  private static String casesAre(int count) {
    return counted(count, "case") + (count == 1 ? " is" : " are");
  }

  private static String counted(int count, String what) {
    return String.format(Locale.ROOT, "%,d %s%s", count, what, count == 1 ? "" : "s");
  }
}
