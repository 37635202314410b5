// SPDX-License-Identifier: Apache-2.0
package coopcts.cli;

import coopcts.cases.Profile;
import coopcts.catalogue.Catalogue;
import coopcts.device.Device;
import coopcts.device.Devices;
import coopcts.plan.Case;
import coopcts.plan.Verdict;
import coopcts.reports.Coverage;
import coopcts.reports.UsageException;
import coopcts.reports.read.Recording;
import coopcts.run.select.CaseLists;
import coopcts.run.select.Cases;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/** {@code coverage}: assertions, the cases that check them, and the verdicts of a run. */
@Command(
    name = "coverage",
    description = {
      "print which assertions of the specifications are checked, and by how many cases",
      "A random program counts for each assertion that programs of its systems can break."
    })
final class CoverageCommand implements Callable<Integer> {

  @Parameters(
      paramLabel = "DIR",
      arity = "0..1",
      description = "a run's folder; without one, the cases that a device would get")
  private Path folder;

  @Option(
      names = "--device",
      paramLabel = "D",
      defaultValue = "reference",
      description = "whose cases, without DIR (default: ${DEFAULT-VALUE})")
  private String device;

  @Option(
      names = "--profile",
      paramLabel = "smoke|default|full",
      defaultValue = "default",
      description = "how many of them (default: ${DEFAULT-VALUE})")
  private Profile profile;

  @Option(names = "--json", description = "sums by system, for scripts")
  private boolean json;

  @Override
  public Integer call() throws Exception {
    Coverage coverage = folder == null ? ofCases() : ofRun();
    if (json) {
      System.out.println(
          JsonMapper.builder()
              .enable(SerializationFeature.INDENT_OUTPUT)
              .build()
              .writeValueAsString(coverage.systems()));
    } else {
      coverage.text().forEach(System.out::println);
    }
    return 0;
  }

  private Coverage ofRun() throws IOException {
    if (!Files.exists(folder.resolve("results.jsonl"))) {
      throw new UsageException(folder + " holds no run");
    }
    return Coverage.of(Recording.read(folder).rows());
  }

  private Coverage ofCases() throws Exception {
    try (Device opened = Devices.open(device)) {
      Coverage coverage = new Coverage();
      Cases cases =
          new Cases(
              Catalogue.families(device),
              opened.report(),
              profile,
              CaseLists.in(Environment.kept(), device));
      cases.list();
      for (Case next = cases.next(); next != null; next = cases.next()) {
        coverage.add(
            next.name(),
            next.assertions(),
            next.unsupported().isEmpty() ? null : Verdict.NOT_SUPPORTED);
      }
      return coverage;
    }
  }
}
