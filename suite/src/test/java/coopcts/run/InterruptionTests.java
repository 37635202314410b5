// SPDX-License-Identifier: Apache-2.0
package coopcts.run;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertFalse;
import static org.testng.Assert.assertTrue;

import coopcts.plan.Verdict;
import coopcts.reports.Journal;
import coopcts.reports.RunFolder;
import coopcts.reports.RunSession.End;
import coopcts.reports.read.Row;
import coopcts.testing.Temporary;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.testng.annotations.Test;

/** Whatever ends a run from outside: nothing judged is lost, nobody is blamed, no process stays. */
public final class InterruptionTests {

  private static final int SIGTERM = 143;

  private static Path folder() throws IOException {
    return Temporary.folder("interrupted").resolve("out");
  }

  private static Process start(Path out, String... more) throws IOException {
    return builder(
            out, Stream.concat(Stream.of("--no-report"), Stream.of(more)).toArray(String[]::new))
        .start();
  }

  private static ProcessBuilder builder(Path out, String... more) {
    return command("run", out, more);
  }

  private static ProcessBuilder command(String name, Path out, String... more) {
    // Whoever starts the build may have Ctrl-C ignored: in the background of a shell it is.
    List<String> command = new ArrayList<>(List.of("env", "--default-signal=INT"));
    command.addAll(
        OwnJvm.words(
            List.of("-XX:TieredStopAtLevel=1", "-Dcoopcts.cache=" + out.resolveSibling("cache")),
            List.of(name, "--device", "fake", "--jobs", "2", "--out", out.toString())));
    command.addAll(List.of(more));
    return OwnJvm.builder(command, log(out));
  }

  private static Path log(Path out) {
    return out.resolveSibling("log");
  }

  private static List<ProcessHandle> workers(Path out) {
    try (Stream<ProcessHandle> all = ProcessHandle.allProcesses()) {
      return all.filter(
              one ->
                  one.info().commandLine().orElse("").contains("WorkerMain")
                      && one.info().commandLine().orElse("").contains(out.toString()))
          .toList();
    }
  }

  private static void waitUntil(String what, BooleanSupplier holds) throws InterruptedException {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(90);
    while (!holds.getAsBoolean()) {
      assertTrue(System.nanoTime() < end, what);
      TimeUnit.MILLISECONDS.sleep(50);
    }
  }

  private static int lines(Path file) {
    try (Stream<String> lines = Files.lines(file)) {
      return (int) lines.count();
    } catch (IOException e) {
      return 0;
    }
  }

  private static final String[] HANGING = {
    "--filter", "fake.hang.0", "--filter", "fake.pass.*", "--filter", "fake.slow.*"
  };

  private static String[] with(String... more) {
    return Stream.concat(Stream.of(HANGING), Stream.of(more)).toArray(String[]::new);
  }

  private static Map<String, Verdict> verdicts(Path out) {
    return Journal.read(out).stream().collect(Collectors.toMap(Row::name, Row::verdict));
  }

  /** Killed twice while one case hangs: the others were finished behind it, or are run again. */
  @Test(groups = "processes")
  public void aKilledRunBlamesNobodyAndLeavesNoProcess() throws Exception {
    Path out = folder();
    for (int i = 0; i < 2; i++) {
      int before = lines(out.resolve("inflight.jsonl"));
      Process run = start(out, i == 0 ? with() : with("--resume"));
      waitUntil("cases run", () -> lines(out.resolve("inflight.jsonl")) > before + 3);
      run.destroyForcibly().waitFor();
      waitUntil("workers end with their coordinator", () -> workers(out).isEmpty());
    }
    Process last = start(out, with("--resume", "--timeout", "5", "--retry", "0"));
    assertEquals(last.waitFor(), 1, Files.readString(log(out)));
    Map<String, Verdict> verdicts = verdicts(out);
    assertEquals(verdicts.remove("fake.hang.0"), Verdict.TIMEOUT);
    assertEquals(verdicts.size(), 20);
    assertEquals(
        verdicts.values().stream().distinct().toList(), List.of(Verdict.PASS), verdicts.toString());
    try (Stream<Path> sockets = Files.list(out.resolveSibling("cache").resolve("sockets"))) {
      assertEquals(sockets.toList(), List.of());
    }
  }

  @Test(groups = "processes")
  public void aSignalEndsARunWithItsSummary() throws Exception {
    Path out = folder();
    Process run = start(out, HANGING);
    waitUntil("cases run", () -> lines(out.resolve("inflight.jsonl")) > 4);
    run.destroy();
    assertEquals(run.waitFor(), SIGTERM);
    waitUntil("workers end", () -> workers(out).isEmpty());
    assertEquals(new RunFolder(out).summary().end(), End.INTERRUPTED);
    assertTrue(Files.exists(out.resolve("summary.json")));
    assertTrue(Files.readString(log(out)).contains("--resume"), Files.readString(log(out)));
    assertEquals(lines(out.resolve("results.jsonl")), verdicts(out).size() + 2);
  }

  @Test(groups = "processes")
  public void aSignalToARunWhoseFolderIsGoneSaysSo() throws Exception {
    Path out = folder();
    Process run = start(out, "--filter", "fake.hang.0");
    waitUntil("the case runs", () -> lines(out.resolve("inflight.jsonl")) > 0);
    Files.move(out, out.resolveSibling("elsewhere"));
    run.destroy();
    assertEquals(run.waitFor(), SIGTERM);
    String log = Files.readString(log(out));
    assertTrue(log.contains("coopcts: interrupted; " + out), log);
    assertTrue(log.contains("was the folder moved or deleted?"), log);
    assertFalse(log.contains("Exception"), log);
  }

  @Test(groups = "processes")
  public void aSignalLeavesEveryReport() throws Exception {
    Path out = folder();
    Process run = builder(out, HANGING).start();
    waitUntil("verdicts come", () -> lines(out.resolve("results.jsonl")) > 3);
    new ProcessBuilder("kill", "-INT", Long.toString(run.pid())).start().waitFor();
    assertEquals(run.waitFor(), 130);
    for (String report : List.of("junit.xml", "results.csv", "coverage.html", "allure-results")) {
      assertTrue(Files.exists(out.resolve(report)), report + Files.readString(log(out)));
    }
    assertTrue(Files.readString(log(out)).contains("go on with: ./run-cts.sh run"));
  }

  private static void interrupt(Process run) throws Exception {
    new ProcessBuilder("kill", "-INT", Long.toString(run.pid())).start().waitFor();
    assertEquals(run.waitFor(), 130);
  }

  private static boolean hasVerdict(Path out, Verdict verdict) {
    return Files.exists(out.resolve("results.jsonl"))
        && Journal.read(out).stream().anyMatch(result -> result.verdict() == verdict);
  }

  /** The process that crashed could not write it. */
  @Test(groups = "processes")
  public void aSignalLeavesTheShaderOfACrash() throws Exception {
    Path out = folder();
    Process run = start(out, with("--filter", "fake.crash.0", "--retry", "0"));
    waitUntil("a crash", () -> hasVerdict(out, Verdict.CRASH));
    interrupt(run);
    assertTrue(Files.exists(out.resolve("failures/fake.crash.0/shader.comp")));
  }

  @Test(groups = "processes")
  public void aSignalLeavesShaderAndJobOfAProgramThatCrashed() throws Exception {
    Path out = folder();
    Process run =
        command("fuzz", out, "--systems", "khr", "--seed", "1", "--count", "100000").start();
    waitUntil("a crash", () -> hasVerdict(out, Verdict.CRASH));
    interrupt(run);
    String log = Files.readString(log(out));
    Row crash =
        Journal.read(out).stream()
            .filter(result -> result.verdict() == Verdict.CRASH)
            .findFirst()
            .orElseThrow();
    Path kept = out.resolve(crash.details());
    assertTrue(Files.readString(kept.resolve("shader.comp")).contains("coopMatMulAdd"), log);
    assertTrue(Files.exists(kept.resolve("once.json")), log);
    assertTrue(Files.readString(out.resolve("programs.md")).contains("CRASH"), log);
  }

  /** Once a run is over, one program is reduced for each place where a process ended. */
  @Test(groups = "processes")
  public void aProgramThatCrashesIsReduced() throws Exception {
    Path out = folder();
    ProcessBuilder fuzz =
        command("fuzz", out, "--systems", "khr", "--seed", "1", "--count", "4", "--explain", "60");
    assertEquals(fuzz.start().waitFor(), 1);
    String page = Files.readString(out.resolve("programs.md"));
    assertEquals(page.lines().filter(line -> line.startsWith("## CRASH")).count(), 1, page);
    assertEquals(page.lines().filter(line -> line.contains("coopMat")).count(), 1, page);
    assertTrue(page.contains("coopMatMulAdd"), page);
  }

  /** What dmesg tells of the time of a crash belongs to it; what is older does not. */
  @Test(groups = "processes")
  public void theKernelsWordsAreKept() throws Exception {
    Path out = folder();
    Path dmesg = Files.createDirectories(out.resolveSibling("bin")).resolve("dmesg");
    Files.writeString(
        dmesg,
        """
        #!/bin/sh
        echo '[    0.000001] NVRM: loading'
        echo '[999999999.5] usb 1-1: new device'
        echo '[999999999.6] NVRM: Xid (PCI:0000:01:00): 31, MMU fault'
        """);
    assertTrue(dmesg.toFile().setExecutable(true));
    ProcessBuilder builder =
        builder(out, "--no-report", "--explain", "0", "--filter", "fake.crash.0");
    builder.environment().put("PATH", dmesg.getParent() + ":" + System.getenv("PATH"));
    assertEquals(builder.start().waitFor(), 1);
    Row crash = Journal.read(out).getFirst();
    assertTrue(
        crash.message().endsWith("; the kernel: NVRM: Xid (PCI:0000:01:00): 31, MMU fault"),
        crash.message());
    String kept = Files.readString(out.resolve(crash.details()).resolve("kernel.log"));
    assertEquals(kept.lines().count(), 2, kept);
  }

  @Test(groups = "processes")
  public void aJournalThatIsGoneEndsTheRunAtOnce() throws Exception {
    Path out = folder();
    Process run = start(out, HANGING);
    waitUntil("verdicts come", () -> lines(out.resolve("results.jsonl")) > 2);
    Files.move(out.resolve("results.jsonl"), out.resolve("results.jsonl.1"));
    assertTrue(run.waitFor(50, TimeUnit.SECONDS), "it does not wait for the case that hangs");
    assertEquals(run.exitValue(), 3, Files.readString(log(out)));
    assertTrue(Files.readString(log(out)).contains("results.jsonl cannot be written"));
    assertTrue(Files.exists(out.resolve("results.jsonl.1")), "what was judged is kept");
  }
}
