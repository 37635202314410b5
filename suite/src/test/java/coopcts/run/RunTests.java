// SPDX-License-Identifier: Apache-2.0
package coopcts.run;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertFalse;
import static org.testng.Assert.assertNull;
import static org.testng.Assert.assertThrows;
import static org.testng.Assert.assertTrue;
import static org.testng.Assert.expectThrows;

import coopcts.cases.Profile;
import coopcts.device.DeviceUnavailableException;
import coopcts.model.Executable;
import coopcts.oracle.Strictness;
import coopcts.plan.Verdict;
import coopcts.reports.Baseline;
import coopcts.reports.Glob;
import coopcts.reports.Header;
import coopcts.reports.InFlight;
import coopcts.reports.Journal;
import coopcts.reports.RunSession.End;
import coopcts.reports.Summary;
import coopcts.reports.UsageException;
import coopcts.reports.read.Phases;
import coopcts.reports.read.Row;
import coopcts.run.select.CaseSelection;
import coopcts.run.select.RunOptions;
import coopcts.testing.Temporary;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

/**
 * The runner on a fake device: whatever a driver does costs one case, and every other case has its
 * verdict.
 */
public final class RunTests {

  private static final PrintStream SILENT = new PrintStream(OutputStream.nullOutputStream());

  private static RunOptions options(Path out, int jobs, String... filters) {
    return options(out, jobs, Baseline.NONE, false, new CaseSelection(globs(filters), null, 1, 1));
  }

  private static List<Glob> globs(String... filters) {
    return Arrays.stream(filters).map(Glob::new).toList();
  }

  private static RunOptions options(
      Path out, int jobs, Baseline baseline, boolean resume, CaseSelection selection) {
    return options("fake", out, jobs, baseline, resume, selection);
  }

  private static RunOptions options(
      String device,
      Path out,
      int jobs,
      Baseline baseline,
      boolean resume,
      CaseSelection selection) {
    return options(device, out, jobs, baseline, resume, selection, Strictness.USUAL);
  }

  private static RunOptions options(
      String device,
      Path out,
      int jobs,
      Baseline baseline,
      boolean resume,
      CaseSelection selection,
      Strictness strictness) {
    return new RunOptions(
        device,
        new RunOptions.Wanted(Profile.DEFAULT, selection, 1),
        jobs,
        Duration.ofSeconds(12),
        new RunOptions.Limits(0, null, 0),
        new RunOptions.Demands(strictness, baseline),
        new RunOptions.Folders(out, out.resolveSibling("cache"), resume),
        RunOptions.Origin.UNKNOWN);
  }

  private static Path folder() {
    try {
      return Files.createDirectory(Temporary.folder("run").resolve("out"));
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  private static Coordinator.Ending run(RunOptions options) throws DeviceUnavailableException {
    return new Coordinator(options, SILENT, false).run();
  }

  private static Map<String, Verdict> verdicts(Path out) {
    return Journal.read(out).stream().collect(Collectors.toMap(Row::name, Row::verdict));
  }

  @Test(groups = "processes")
  public void everyBehaviourGetsItsVerdictAndCostsOneCase() throws DeviceUnavailableException {
    Path out = folder();
    Coordinator.Ending ending =
        run(
            options(
                out,
                2,
                "fake.pass.*",
                "fake.fail.*",
                "fake.crash.3",
                "fake.hang.4",
                "fake.lost.*",
                "fake.loop.5",
                "fake.invalid.1",
                "fake.outside.1",
                "fake.bug.1",
                "fake.refuse.1",
                "fake.unsupported.*"));
    Map<String, Verdict> verdicts = verdicts(out);
    for (int i = 0; i < 10; i++) {
      assertEquals(verdicts.get("fake.pass." + i), Verdict.PASS);
      assertEquals(verdicts.get("fake.fail." + i), Verdict.FAIL);
      assertEquals(verdicts.get("fake.lost." + i), Verdict.DEVICE_LOST);
      assertEquals(verdicts.get("fake.unsupported." + i), Verdict.NOT_SUPPORTED);
    }
    assertEquals(verdicts.get("fake.crash.3"), Verdict.CRASH);
    assertEquals(verdicts.get("fake.hang.4"), Verdict.TIMEOUT);
    assertEquals(verdicts.get("fake.loop.5"), Verdict.TIMEOUT);
    assertEquals(verdicts.get("fake.invalid.1"), Verdict.INVALID);
    assertEquals(verdicts.get("fake.outside.1"), Verdict.FAIL);
    assertEquals(verdicts.get("fake.bug.1"), Verdict.MISSING);
    assertEquals(verdicts.get("fake.refuse.1"), Verdict.FAIL);
    assertEquals(verdicts.size(), 47);
    assertEquals(ending.summary().exitCode(), Summary.SUITE_FAULT);
    assertNull(ending.gone());
    assertEquals(ending.summary().unexpected(), 27);
    Row hang = result(out, "fake.hang.4");
    Phases spent = hang.phases();
    assertTrue(
        spent.execute() > 1000 * (spent.compile() + spent.pipeline() + spent.judge()),
        spent + " of a hang");
    Row crash = result(out, "fake.crash.3");
    assertTrue(crash.message().contains("139"), crash.message());
    assertTrue(crash.message().contains("the driver says goodbye"), crash.message());
    Row fail = result(out, "fake.fail.0");
    assertTrue(fail.message().contains("data+5"), fail.message());
    assertTrue(Files.exists(out.resolve(fail.details()).resolve("shader.comp")));
  }

  private static Row result(Path out, String name) {
    return Journal.read(out).stream().filter(r -> r.name().equals(name)).findFirst().orElseThrow();
  }

  /** What does not run has no verdict of its run, and what ends or hangs a compiler is one case. */
  @Test(groups = "processes")
  public void aDeviceThatExecutesNothingPassesNothing() throws Exception {
    Path baseline = Temporary.folder("baseline");
    Files.writeString(baseline.resolve("fake-fails.txt"), "fake.refuse.1,FAIL\nfake.pass.3,FAIL\n");
    Path out = folder();
    Coordinator.Ending ending =
        run(
            options(
                "fake:compile",
                out,
                2,
                Baseline.read(baseline),
                false,
                new CaseSelection(
                    globs(
                        "fake.pass.*",
                        "fake.fail.*",
                        "fake.lost.*",
                        "fake.crash.3",
                        "fake.hang.4",
                        "fake.refuse.1",
                        "fake.refuse.2",
                        "fake.bug.1",
                        "fake.unsupported.1"),
                    null,
                    1,
                    1)));
    Map<String, Verdict> verdicts = verdicts(out);
    for (int i = 0; i < 10; i++) {
      for (String behaviour : List.of("pass", "fail", "lost")) {
        assertEquals(verdicts.get("fake." + behaviour + "." + i), Verdict.COMPILED);
      }
    }
    assertEquals(verdicts.get("fake.crash.3"), Verdict.CRASH);
    assertEquals(verdicts.get("fake.hang.4"), Verdict.TIMEOUT);
    assertEquals(verdicts.get("fake.refuse.1"), Verdict.FAIL);
    assertEquals(verdicts.get("fake.bug.1"), Verdict.MISSING);
    assertEquals(verdicts.get("fake.unsupported.1"), Verdict.NOT_SUPPORTED);
    assertEquals(verdicts.size(), 36);
    assertTrue(result(out, "fake.refuse.1").expected());
    assertFalse(result(out, "fake.refuse.2").expected());
    assertFalse(result(out, "fake.pass.3").expected(), "a failure that the baseline expects");
    assertTrue(result(out, "fake.pass.4").expected());
    assertEquals(ending.summary().unexpected(), 5);
    assertEquals(Files.readString(out.resolve("summary.json")).contains("PASS"), false);
    Row compiled = result(out, "fake.pass.4");
    assertEquals(
        compiled.executables(),
        List.of(new Executable("fake", 1, Map.of("Instructions", 1.0), Map.of("v_wmma_fake", 2))));
    assertEquals(compiled.message(), "");
    // Of ten names in a row at least one is among those that are made twice.
    assertTrue(
        Journal.read(out).stream()
            .anyMatch(
                one ->
                    one.name().startsWith("fake.lost.")
                        && one.message().startsWith("the same module twice: Instructions ")));
    assertEquals(result(out, "fake.crash.3").executables(), List.of());
  }

  @Test
  public void whatTheCompilersChecksSayIsToldWithItsCase() throws Exception {
    Path out = folder();
    CaseSelection selection = new CaseSelection(globs("fake.outside.*", "fake.pass.*"), null, 1, 1);
    run(options("fake:compile", out, 2, Baseline.NONE, false, selection));
    List<Row> results = Journal.read(out);
    assertEquals(results.size(), 20);
    // Cases of one shader share its pipeline, which each worker makes once.
    List<String> said =
        results.stream()
            .filter(one -> !one.message().isEmpty())
            .map(one -> one.name().split("\\.")[1] + ": " + one.message())
            .distinct()
            .toList();
    assertEquals(
        said, List.of("outside: the compiler's own checks object: Operand has wrong size: %1 = a"));
    assertTrue(results.stream().allMatch(one -> one.verdict() == Verdict.COMPILED));
    assertTrue(results.stream().allMatch(Row::expected));
  }

  /** Of ten names in a row at least one is among those that are made again. */
  @Test(dataProvider = "strictnesses")
  public void whatIsMadeOfLiteralsIsHeldAgainstTheConstants(
      Strictness strictness, Verdict due, boolean expected) throws Exception {
    Path out = folder();
    CaseSelection selection = new CaseSelection(globs("fake.specialized.*"), null, 1, 1);
    run(options("fake:compile", out, 0, Baseline.NONE, false, selection, strictness));
    List<Row> told = Journal.read(out).stream().filter(one -> !one.message().isEmpty()).toList();
    assertFalse(told.isEmpty());
    for (Row one : told) {
      assertEquals(
          one.message(), "with literals for its specialization constants: Instructions 1, then 2");
      assertEquals(one.verdict(), due);
      assertEquals(one.expected(), expected);
    }
    assertTrue(
        Journal.read(out).stream()
            .allMatch(one -> told.contains(one) || one.verdict() == Verdict.COMPILED));
  }

  @DataProvider
  public static Object[][] strictnesses() {
    return new Object[][] {
      {Strictness.USUAL, Verdict.COMPILED, true}, {Strictness.STRICT, Verdict.FAIL, false}
    };
  }

  @Test(groups = "processes")
  public void verdictsComeInTheOrderOfTheList() throws DeviceUnavailableException {
    Path parallel = folder();
    run(options(parallel, 2, "fake.pass.*", "fake.slow.*", "fake.fail.*"));
    Path inline = folder();
    run(options(inline, 0, "fake.pass.*", "fake.slow.*", "fake.fail.*"));
    assertEquals(
        Journal.read(parallel).stream().map(Row::name).toList(),
        Journal.read(inline).stream().map(Row::name).toList());
  }

  @Test(groups = "processes")
  public void aWorkerKilledFromOutsideCostsOneCase() throws Exception {
    Path out = folder();
    Thread killer =
        Thread.ofPlatform()
            .start(
                () -> {
                  while (!Thread.interrupted()) {
                    Stream<ProcessHandle> workers =
                        ProcessHandle.current()
                            .children()
                            .filter(
                                child ->
                                    child.info().commandLine().orElse("").contains(out.toString()));
                    if (begun(out) > 3) {
                      workers.forEach(ProcessHandle::destroyForcibly);
                      return;
                    }
                    Thread.onSpinWait();
                  }
                });
    run(options(out, 1, "fake.slow.*", "fake.pass.*"));
    killer.join();
    Map<Verdict, Long> counts =
        Journal.read(out).stream()
            .collect(Collectors.groupingBy(Row::verdict, Collectors.counting()));
    assertEquals(counts, Map.of(Verdict.PASS, 20L), "the case is not to blame");
    assertEquals(Journal.read(out).stream().filter(r -> !r.earlier().isEmpty()).count(), 1);
  }

  private static int begun(Path out) {
    try {
      return InFlight.read(out).size();
    } catch (UsageException e) {
      return 0;
    }
  }

  @Test
  public void theBaselineDecidesWhatIsExpected() throws Exception {
    Path baseline = Temporary.folder("baseline");
    Files.writeString(
        baseline.resolve("fake-fails.txt"),
        "fake.fail.1,FAIL\nfake.fail.2,CRASH\nfake.pass.1,FAIL\n");
    Files.writeString(baseline.resolve("fake-skips.txt"), "fake.hang.*\n");
    Files.writeString(baseline.resolve("fake-flakes.txt"), "fake.flake.*\n");
    Files.writeString(baseline.resolve("fake-supported.txt"), "fake.unsupported.1\n");
    Path out = folder();
    Coordinator.Ending ending =
        run(
            options(
                out,
                1,
                Baseline.read(baseline),
                false,
                new CaseSelection(
                    globs(
                        "fake.fail.1",
                        "fake.fail.2",
                        "fake.pass.1",
                        "fake.pass.2",
                        "fake.hang.*",
                        "fake.flake.*",
                        "fake.unsupported.1"),
                    null,
                    1,
                    1)));
    Set<String> unexpected =
        Journal.read(out).stream()
            .filter(result -> !result.expected())
            .map(Row::name)
            .collect(Collectors.toSet());
    assertEquals(unexpected, Set.of("fake.fail.2", "fake.pass.1", "fake.unsupported.1"));
    assertEquals(ending.summary().counts().get(Verdict.SKIP).intValue(), 10);
  }

  @Test
  public void theHeaderNamesTheCompiler() throws DeviceUnavailableException {
    Path out = folder();
    run(options(out, 0, "fake.pass.0"));
    Header.Tools tools = Journal.open(out).header().orElseThrow().compiler();
    assertTrue(tools.glslang().matches("\\d+\\.\\d+\\.\\d+.*"), tools.toString());
    assertTrue(tools.spirvTools().matches("v\\d{4}\\.\\d+.*"), tools.toString());
  }

  /** Both halves by the times of an earlier run: together the whole, and no case twice. */
  @Test(groups = "processes")
  public void balancedShardsPartTheList() throws Exception {
    Path history = folder();
    run(options(history, 0, "fake.pass.*", "fake.slow.*"));
    Path journal = history.resolve("results.jsonl");
    Files.write(
        journal,
        Files.readAllLines(journal).stream()
            .map(
                line ->
                    line.replaceAll(
                        "\"millis\":\\d+", "\"millis\":" + (line.contains("slow") ? 300 : 1)))
            .toList());
    RunOptions.Origin origin = new RunOptions.Origin(List.of(), "", "", "", history);
    Set<String> seen = new HashSet<>();
    for (int shard = 1; shard <= 2; shard++) {
      Path out = folder();
      CaseSelection selection =
          new CaseSelection(globs("fake.pass.*", "fake.slow.*"), null, shard, 2);
      run(with(options(out, 0, Baseline.NONE, false, selection), origin));
      List<String> names = Journal.read(out).stream().map(Row::name).toList();
      assertEquals(
          names.stream().filter(name -> name.contains("slow")).count(), 5, "half the time");
      for (String name : names) {
        assertTrue(seen.add(name));
      }
      assertEquals(Journal.open(out).header().orElseThrow().whole().intValue(), 20);
    }
    assertEquals(seen.size(), 20);
  }

  /** What is listed ahead by an earlier run's report is what the device's own report lists. */
  @Test
  public void anEarlierReportIsAGuess() throws Exception {
    Path history = folder();
    run(options(history, 0, "fake.pass.*"));
    Path device = history.resolve("device.json");
    String own = Files.readString(device);
    for (String report : List.of(own, own.replaceFirst("\\d\\d", "77"), "{}", "")) {
      Files.writeString(device, report);
      Path out = folder();
      run(
          with(
              options(out, 0, "fake.pass.*", "fake.slow.0"),
              new RunOptions.Origin(List.of(), "", "", "", history)));
      Set<String> names = Journal.read(out).stream().map(Row::name).collect(Collectors.toSet());
      assertTrue(names.contains("fake.slow.0"), report);
      assertEquals(names.size(), Journal.read(history).size() + 1, report);
      assertEquals(Files.readString(out.resolve("device.json")), own);
    }
    Files.delete(device);
    run(
        with(
            options(folder(), 0, "fake.pass.*"),
            new RunOptions.Origin(List.of(), "", "", "", history)));
  }

  private static RunOptions with(RunOptions options, RunOptions.Origin origin) {
    return new RunOptions(
        options.device(),
        options.wanted(),
        options.jobs(),
        options.timeout(),
        options.limits(),
        options.demands(),
        options.folders(),
        origin);
  }

  @Test
  public void shardsPartTheList() throws DeviceUnavailableException {
    Set<String> seen = new HashSet<>();
    for (int shard = 1; shard <= 3; shard++) {
      Path out = folder();
      run(
          options(
              out,
              0,
              Baseline.NONE,
              false,
              new CaseSelection(globs("fake.pass.*"), null, shard, 3)));
      for (Row result : Journal.read(out)) {
        assertTrue(seen.add(result.name()));
      }
    }
    assertEquals(seen.size(), 10);
  }

  @Test
  public void anInterruptedRunGoesOnWhereItEnded() throws Exception {
    Path out = folder();
    run(options(out, 0, "fake.pass.*"));
    List<String> lines = Files.readAllLines(out.resolve("results.jsonl"));
    Files.write(out.resolve("results.jsonl"), lines.subList(0, 4));
    Files.writeString(
        out.resolve("inflight.jsonl"), "{\"case\":\"fake.pass.6\"}\n{\"case\":\"fake.pass.6\"}\n");
    run(options(out, 0, Baseline.NONE, true, new CaseSelection(globs("fake.pass.*"), null, 1, 1)));
    Map<String, Verdict> verdicts = verdicts(out);
    assertEquals(verdicts.size(), 10);
    assertEquals(Set.copyOf(verdicts.values()), Set.of(Verdict.PASS), "nobody is blamed unheard");
  }

  private static RunOptions with(
      RunOptions options, RunOptions.Limits limits, List<Glob> excludes, long seed) {
    CaseSelection selection = options.selection();
    return new RunOptions(
        options.device(),
        new RunOptions.Wanted(
            options.profile(), new CaseSelection(selection.filters(), excludes, null, 1, 1), seed),
        options.jobs(),
        options.timeout(),
        limits,
        new RunOptions.Demands(Strictness.USUAL, options.baseline()),
        options.folders(),
        RunOptions.Origin.UNKNOWN);
  }

  @Test
  public void aRunEndsAfterSoManyFailsAndLeavesTheRestOut() throws DeviceUnavailableException {
    Path out = folder();
    RunOptions options = options(out, 0, "fake.fail.*", "fake.pass.*");
    Coordinator.Ending ending =
        run(
            with(
                options,
                new RunOptions.Limits(0, null, 2),
                globs("fake.pass.**", "fake.fail.0"),
                1));
    assertEquals(Journal.read(out).size(), 2);
    assertEquals(ending.summary().planned().intValue(), 9);
    assertEquals(ending.summary().missing(), 7);
    assertEquals(ending.summary().end(), End.MAX_FAILS);
    assertEquals(ending.summary().exitCode(), Summary.UNEXPECTED);
  }

  @Test
  public void onlyTheSameRunIsGoneOnWith() throws DeviceUnavailableException {
    Path out = folder();
    run(options(out, 0, "fake.pass.*"));
    RunOptions again =
        options(out, 0, Baseline.NONE, true, new CaseSelection(globs("fake.pass.*"), null, 1, 1));
    RunOptions other = with(again, RunOptions.Limits.DEFAULT, List.of(), 2);
    assertThrows(UsageException.class, () -> run(other));
    RunOptions filtered =
        options(out, 0, Baseline.NONE, true, new CaseSelection(globs("fake.fail.*"), null, 1, 1));
    assertThrows(UsageException.class, () -> run(filtered));
    assertThrows(UsageException.class, () -> run(options(out, 0, "fake.pass.*")));
    assertEquals(Journal.read(out).size(), 10);
  }

  /** Names of a full run run in a default one; what no case has is MISSING beside the others. */
  @Test
  public void aNameThatNoCaseHasIsMissingAndTheRestRuns() throws DeviceUnavailableException {
    Set<String> names = Set.of("fake.pass.1", "fake.pass.1000", "fake.pas.1", "fake.*");
    Path out = folder();
    Summary summary =
        run(options(out, 0, Baseline.NONE, false, new CaseSelection(List.of(), names, 1, 1)))
            .summary();
    assertEquals(summary.counts(), Map.of(Verdict.PASS, 2, Verdict.MISSING, 2));
    assertEquals(summary.unknown(), 2);
    assertEquals(summary.exitCode(), 2);
    Row unknown =
        Journal.read(out).stream()
            .filter(result -> result.name().equals("fake.pas.1"))
            .findAny()
            .orElseThrow();
    assertTrue(unknown.unknown());
    assertEquals(
        unknown.message(),
        "no case of this device has the name fake.pas.1; did you mean fake.pass.1?");
  }

  @Test(groups = "processes")
  public void theDriversFailureIsWorseThanAnUnknownName() throws DeviceUnavailableException {
    CaseSelection selection =
        new CaseSelection(List.of(), Set.of("fake.fail.1", "fake.pas.1"), 1, 1);
    assertEquals(
        run(options(folder(), 0, Baseline.NONE, false, selection)).summary().exitCode(), 1);
  }

  @Test(groups = "processes")
  public void unknownNamesMayBeSkipped() throws DeviceUnavailableException {
    CaseSelection selection =
        new CaseSelection(
            List.of(),
            List.of(),
            Set.of("fake.pass.1", "fake.pas.1"),
            1,
            1,
            CaseSelection.Unknown.SKIP,
            false);
    Summary summary = run(options(folder(), 0, Baseline.NONE, false, selection)).summary();
    assertEquals(summary.counts(), Map.of(Verdict.PASS, 1, Verdict.SKIP, 1));
    assertEquals(summary.exitCode(), 0);
  }

  /** Each name of a list falls to one shard, also one that no case has. */
  @Test(groups = "processes")
  public void shardsShareANamesList() throws DeviceUnavailableException {
    Set<String> names = Set.of("fake.pass.1", "fake.pass.1000", "fake.pas.1", "fake.pass.2");
    List<String> all = new ArrayList<>();
    for (int shard = 1; shard <= 3; shard++) {
      Path out = folder();
      run(options(out, 0, Baseline.NONE, false, new CaseSelection(List.of(), names, shard, 3)));
      Journal.read(out).forEach(result -> all.add(result.name()));
    }
    assertEquals(all.stream().sorted().toList(), names.stream().sorted().toList());
  }

  @Test
  public void badInputIsNamed() {
    assertThrows(UsageException.class, () -> run(options(folder(), 0, "fake.none.*")));
    RunOptions missing = options(folder(), 1, "fake.pass.*");
    RunOptions gone =
        new RunOptions(
            "fake:missing",
            new RunOptions.Wanted(missing.profile(), missing.selection(), 1),
            1,
            missing.timeout(),
            RunOptions.Limits.DEFAULT,
            new RunOptions.Demands(Strictness.USUAL, missing.baseline()),
            new RunOptions.Folders(missing.out(), missing.cache(), false),
            RunOptions.Origin.UNKNOWN);
    assertThrows(DeviceUnavailableException.class, () -> run(gone));
    assertFalse(Files.exists(missing.out().resolve("results.jsonl")));
  }

  @Test
  public void byTheLetterStandsInHeaderAndSummary() throws DeviceUnavailableException {
    RunOptions letter = with(options(folder(), 0, "fake.pass.1"), Strictness.BY_THE_LETTER, false);
    assertTrue(run(letter).summary().byTheLetter());
    assertTrue(Journal.open(letter.out()).header().orElseThrow().byTheLetter());
    UsageException e =
        expectThrows(UsageException.class, () -> run(with(letter, Strictness.USUAL, true)));
    assertTrue(e.getMessage().contains("--strict-spec"), e.getMessage());
    assertFalse(run(options(folder(), 0, "fake.pass.1")).summary().byTheLetter());
  }

  @Test
  public void aRunOfAnotherSuiteIsNotGoneOnWith() throws Exception {
    RunOptions options = options(folder(), 0, "fake.pass.1");
    run(options);
    Path journal = options.out().resolve("results.jsonl");
    Files.writeString(
        journal,
        Files.readString(journal).replaceFirst("\"commit\":\"[^\"]*\"", "\"commit\":\"other\""));
    UsageException e =
        expectThrows(UsageException.class, () -> run(with(options, Strictness.USUAL, true)));
    assertTrue(e.getMessage().contains("(other)"), e.getMessage());
  }

  private static RunOptions with(RunOptions options, Strictness strictness, boolean resume) {
    return new RunOptions(
        options.device(),
        options.wanted(),
        options.jobs(),
        options.timeout(),
        RunOptions.Limits.DEFAULT,
        new RunOptions.Demands(strictness, options.baseline()),
        new RunOptions.Folders(options.out(), options.cache(), resume),
        RunOptions.Origin.UNKNOWN);
  }

  /** 100,000 cases in a JVM of 1 GiB; those that pass and those that are not supported. */
  @Test(groups = "processes")
  public void aLongRunStaysSmall() throws Exception {
    Path out = folder();
    Process process =
        OwnJvm.builder(
                OwnJvm.words(
                    List.of("-Xmx1g"),
                    List.of(
                        "run",
                        "--device",
                        "fake",
                        "--profile",
                        "full",
                        "--jobs",
                        "0",
                        "--no-report",
                        "--filter",
                        "fake.pass.*",
                        "--out",
                        out.toString())),
                out.resolveSibling("log"))
            .start();
    assertEquals(process.waitFor(), 0, Files.readString(out.resolveSibling("log")));
    try (Stream<String> lines = Files.lines(out.resolve("results.jsonl"))) {
      assertEquals(lines.count(), 100_000 + 2, "a header, the cases and an end");
    }
  }
}
