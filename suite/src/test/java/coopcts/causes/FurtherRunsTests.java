// SPDX-License-Identifier: Apache-2.0
package coopcts.causes;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertThrows;
import static org.testng.Assert.assertTrue;

import coopcts.cases.Profile;
import coopcts.device.Device;
import coopcts.device.DeviceUnavailableException;
import coopcts.device.Devices;
import coopcts.fake.FakeFamily;
import coopcts.fake.FakeProvider;
import coopcts.plan.Case;
import coopcts.reports.read.RecordedVerdict;
import coopcts.reports.read.Row;
import coopcts.run.select.CaseSelection;
import coopcts.run.select.RunOptions;
import coopcts.testing.Temporary;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.testng.annotations.Test;

/** Further cases cost themselves at most. */
public final class FurtherRunsTests {

  private static final Duration TIME = Duration.ofMinutes(2);

  /** What a case may take. */
  private static final Duration A_CASE = Duration.ofSeconds(20);

  private static FurtherRuns of(String device, Path out) throws IOException {
    return new FurtherRuns(
        new RunOptions(
            device,
            new RunOptions.Wanted(Profile.DEFAULT, new CaseSelection(List.of(), null, 1, 1), 1),
            0,
            A_CASE,
            RunOptions.Limits.DEFAULT,
            RunOptions.Demands.USUAL,
            new RunOptions.Folders(out, out.resolveSibling("cache"), false),
            RunOptions.Origin.UNKNOWN));
  }

  private static Path folder() throws IOException {
    return Files.createDirectory(Temporary.folder("further").resolve("out"));
  }

  private static List<Case> cases(String name) throws DeviceUnavailableException {
    try (Device device = Devices.open("fake")) {
      return new FakeFamily()
          .cases(device.report(), Profile.DEFAULT)
          .filter(one -> one.name().equals(name))
          .toList();
    }
  }

  /** This test's process would end, too. */
  @Test
  public void aCrashIsOutsideWhereTheRunIsInOneProcess() throws Exception {
    List<Row> rows = of("fake", folder()).run(cases("fake.crash.0"), TIME);
    assertEquals(rows.stream().map(Row::outcome).toList(), List.of(RecordedVerdict.CRASH));
  }

  /** A case takes no more than what is left of the time, which is less than a case may take. */
  @Test
  public void aHangTakesWhatIsLeft() throws Exception {
    FurtherRuns further = of("fake", folder());
    List<Case> cases = cases("fake.hang.0");
    long begun = System.nanoTime();
    List<Row> rows = further.run(cases, Duration.ofSeconds(2));
    Duration taken = Duration.ofNanos(System.nanoTime() - begun);
    assertTrue(taken.compareTo(A_CASE) < 0, taken.toString());
    assertTrue(rows.stream().noneMatch(row -> row.outcome().isClean()), rows.toString());
  }

  @Test
  public void aDeviceThatOpensOnceIsTold() throws Exception {
    Path out = folder();
    String device = "fake:" + FakeProvider.ONCE + out.resolveSibling("opened");
    Devices.open(device).close();
    FurtherRuns further = of(device, out);
    List<Case> cases = cases("fake.pass.0");
    assertThrows(DeviceUnavailableException.class, () -> further.run(cases, TIME));
  }
}
