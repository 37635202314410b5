// SPDX-License-Identifier: Apache-2.0
package coopcts.reports;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertFalse;
import static org.testng.Assert.assertThrows;
import static org.testng.Assert.assertTrue;
import static org.testng.Assert.expectThrows;

import coopcts.model.DeviceReport;
import coopcts.plan.Verdict;
import coopcts.reports.read.Phases;
import coopcts.reports.read.Row;
import coopcts.testing.Temporary;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.testng.annotations.Test;

public final class ReportsTests {

  private static Row result(String name, Verdict verdict, boolean expected) {
    return TestRow.of(
        name,
        verdict,
        expected,
        "assertions",
        List.of("KHR-LOAD-001"),
        "subcases",
        2,
        "failedSubcases",
        verdict == Verdict.PASS ? List.of() : List.of("padded"),
        "millis",
        3,
        "message",
        verdict == Verdict.PASS ? "" : "a \"quoted\" \u0001 message",
        "phases",
        new Phases(1000, 2000, 3000, 4000));
  }

  private static final List<Row> RESULTS =
      List.of(
          result("khr.load.float16.a.16x16.x", Verdict.PASS, true),
          result("khr.load.float16.b.16x16.x", Verdict.FAIL, false),
          result("khr.store.float16", Verdict.NOT_SUPPORTED, true),
          result("khr.muladd.sint8.y", Verdict.CRASH, true));

  private static final DeviceReport DEVICE = device("d");

  /** A device that reports nothing but its name. */
  static DeviceReport device(String name) {
    return new DeviceReport(
        new DeviceReport.Identity(name, "v", "i", "1.3.0", 1, 2, "cpu"),
        new DeviceReport.Subgroup(32, 8, 64, true),
        new TreeMap<>(),
        new TreeMap<>(),
        new TreeSet<>(),
        List.of(),
        List.of(),
        List.of(),
        List.of(),
        List.of(),
        List.of());
  }

  @Test
  void globs() {
    assertTrue(new Glob("khr.load.**").matches("khr.load.float16.a"));
    assertFalse(new Glob("khr.load.*").matches("khr.load.float16.a"));
    assertTrue(new Glob("khr.*.float16.a").matches("khr.load.float16.a"));
    assertFalse(new Glob("khr.load").matches("khr-load"));
    assertTrue(new Glob("khr.load.float16.**").reaches("khr.load"));
    assertTrue(new Glob("khr.**").reaches("khr.load"));
    assertFalse(new Glob("khr.store.**").reaches("khr.load"));
    assertTrue(new Glob("khr.*.float16.**").reaches("khr.load"));
    assertTrue(new Glob("**.float16.*").reaches("khr.load"));
    assertTrue(new Glob("khr.load.float16.a").reaches("khr.load"));
    assertTrue(new Glob("k*.load").reaches("khr"));
    assertFalse(new Glob("khr.load").reaches("khr.load.float16"));
    assertFalse(new Glob("*.load").reaches("khr.load.float16"));
    assertFalse(new Glob("khr.loaded.**").reaches("khr.load"));
    assertTrue(new Glob("khr.loaded.**").matchesFrom("khr.load"));
    assertFalse(new Glob("khr.load").matchesFrom("khr.loaded"));
    assertTrue(new Glob("khr.load").matchesFrom("khr.load"));
  }

  @Test
  void pathsInReportsHaveSlashes() {
    Path folder = Path.of("runs", "a");
    assertEquals(Folders.below(folder, folder.resolve("failures").resolve("one")), "failures/one");
    assertEquals(Folders.below(folder, Path.of("runs", "b")), "../b");
  }

  @Test
  void aGlobLooksThroughANameOnce() {
    String stars = "*".repeat(1) + "a*".repeat(40) + "z";
    assertFalse(new Glob(stars).matches("a".repeat(5000)));
    assertTrue(new Glob("*".repeat(26) + "z").matches("khr.load.z"));
    assertTrue(new Glob("khr.**.x").matches("khr.load.a.x"));
    assertFalse(new Glob("khr.*.x").matches("khr.load.a.x"));
    assertTrue(new Glob("**").matches(""));
    assertTrue(new Glob("a*").matches("a"));
  }

  /** Further cases of a search are no surprise, whatever becomes of them; all others are. */
  @Test
  void anOpenBaselineExpectsAnythingOfItsCases() {
    Baseline open = Baseline.open(List.of("khr.load.a", "khr.load.b"));
    for (Verdict verdict : Verdict.values()) {
      assertTrue(open.expects("khr.load.a", verdict), verdict.toString());
    }
    assertFalse(open.expects("khr.load.ab", Verdict.FAIL));
    assertTrue(open.expects("khr.load.ab", Verdict.PASS));
    assertFalse(open.skips("khr.load.a"));
  }

  @Test
  void aBaselineIsKeptByCommands() throws IOException {
    Path run = Temporary.folder("run");
    try (Journal journal = new Journal(run, false)) {
      journal.start(JournalTests.header(4));
      RESULTS.forEach(journal::end);
    }
    new RunFolder(run).writeDevice(DEVICE);
    Path folder = Temporary.folder("baseline").resolve("new");
    BaselineEditor.from(folder, new RunFolder(run));
    Path fails = folder.resolve("d-fails.txt");
    assertEquals(
        Files.readAllLines(fails),
        List.of(
            "# device: d",
            "# driver: v",
            "khr.load.float16.b.16x16.x,FAIL",
            "khr.muladd.sint8.y,CRASH"));
    Baseline baseline = Baseline.read(folder);
    assertEquals(baseline.ties(), "(device: d, driver: v)");
    baseline.requireOf(DEVICE.identity());
    assertThrows(UsageException.class, () -> baseline.requireOf(device("other").identity()));
    Files.writeString(
        fails,
        "# why\nkhr.load.float16.a.16x16.x,FAIL # bug 1\nkhr.muladd.sint8.y,FAIL # bug 2\n"
            + "khr.none.**,FAIL\nkhr.l*.float16.b.**,FAIL # bug 3\n");
    assertEquals(Baseline.read(folder).stale(RESULTS).size(), 3);
    List<String> said = BaselineEditor.update(folder, new RunFolder(run));
    assertEquals(
        Files.readAllLines(fails),
        List.of(
            "# why",
            "khr.muladd.sint8.y,CRASH # bug 2",
            "khr.none.**,FAIL",
            "khr.l*.float16.b.**,FAIL # bug 3"));
    assertEquals(said.size(), 3, said.toString());
    assertTrue(Baseline.read(folder).expects("khr.load.float16.b.1", Verdict.FAIL));
    Files.writeString(folder.resolve("fails.txt"), "khr.a,FAIL\n");
    assertThrows(UsageException.class, () -> Baseline.read(folder));
  }

  /** Version control keeps no empty folder, so a run without failures makes a file too. */
  @Test
  void aBaselineOfARunWithoutFailuresHasAFile() throws IOException {
    Path run = Temporary.folder("run");
    try (Journal journal = new Journal(run, false)) {
      journal.start(JournalTests.header(4));
      RESULTS.stream().filter(row -> row.verdict() == Verdict.PASS).forEach(journal::end);
    }
    new RunFolder(run).writeDevice(DEVICE);
    Path folder = Temporary.folder("baseline").resolve("new");
    List<String> said = BaselineEditor.from(folder, new RunFolder(run));
    Path fails = folder.resolve("d-fails.txt");
    assertEquals(said, List.of("no failures; wrote " + fails));
    assertEquals(Files.readAllLines(fails), List.of("# device: d", "# driver: v"));
    Baseline baseline = Baseline.read(folder);
    baseline.requireOf(DEVICE.identity());
    assertThrows(UsageException.class, () -> baseline.requireOf(device("other").identity()));
    assertTrue(baseline.expects("khr.load.a", Verdict.PASS));
    assertFalse(baseline.expects("khr.load.a", Verdict.FAIL));
    assertTrue(baseline.stale(RESULTS).isEmpty());
    assertThrows(UsageException.class, () -> BaselineEditor.from(folder, new RunFolder(run)));
  }

  @Test
  void baselinesMayHaveTheNamesOfBefore() throws IOException {
    Aliases aliases = Aliases.of("# old\nkhr.before.**\tkhr.load.**\nkhr.y\tkhr.muladd.sint8.y\n");
    assertEquals(aliases.current("khr.before.a"), "khr.load.a");
    assertEquals(aliases.current("khr.beforehand.a"), "khr.beforehand.a");
    assertThrows(IllegalArgumentException.class, () -> Aliases.of("khr.a.**\tkhr.b"));
    Path run = Temporary.folder("run");
    try (Journal journal = new Journal(run, false)) {
      journal.start(JournalTests.header(4));
      RESULTS.forEach(journal::end);
    }
    new RunFolder(run).writeDevice(DEVICE);
    Path folder = Temporary.folder("baseline");
    Path fails = folder.resolve("x-fails.txt");
    Path skips = folder.resolve("x-skips.txt");
    Files.writeString(
        fails, "khr.before.float16.b.16x16.x,FAIL # bug 1\nkhr.y,CRASH\n# khr.y, too\n");
    Files.writeString(skips, "khr.before.hang.*\n");
    Baseline baseline = Baseline.read(folder, aliases);
    assertTrue(baseline.expects("khr.load.float16.b.16x16.x", Verdict.FAIL));
    assertTrue(baseline.skips("khr.load.hang.x"));
    List<String> said = BaselineEditor.update(folder, new RunFolder(run), aliases);
    assertEquals(
        Files.readAllLines(fails),
        List.of(
            "khr.load.float16.b.16x16.x,FAIL # bug 1", "khr.muladd.sint8.y,CRASH", "# khr.y, too"));
    assertEquals(Files.readAllLines(skips), List.of("khr.load.hang.*"));
    assertTrue(said.contains("khr.y is called khr.muladd.sint8.y now"), said.toString());
  }

  /** Words and regular expressions of deqp-runner's files. */
  @Test
  void baselinesOfDeqpRunnerAreRead() throws Exception {
    Path folder = Temporary.folder("baseline");
    Path fails = folder.resolve("x-fails.txt");
    Files.writeString(
        fails,
        "khr.a,Fail\nkhr.b,Crash # bug\nkhr.c,UnexpectedImprovement(Pass)\nkhr.d,Skip\n"
            + "khr.load.float16.b.16x16.x,Crash\n");
    Files.writeString(
        folder.resolve("x-skips.txt"), "# Regular expressions\nkhr.moves.*select.*\n^khr.x$\n");
    Baseline baseline = Baseline.read(folder);
    assertTrue(baseline.expects("khr.a", Verdict.FAIL));
    assertTrue(baseline.expects("khr.a", Verdict.COMPILE_ERROR));
    assertFalse(baseline.expects("khr.a", Verdict.CRASH));
    assertTrue(baseline.expects("khr.b", Verdict.DEVICE_LOST));
    assertTrue(baseline.expects("khr.c", Verdict.PASS));
    assertFalse(baseline.expects("khr.c", Verdict.FAIL));
    assertTrue(baseline.expects("khr.d", Verdict.NOT_SUPPORTED));
    assertTrue(baseline.skips("khr.moves.float16.a.select"));
    assertTrue(baseline.skips("khr.x"));
    assertFalse(baseline.skips("khr.xy"));
    baseline.requireGlobs(Set.of("khr.moves.float16.a.select"));

    Path run = Temporary.folder("run");
    try (Journal journal = new Journal(run, false)) {
      journal.start(JournalTests.header(4));
      RESULTS.forEach(journal::end);
    }
    new RunFolder(run).writeDevice(DEVICE);
    BaselineEditor.update(folder, new RunFolder(run));
    assertTrue(
        Files.readAllLines(fails).contains("khr.load.float16.b.16x16.x,Fail"),
        Files.readString(fails));
    new RunFolder(run).render(run.resolve("none"));
    Path failures = run.resolve("failures.csv");
    assertEquals(Files.readAllLines(failures), List.of("khr.load.float16.b.16x16.x,Fail"));
    assertTrue(Baseline.read(failures).expects("khr.load.float16.b.16x16.x", Verdict.FAIL));
    Path timed = run.resolve("deqp-results.csv");
    List<String> lines = Files.readAllLines(timed);
    assertEquals(lines.size(), RESULTS.size());
    assertTrue(
        lines.stream()
            .anyMatch(line -> line.matches("khr.load.float16.b.16x16.x,Fail,\\d+\\.\\d{3}")),
        lines.toString());
    assertTrue(Baseline.read(timed).expects("khr.load.float16.b.16x16.x", Verdict.FAIL));
  }

  /** A regular expression among globs is refused, and never matches nothing in silence. */
  @Test
  void expressionsAmongGlobsAreRefused() throws IOException {
    Path folder = Temporary.folder("baseline");
    Path skips = folder.resolve("x-skips.txt");
    for (String expression : List.of("khr\\.moves", "^khr.x", "khr.(a|b)", "khr.a+")) {
      Files.writeString(skips, expression + "\n");
      String message = expectThrows(UsageException.class, () -> Baseline.read(folder)).getMessage();
      assertTrue(message.contains("# regular expressions"), message);
    }
    Files.writeString(skips, "# regular expressions\nkhr.(a\n");
    assertThrows(UsageException.class, () -> Baseline.read(folder));
    Files.writeString(skips, "khr.moves.*select.*\n");
    Baseline globs = Baseline.read(folder);
    globs.requireGlobs(Set.of("khr.load.a"));
    String message =
        expectThrows(
                UsageException.class,
                () -> globs.requireGlobs(Set.of("khr.moves.float16.a.select")))
            .getMessage();
    assertTrue(message.contains("x-skips.txt, line 1"), message);
    globs.requireGlobs(Set.of("khr.moves.select.x", "khr.moves.aselect.b"));
    Files.delete(skips);
    Files.writeString(folder.resolve("x-fails.txt"), "# regular expressions\nkhr.a,Fail\n");
    assertThrows(UsageException.class, () -> Baseline.read(folder));
  }

  @Test
  void baselines() throws IOException {
    Path folder = Temporary.folder("baseline");
    Files.writeString(folder.resolve("x-fails.txt"), "# bug 1\nkhr.a,FAIL\nkhr.b,CRASH # bug 2\n");
    Files.writeString(folder.resolve("x-flakes.txt"), "khr.flaky.**\n");
    Files.writeString(folder.resolve("x-skips.txt"), "khr.hang.*\n");
    Files.writeString(folder.resolve("x-supported.txt"), "khr.load.**\nkhr.gone.**\n");
    Baseline baseline = Baseline.read(folder);
    assertTrue(baseline.expects("khr.a", Verdict.FAIL));
    assertFalse(baseline.expects("khr.a", Verdict.PASS), "an unexpected pass is unexpected");
    assertFalse(baseline.expects("khr.b", Verdict.FAIL));
    assertTrue(baseline.expects("khr.flaky.x", Verdict.TIMEOUT));
    assertTrue(baseline.skips("khr.hang.x"));
    assertFalse(baseline.expects("khr.load", Verdict.NOT_SUPPORTED));
    assertTrue(baseline.expects("khr.store", Verdict.NOT_SUPPORTED));
    assertFalse(baseline.expects("khr.other", Verdict.FAIL));
    assertEquals(baseline.vanished(Set.of("khr.load.x")), List.of("khr.gone.**"));
    Files.writeString(folder.resolve("y-fails.txt"), "khr.a FAIL\n");
    assertThrows(UsageException.class, () -> Baseline.read(folder));
    assertThrows(UsageException.class, () -> Baseline.read(folder.resolve("none")));
  }

  @Test
  void aJournalThatWasCutOffIsReadUpToThere() throws IOException {
    Path folder = Temporary.folder("journal");
    try (Journal journal = new Journal(folder, false)) {
      journal.begin("khr.a");
      journal.begin("khr.a");
      RESULTS.forEach(journal::end);
    }
    Files.writeString(
        folder.resolve("results.jsonl"), "{\"case\":\"khr.half", StandardOpenOption.APPEND);
    assertEquals(Journal.read(folder), RESULTS);
    assertEquals(InFlight.read(folder).get("khr.a").times(), 2);
    assertThrows(UsageException.class, () -> Journal.read(folder.resolve("none")));
  }

  @Test
  void summaries() {
    Summary summary = Summary.of("d", "default", 1_700_000_000_000L, RESULTS, List.of(), 2.0, 2);
    assertEquals(summary.unexpected(), 1);
    assertEquals(summary.casesPerSecond(), 2.0);
    assertEquals(summary.phases().compile(), 0.004);
    assertEquals(summary.countsText(), "1 PASS, 1 FAIL, 1 NOT_SUPPORTED, 1 CRASH");
  }
}
