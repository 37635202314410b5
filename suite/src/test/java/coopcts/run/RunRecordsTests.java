// SPDX-License-Identifier: Apache-2.0
package coopcts.run;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertFalse;
import static org.testng.Assert.assertTrue;

import coopcts.cases.Profile;
import coopcts.cases.random.RandomFamily;
import coopcts.plan.Verdict;
import coopcts.reports.InFlight;
import coopcts.reports.read.JournalLine;
import coopcts.reports.read.Row;
import coopcts.reports.read.RowParser;
import coopcts.run.one.FailureEvidence;
import coopcts.run.select.CaseSelection;
import coopcts.run.select.Cases;
import coopcts.run.select.RunOptions;
import coopcts.spirv.ModuleOptions;
import coopcts.testing.Temporary;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.testng.annotations.Test;

/** What a run keeps of the cases before: times, losses, blame, buckets, and what a user sees. */
public final class RunRecordsTests {

  private static Row row(String name, Verdict verdict, long millis, String more) {
    String line =
        "{\"case\":\"%s\",\"verdict\":\"%s\",\"expected\":%b,\"millis\":%d%s}"
            .formatted(name, verdict, verdict.isGood(), millis, more);
    return ((JournalLine.Case) new RowParser().line(line.getBytes(StandardCharsets.UTF_8))).row();
  }

  private static PlannedCase planned(String name) {
    return new PlannedCase(new Cases.CasePlace(0, 0, 0), name, List.of());
  }

  @Test
  public void timesHoldEveryTry() {
    CaseHistory history =
        CaseHistory.of(
            List.of(
                row("a", Verdict.PASS, 5, ""),
                row(
                    "b",
                    Verdict.CRASH,
                    7,
                    ",\"tries\":[{\"verdict\":\"CRASH\",\"millis\":11},{\"verdict\":\"TIMEOUT\",\"millis\":100}]"),
                row("c", Verdict.TIMEOUT, 1, ""),
                row("d", Verdict.DEVICE_LOST, 2, ""),
                row("e", Verdict.FAIL, 3, "")));
    assertEquals(history.times(), Map.of("a", 5L, "b", 118L, "c", 1L, "d", 2L, "e", 3L));
    assertEquals(history.fatal(), Set.of("b", "c", "d"));
  }

  /** Where both know a case the other's word counts: it may have become good. */
  @Test
  public void theLaterHistoryHasTheLastWord() {
    CaseHistory first = new CaseHistory(Map.of("a", 1L, "b", 2L, "c", 3L), Set.of("a", "b"));
    CaseHistory later = new CaseHistory(Map.of("b", 20L, "c", 30L, "d", 40L), Set.of("c"));
    CaseHistory both = first.with(later);
    assertEquals(both.times(), Map.of("a", 1L, "b", 20L, "c", 30L, "d", 40L));
    assertEquals(both.fatal(), Set.of("a", "c"));
  }

  /** Twice begun is suspicious; ten times alone, or alone and the machine went down, is guilty. */
  @Test
  public void blameFollowsHowOftenACaseWasBegun() {
    Map<String, InFlight> begun =
        Map.of(
            "once", new InFlight(1, 1, false),
            "twice", new InFlight(2, 0, false),
            "nine", new InFlight(9, 9, false),
            "ten", new InFlight(12, 10, false),
            "down", new InFlight(1, 1, true));
    Resumption resumption = new Resumption(Set.of(), CaseHistory.NONE, begun);
    List<PlannedCase> all =
        List.of("never", "once", "twice", "nine", "ten", "down").stream()
            .map(RunRecordsTests::planned)
            .toList();
    assertEquals(
        resumption.suspects(all).stream().map(PlannedCase::name).toList(),
        List.of("twice", "nine"));
    assertEquals(
        resumption.guilty(all).stream()
            .map(
                one ->
                    "%s %s: %s"
                        .formatted(
                            one.finding().verdict(), one.planned().name(), one.finding().message()))
            .toList(),
        List.of(
            "CRASH ten: the whole run ended while nothing but this case was running, 10 times",
            "CRASH down: the machine went down while this case had it to itself"));
  }

  @Test
  public void aKernelsWordsOfAGpuAreFaults() {
    List<String> lines =
        List.of(
            "[   12.345678] usb 1-1: new device",
            "[   13.000001] NVRM: Xid (PCI:0000:01:00): 31, MMU Fault",
            "[   14.000000] amdgpu: ring timeout");
    assertEquals(KernelLog.fault(lines), Optional.of("NVRM: Xid (PCI:0000:01:00): 31, MMU Fault"));
    assertEquals(KernelLog.fault(lines.subList(0, 1)), Optional.empty());
    assertEquals(KernelLog.fault(List.of("xe 0000: GT reset")), Optional.of("xe 0000: GT reset"));
    assertTrue(KernelLog.now() > 0);
    assertEquals(KernelLog.since(Double.MAX_VALUE), List.of());
  }

  private static String shown(int unexpected, int expected) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (Progress progress =
        new Progress(
            new PrintStream(bytes, true, StandardCharsets.UTF_8), unexpected + expected, false)) {
      for (int i = 0; i < unexpected; i++) {
        progress.step(row("bad." + i, Verdict.FAIL, 1, ",\"message\":\"wrong\""), () -> "repro it");
      }
      for (int i = 0; i < expected; i++) {
        progress.step(row("good." + i, Verdict.PASS, 1, ""), () -> "repro it");
      }
    }
    return bytes.toString(StandardCharsets.UTF_8);
  }

  /** Each unexpected verdict with its command, up to fifty; then one line for all others. */
  @Test
  public void unexpectedVerdictsAreShown() {
    assertEquals(shown(0, 3), "");
    assertEquals(shown(1, 1), "FAIL bad.0: wrong%n  repro: repro it%n".formatted());
    String fifty = shown(50, 0);
    assertEquals(fifty.lines().count(), 100);
    assertFalse(fifty.contains("more unexpected"));
    String many = shown(60, 0);
    assertEquals(many.lines().count(), 101);
    assertTrue(many.endsWith("more unexpected verdicts follow; see results.jsonl\n"), many);
  }

  private static RunOptions programs(Path out) {
    return new RunOptions(
        "fake",
        new RunOptions.Wanted(
            Profile.DEFAULT,
            CaseSelection.ALL,
            RandomFamily.named("random.khr.1"),
            1,
            ModuleOptions.USUAL),
        1,
        Duration.ofSeconds(20),
        RunOptions.Limits.DEFAULT,
        RunOptions.Demands.USUAL,
        new RunOptions.Folders(out, out.resolve("cache"), false),
        RunOptions.Origin.UNKNOWN);
  }

  private static String failed(String name, String verdict) {
    return """
    {"case":"%1$s","verdict":"%2$s","expected":false,"message":"m of %1$s","details":"failures/%1$s"}
    """
        .formatted(name, verdict);
  }

  private static void reduced(Path out, String name, String text) throws Exception {
    Path folder = Files.createDirectories(out.resolve("failures").resolve(name));
    Files.writeString(folder.resolve(FailureEvidence.REDUCED), text);
  }

  /** By the kind of what they were reduced to, with the smallest; the largest bucket first. */
  @Test
  public void programsOfOneKindAreInOneBucket() throws Exception {
    Path out = Temporary.folder("buckets");
    Files.writeString(
        out.resolve("results.jsonl"),
        """
        {"coopcts":{"schema":2,"suite":"1.0","seed":1,"started":1700000000000}}
        {"case":"random.khr.1","verdict":"PASS","expected":true}
        {"case":"random.khr.2","verdict":"MISSING","expected":false,"message":"none"}
        """
            + failed("random.khr.3", "FAIL")
            + failed("random.khr.4", "FAIL")
            + failed("random.khr.5", "FAIL")
            + failed("random.khr.6", "CRASH"));
    reduced(out, "random.khr.3", "random.khr.3r\nload\nlong shader\nof two lines\n");
    reduced(out, "random.khr.4", "random.khr.4r\nmulAdd\nshader of 4\n");
    reduced(out, "random.khr.5", "random.khr.5r\nload\nshort\n");
    RandomBuckets buckets = RandomBuckets.of(programs(out));
    assertEquals(buckets.programs(), 5, "what is missing did not run");
    RandomBuckets.Bucket first = buckets.buckets().getFirst();
    assertEquals(first.members(), List.of("random.khr.3", "random.khr.5"));
    assertEquals(first.reduced(), "random.khr.5r");
    assertEquals(first.glsl(), "short\n");
    assertEquals(first.message(), "m of random.khr.5");
    assertTrue(buckets.text().startsWith("2 x FAIL: load (random.khr.5r)\n"), buckets.text());
    assertTrue(buckets.text().contains("1 x FAIL: mulAdd (random.khr.4r)\n"), buckets.text());
    assertTrue(buckets.text().contains("(random.khr.6)\n"), buckets.text());
    assertEquals(buckets.text().lines().count(), 4);
    buckets.write(out);
    String page = Files.readString(out.resolve(RandomBuckets.FILE));
    assertTrue(
        page.contains(
            "## FAIL: load\n\nm of random.khr.5\n\n2 programs: random.khr.3, random.khr.5\n"),
        page);
    assertTrue(page.contains(" random.khr.5r\n\n```glsl\nshort\n```\n"), page);
  }

  @Test
  public void whereAllPassNothingIsWritten() throws Exception {
    Path out = Temporary.folder("buckets");
    RandomBuckets none = new RandomBuckets("repro", 5, List.of());
    none.write(out);
    assertEquals(none.text(), "");
    assertFalse(Files.exists(out.resolve(RandomBuckets.FILE)));
  }
}
