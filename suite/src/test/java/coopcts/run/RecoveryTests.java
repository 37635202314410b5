// SPDX-License-Identifier: Apache-2.0
package coopcts.run;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertFalse;
import static org.testng.Assert.assertNotNull;
import static org.testng.Assert.assertNull;
import static org.testng.Assert.assertTrue;

import coopcts.cases.Profile;
import coopcts.device.DeviceUnavailableException;
import coopcts.plan.Verdict;
import coopcts.reports.Glob;
import coopcts.reports.Journal;
import coopcts.reports.RunSession.End;
import coopcts.reports.Summary;
import coopcts.reports.read.RecordedVerdict;
import coopcts.reports.read.Row;
import coopcts.run.select.CaseSelection;
import coopcts.run.select.RunOptions;
import coopcts.testing.Temporary;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.testng.annotations.Test;

/**
 * A device that breaks down and loses every case until someone brings it back: the file {@code
 * broken} is there as long.
 */
public final class RecoveryTests {

  private static Path folder() throws IOException {
    return Temporary.folder("recovery").resolve("out");
  }

  private static RunOptions options(Path out, boolean resume, String command, String... filters)
      throws IOException {
    return options(out, resume, command, 2, filters);
  }

  private static RunOptions options(
      Path out, boolean resume, String command, int jobs, String... filters) throws IOException {
    Files.createDirectories(out);
    List<Glob> globs = Arrays.stream(filters).map(Glob::new).toList();
    return new RunOptions(
        "fake:" + out.resolveSibling("broken"),
        new RunOptions.Wanted(Profile.DEFAULT, new CaseSelection(globs, null, 1, 1), 1),
        jobs,
        Duration.ofSeconds(20),
        new RunOptions.Limits(
            1,
            null,
            0,
            List.of(new RunOptions.Timeout(new Glob("fake.hang.*"), Duration.ofSeconds(2))),
            command,
            null,
            List.of()),
        RunOptions.Demands.USUAL,
        new RunOptions.Folders(out, out.resolveSibling("cache").resolve("spirv"), resume),
        RunOptions.Origin.UNKNOWN);
  }

  private static Coordinator.Ending run(RunOptions options) throws DeviceUnavailableException {
    return new Coordinator(options, new PrintStream(OutputStream.nullOutputStream()), false).run();
  }

  private static Map<Verdict, Integer> counts(Path out) {
    Map<Verdict, Integer> counts = new TreeMap<>();
    Journal.read(out).forEach(result -> counts.merge(result.verdict(), 1, Integer::sum));
    return counts;
  }

  @Test(groups = "processes")
  public void aCommandBringsTheDeviceBackAndNobodyElsePays() throws Exception {
    Path out = folder();
    Path told = out.resolveSibling("told");
    Coordinator.Ending ending =
        run(
            options(
                out,
                false,
                "echo $COOPCTS_CASE $COOPCTS_VERDICT >>'"
                    + told
                    + "'; rm '"
                    + out.resolveSibling("broken")
                    + "'",
                "fake.fatal.3",
                "fake.pass.*",
                "fake.slow.*"));
    assertNull(ending.gone());
    Map<Verdict, Integer> counts = counts(out);
    assertEquals(counts.get(Verdict.DEVICE_LOST).intValue(), 1, counts.toString());
    assertEquals(counts.getOrDefault(Verdict.PASS, 0) + counts.getOrDefault(Verdict.FLAKE, 0), 20);
    assertTrue(
        Files.readAllLines(told).contains("fake.fatal.3 DEVICE_LOST"), Files.readString(told));
  }

  /** Who loses the device twice beside others that break it is tried with nothing beside it. */
  @Test(groups = "processes")
  public void manyThatBreakTheDeviceBlameNobodyElse() throws Exception {
    Path out = folder();
    String command = "rm -f '" + out.resolveSibling("broken") + "'";
    Coordinator.Ending ending =
        run(options(out, false, command, 4, "fake.fatal.*", "fake.pass.*", "fake.slow.*"));
    assertNull(ending.gone());
    for (Row result : Journal.read(out)) {
      Verdict verdict = result.verdict();
      assertTrue(
          result.name().startsWith("fake.fatal.")
              ? verdict == Verdict.DEVICE_LOST
              : verdict == Verdict.PASS || verdict == Verdict.FLAKE,
          result.name() + " " + verdict + " " + result.message());
    }
  }

  @Test(groups = "processes")
  public void aDeviceThatStaysAwayEndsTheRunAndIsNotBlamedOnCases() throws Exception {
    Path out = folder();
    Coordinator.Ending ending =
        run(options(out, false, "", "fake.fatal.3", "fake.pass.*", "fake.slow.*"));
    assertNotNull(ending.gone());
    assertTrue(
        ending.gone().getMessage().contains("the device is gone"), ending.gone().getMessage());
    assertEquals(ending.summary().end(), End.GONE);
    assertEquals(ending.summary().exitCode(), Summary.NOT_CARRIED_OUT);
    assertTrue(ending.summary().missing() > 0, "most cases have no verdict");
    Path broken = out.resolveSibling("broken");
    Files.delete(broken);
    ending =
        run(
            options(
                out, true, "rm '" + broken + "'", "fake.fatal.3", "fake.pass.*", "fake.slow.*"));
    assertNull(ending.gone());
    Map<Verdict, Integer> counts = counts(out);
    assertEquals(counts.get(Verdict.DEVICE_LOST).intValue(), 1, counts.toString());
    assertEquals(counts.getOrDefault(Verdict.PASS, 0) + counts.getOrDefault(Verdict.FLAKE, 0), 20);
  }

  @Test(groups = "processes")
  public void aCommandThatFailsEndsTheRun() throws Exception {
    Path out = folder();
    Coordinator.Ending ending = run(options(out, false, "exit 7", "fake.lost.*", "fake.slow.*"));
    assertTrue(ending.gone().getMessage().contains("ended with 7"), ending.gone().getMessage());
    assertEquals(ending.summary().exitCode(), Summary.NOT_CARRIED_OUT);
  }

  @Test(groups = "processes")
  public void anotherOutcomeInAFreshProcessIsAFlake() throws Exception {
    Path out = folder();
    run(options(out, false, "", "fake.flake.0", "fake.fail.0"));
    assertEquals(counts(out), Map.of(Verdict.FLAKE, 1, Verdict.FAIL, 1));
    for (Row result : Journal.read(out)) {
      assertFalse(result.expected());
      assertEquals(result.earlier().size(), 1, "it was tried again");
      assertEquals(result.earlier().getFirst().outcome(), RecordedVerdict.FAIL);
      assertTrue(
          result.verdict() == Verdict.FAIL || result.message().startsWith("FAIL, and PASS"),
          result.message());
    }
  }

  /** What fails behind another case alone is no flake, and the other one is named. */
  @Test(groups = "processes")
  public void aStateThatIsLeftBehindIsFound() throws Exception {
    Path out = folder();
    run(options(out, false, "", 1, "fake.pass.*", "fake.stain.0", "fake.slow.1", "fake.stained.9"));
    Row stained =
        Journal.read(out).stream().filter(r -> r.name().equals("fake.stained.9")).findFirst().get();
    assertEquals(stained.verdict(), Verdict.FAIL);
    // How many are named beside the one hangs on how long each process takes to come up.
    assertTrue(
        stained
            .message()
            .matches(
                "(?s).*; it passes alone, and not after fake\\.\\w+\\.\\d+( and \\d+ more)? in the"
                    + " same process: state is left behind"),
        stained.message());
    List<String> after =
        Files.readAllLines(out.resolve("failures").resolve("fake.stained.9").resolve("after.txt"));
    assertTrue(after.contains("fake.stain.0"), after.toString());
    assertTrue(stained.message().contains("not after " + after.getLast() + " "), stained.message());
    String repro =
        Files.readString(out.resolve("failures").resolve("fake.stained.9").resolve("repro.txt"));
    assertTrue(
        repro.strip().endsWith("--after " + String.join(" --after ", after) + " fake.stained.9"),
        repro);
  }

  /** The process of a search goes on to other cases, which have behind them what it had. */
  @Test(groups = "processes")
  public void aStateIsFoundInTheProcessOfASearchToo() throws Exception {
    Path out = folder();
    run(options(out, false, "", 1, "fake.stain.0", "fake.stained.8", "fake.stained.9"));
    List<Row> stained =
        Journal.read(out).stream().filter(r -> r.name().startsWith("fake.stained.")).toList();
    assertEquals(stained.size(), 2);
    for (Row row : stained) {
      assertEquals(row.verdict(), Verdict.FAIL, row.message());
      assertTrue(row.message().contains("state is left behind"), row.message());
    }
  }

  /** Cases that lose the device one after the other are no reason to end: it lives. */
  @Test(groups = "processes")
  public void aDeviceThatComesBackByItselfIsUsedOn() throws Exception {
    Path out = folder();
    Coordinator.Ending ending =
        run(
            options(
                out,
                false,
                "",
                "fake.pass.0",
                "fake.lost.0",
                "fake.lost.1",
                "fake.lost.2",
                "fake.lost.3",
                "fake.crash.1"));
    assertNull(ending.gone());
    assertEquals(counts(out), Map.of(Verdict.PASS, 1, Verdict.DEVICE_LOST, 4, Verdict.CRASH, 1));
  }

  @Test(groups = "processes")
  public void aFamilyHasItsOwnTime() throws Exception {
    Path out = folder();
    run(options(out, false, "", "fake.hang.1", "fake.pass.0"));
    Row hang =
        Journal.read(out).stream()
            .filter(one -> one.name().equals("fake.hang.1"))
            .findFirst()
            .get();
    assertEquals(hang.verdict(), Verdict.TIMEOUT);
    assertTrue(hang.message().startsWith("no end within 2 s"), hang.message());
  }

  /** It costs no case, and the journal tells. */
  @Test(groups = "processes")
  public void aWorkerThatBloatsIsStartedAnew() throws Exception {
    Path out = folder();
    run(options(out, false, "", 1, "fake.pass.0", "fake.leak.1", "fake.pass.2", "fake.leak.3"));
    assertEquals(counts(out), Map.of(Verdict.PASS, 4));
    String journal = Files.readString(out.resolve("results.jsonl"));
    assertTrue(
        Pattern.compile("is restarted: it has come to hold 1\\d\\d\\d open files more in \\d cases")
            .matcher(journal)
            .find(),
        journal);
  }

  /** Sixteen megabytes in two cases, of which a log keeps four at most. */
  @Test(groups = "processes")
  public void aDriverThatNeverStopsTalkingFillsNoDisk() throws Exception {
    Path out = folder();
    run(options(out, false, "", 1, "fake.flood.0", "fake.flood.1"));
    assertEquals(counts(out), Map.of(Verdict.PASS, 2));
    List<Path> logs;
    try (Stream<Path> files = Files.walk(out.resolve("logs"))) {
      logs = files.filter(Files::isRegularFile).toList();
    }
    assertEquals(logs.size(), 1, logs.toString());
    String log = Files.readString(logs.getFirst());
    assertTrue(log.contains(" bytes are left out here]"), "bytes: " + log.length());
    assertTrue(log.length() < 5 << 20, "bytes: " + log.length());
  }

  /** A limit of processor time, a batch system, a user: none of them is the driver. */
  @Test(groups = "processes")
  public void signalsThatAProcessDoesNotRaiseBlameNobody() throws Exception {
    for (String name : List.of("fake.signal.0", "fake.signal.1", "fake.signal.2")) {
      Path out = folder();
      run(options(out, false, "", 1, name));
      Row result = Journal.read(out).getFirst();
      assertEquals(result.verdict(), Verdict.PASS);
      assertTrue(
          result.earlier().getFirst().message().contains("was ended from outside (exit code 1"),
          result.toString());
    }
  }

  @Test(groups = "processes")
  public void aFaultOfTheSuiteDoesNotHideInAFlake() throws Exception {
    Path out = folder();
    run(options(out, false, "", 1, "fake.flawed.0"));
    assertEquals(counts(out), Map.of(Verdict.MISSING, 1));
    String message = Journal.read(out).getFirst().message();
    assertTrue(message.contains("a fault of the suite; before, it was FAIL: "), message);
  }

  /** The limit for hanging cases says nothing where none of them runs. */
  @Test(groups = "processes")
  public void aTimeoutOfNoCaseIsSaid() throws Exception {
    ByteArrayOutputStream said = new ByteArrayOutputStream();
    new Coordinator(
            options(folder(), false, "", 1, "fake.pass.0"),
            new PrintStream(said, true, StandardCharsets.UTF_8),
            false)
        .run();
    assertTrue(
        said.toString(StandardCharsets.UTF_8)
            .contains("--timeout fake.hang.* matches no case of this run"),
        said.toString(StandardCharsets.UTF_8));
  }
}
