// SPDX-License-Identifier: Apache-2.0
package coopcts.cli;

import coopcts.cases.Profile;
import coopcts.catalogue.Catalogue;
import coopcts.causes.CauseFinder;
import coopcts.causes.FurtherRuns;
import coopcts.device.Device;
import coopcts.device.Devices;
import coopcts.model.DeviceReport;
import coopcts.oracle.Strictness;
import coopcts.reports.Baseline;
import coopcts.reports.Header;
import coopcts.reports.Journal;
import coopcts.reports.RunFolder;
import coopcts.reports.RunSession;
import coopcts.reports.UsageException;
import coopcts.reports.explain.Buckets;
import coopcts.reports.explain.Causes;
import coopcts.reports.read.Rows;
import coopcts.run.select.CaseSelection;
import coopcts.run.select.RunOptions;
import coopcts.spirv.Compiler;
import coopcts.spirv.ModuleOptions;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code explain}: the causes of a kept run's failures, looked for again. */
@Command(
    name = "explain",
    description =
        "look for the causes of a run's failures again, from its journal and what the shaders do")
final class ExplainCommand implements Callable<Integer> {

  private static final int SHOWN_CAUSES = 100;

  @Parameters(paramLabel = "DIR", description = "the run's folder")
  private Path folder;

  @Option(
      names = "--device",
      paramLabel = "D",
      description =
          "the device of the run, to try rules, make shaders smaller there and write what is found"
              + " into DIR (default: none, and DIR stays as it is)")
  private String device;

  @Option(
      names = "--budget",
      paramLabel = "SECONDS",
      defaultValue = "60",
      description = "time for all causes together (default: ${DEFAULT-VALUE})")
  private int budget;

  @Override
  public Integer call() throws Exception {
    if (budget < 1) {
      throw new UsageException("--budget takes a number of seconds from 1");
    }
    if (device != null) {
      DeviceOptions.check(device);
      requireOwn();
    }
    Journal.Read run = Journal.open(folder);
    Header header =
        run.header()
            .orElseThrow(() -> new UsageException(folder + " holds a run of before headers"));
    if (run.sessions().getLast().end() == RunSession.End.CUT) {
      throw new UsageException(folder + " holds a run that goes on or was killed; see --resume");
    }
    Rows rows = Rows.of(run.results());
    Causes causes = finder(header).find(Buckets.of(rows), rows, Duration.ofSeconds(budget));
    if (device != null) {
      causes.write(folder);
      new RunFolder(folder).sumUp();
    }
    Buckets.of(rows, causes).lines(SHOWN_CAUSES, causes, folder).forEach(System.out::println);
    return 0;
  }

  /** Another device or driver says nothing of the run's. */
  private void requireOwn() throws Exception {
    DeviceReport.Identity own = new RunFolder(folder).device().identity();
    try (Device opened = Devices.open(device)) {
      DeviceReport.Identity other = opened.report().identity();
      if (!words(other).equals(words(own))) {
        throw new UsageException(
            "--device %s is %s; the run was of %s".formatted(device, words(other), words(own)));
      }
    }
  }

  private static String words(DeviceReport.Identity of) {
    return of.name() + ", " + of.driver() + " " + of.driverInfo();
  }

  private CauseFinder finder(Header header) throws Exception {
    Strictness strictness =
        header.strict()
            ? Strictness.STRICT
            : header.byTheLetter() ? Strictness.BY_THE_LETTER : Strictness.USUAL;
    ModuleOptions modules = modules(header);
    CauseFinder finder =
        new CauseFinder(
                device == null ? header.deviceOption() : device,
                Catalogue.families(header.deviceOption()),
                new RunFolder(folder).device(),
                folder,
                Environment.kept(),
                header.seed(),
                strictness)
            .making(modules)
            .inThreads(RunCommand.threads());
    return device == null
        ? finder.withoutDevice()
        : finder.trying(new FurtherRuns(options(header, strictness, modules)));
  }

  private RunOptions options(Header header, Strictness strictness, ModuleOptions modules) {
    return new RunOptions(
        device,
        new RunOptions.Wanted(
            profile(header),
            new CaseSelection(List.of(), Set.of(), 1, 1),
            Optional.empty(),
            header.seed(),
            modules),
        Math.max(1, header.workers()),
        Duration.ofSeconds(Math.max(1, header.timeout())),
        RunOptions.Limits.DEFAULT,
        new RunOptions.Demands(strictness, Baseline.NONE),
        new RunOptions.Folders(folder, Environment.kept(), false),
        RunOptions.Origin.UNKNOWN);
  }

  /** The run's; a gate and drawn programs have none of their own. */
  private static Profile profile(Header header) {
    return Arrays.stream(Profile.values())
        .filter(one -> one.toString().equals(header.profile()))
        .findFirst()
        .orElse(Profile.DEFAULT);
  }

  private static ModuleOptions modules(Header header) {
    return new ModuleOptions(
        header.optimize().isEmpty()
            ? Compiler.Optimization.NONE
            : new OptimizationConverter().convert(header.optimize()),
        header.writer().isEmpty()
            ? Optional.empty()
            : Optional.of(ModuleOption.writer(header.writer())));
  }
}
