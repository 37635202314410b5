// SPDX-License-Identifier: Apache-2.0
package coopcts.run.worker;

import coopcts.cases.Family;
import coopcts.cases.Profile;
import coopcts.catalogue.Catalogue;
import coopcts.model.DeviceReport;
import coopcts.plan.Case;
import coopcts.run.one.Finding;
import coopcts.run.select.CaseSelection;
import coopcts.run.select.Cases;
import coopcts.run.select.RunOptions;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** What tests of workers have in common: their options, their cases, the processes they start. */
final class Workers {

  private final Set<Long> before = children();

  private static Set<Long> children() {
    return ProcessHandle.current().children().map(ProcessHandle::pid).collect(Collectors.toSet());
  }

  /** Processes that were started since this was made. */
  Set<Long> own() {
    Set<Long> own = new HashSet<>(children());
    own.removeAll(before);
    return own;
  }

  static RunOptions options(Path folder, String device, int jobs) throws Exception {
    return options(folder, device, jobs, Duration.ofSeconds(5));
  }

  /**
   * The same.
   *
   * @param timeout for a case: long where none is to be met, however busy the machine is
   */
  static RunOptions options(Path folder, String device, int jobs, Duration timeout)
      throws Exception {
    return new RunOptions(
        device,
        new RunOptions.Wanted(Profile.DEFAULT, new CaseSelection(List.of(), null, 1, 1), 1),
        jobs,
        timeout,
        new RunOptions.Limits(0, null, 0),
        RunOptions.Demands.USUAL,
        new RunOptions.Folders(
            Files.createDirectories(folder.resolve("out")), folder.resolve("cache"), false),
        RunOptions.Origin.UNKNOWN);
  }

  /** Runs a case of the fake device. */
  static Finding run(WorkerProcess worker, String name) throws Exception {
    DeviceReport report = worker.open().report();
    List<Family> families = Catalogue.families("fake");
    int family = families.stream().map(Family::name).toList().indexOf("fake");
    List<String> names =
        families.get(family).cases(report, Profile.DEFAULT).map(Case::name).toList();
    return worker.execute(new Cases.CasePlace(0, family, names.indexOf(name)), name);
  }
}
