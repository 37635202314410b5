// SPDX-License-Identifier: Apache-2.0
package coopcts.reports;

import static java.nio.file.StandardCopyOption.REPLACE_EXISTING;
import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertFalse;
import static org.testng.Assert.assertThrows;
import static org.testng.Assert.assertTrue;

import coopcts.model.DeviceReport;
import coopcts.plan.Verdict;
import coopcts.reports.Comparison.ChangeKind;
import coopcts.reports.RunSession.End;
import coopcts.reports.explain.Buckets;
import coopcts.reports.explain.Causes;
import coopcts.reports.read.Recording;
import coopcts.reports.read.Row;
import coopcts.reports.read.RunFileException;
import coopcts.reports.read.RunFiles;
import coopcts.testing.Temporary;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.stream.Stream;
import org.testng.Assert;
import org.testng.annotations.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Several runs: compared, and made one. */
public final class RunsTests {

  private static Row result(String name, Verdict verdict) {
    return TestRow.of(
        name,
        verdict,
        verdict.isGood(),
        "assertions",
        List.of("X-1"),
        "subcases",
        1,
        "millis",
        1,
        "number",
        (int) name.charAt(0),
        "started",
        1000,
        "worker",
        0);
  }

  /** A whole run of two seconds. */
  private static Path run(String device, List<String> unmatched, Row... results)
      throws IOException {
    return run(device, "1/1", results.length, unmatched, results);
  }

  private static Path run(
      String device, String shard, int whole, List<String> unmatched, Row... results)
      throws IOException {
    return run(device, JournalTests.header(shard, whole, results.length), unmatched, results);
  }

  private static Path run(String device, Header header, List<String> unmatched, Row... results)
      throws IOException {
    Path folder = Temporary.folder("runs");
    try (Journal journal = new Journal(folder, false)) {
      journal.start(header);
      List.of(results).forEach(journal::end);
      journal.finish(3000, End.COMPLETE, "", unmatched);
    }
    new RunFolder(folder).writeDevice(ReportsTests.device(device));
    return folder;
  }

  @Test
  void whatIsWorseOrGoneClosesTheGate() {
    List<Row> older =
        List.of(
            result("a", Verdict.PASS),
            result("b", Verdict.FAIL),
            result("c", Verdict.FAIL),
            result("d", Verdict.PASS),
            result("e", Verdict.PASS));
    List<Row> newer =
        List.of(
            result("f", Verdict.PASS),
            result("a", Verdict.NOT_SUPPORTED),
            result("b", Verdict.PASS),
            result("c", Verdict.CRASH),
            result("e", Verdict.PASS));
    Comparison comparison = Comparison.of(older, newer);
    assertEquals(
        comparison.changes().stream().map(change -> change.kind() + " " + change.name()).toList(),
        List.of("NEW f", "WORSE a", "BETTER b", "CHANGED c", "GONE d"));
    assertEquals(comparison.changes().get(1).toString(), "worse   a  PASS -> NOT_SUPPORTED");
    assertTrue(comparison.isWorse());
    assertFalse(Comparison.of(older, older).isWorse());
    assertTrue(Comparison.of(List.of(), newer).isWorse(), "a crash is there from the start");
    assertFalse(Comparison.of(List.of(), older.subList(0, 1)).isWorse());
    assertEquals(Comparison.of(older, List.of()).count(ChangeKind.GONE), 5);
  }

  @Test
  void twoRunsAreComparedForPeopleAndPrograms() throws IOException {
    Path older =
        run(
            "x",
            List.of(),
            result("a.b", Verdict.PASS),
            result("b.b", Verdict.FAIL),
            result("c.b", Verdict.PASS));
    Path newer = run("x", List.of(), result("a.b", Verdict.CRASH), result("b.b", Verdict.PASS));
    RunComparison whole = RunComparison.of(older, newer, List.of());
    assertEquals(whole.count(ChangeKind.GONE), 1);
    assertEquals(
        whole.newBuckets().stream().map(RunComparison.Cause::example).toList(), List.of("a.b"));
    assertEquals(
        whole.goneBuckets().stream().map(RunComparison.Cause::example).toList(), List.of("b.b"));
    assertEquals(
        whole.times().families().stream().map(RunComparison.Family::cases).toList(), List.of(1, 1));
    assertEquals(whole.times().ratio(), 1.0);
    JsonNode json = JsonMapper.shared().readTree(whole.json());
    assertEquals(json.at("/counts/WORSE").asInt(), 1);
    assertEquals(json.at("/changes/0/name").asString(), "a.b");
    assertEquals(json.path("changes").size(), 3);
    String markdown = whole.markdown();
    assertTrue(markdown.contains("| worse | a.b | PASS | CRASH |"), markdown);
    assertTrue(markdown.contains("**New causes**"), markdown);
    RunComparison filtered = RunComparison.of(older, newer, List.of(new Glob("b.**")));
    assertEquals(filtered.count(ChangeKind.GONE), 0, "what was not to be run is not gone");
    assertFalse(filtered.isWorse());
    assertEquals(filtered.newBuckets(), List.of());
    assertThrows(
        UsageException.class, () -> RunComparison.of(older, older.resolve("x"), List.of()));
  }

  @Test
  void shardsBecomeTheWholeInItsOrder() throws IOException {
    Path first =
        run("x", "1/2", 3, List.of("p", "q"), result("a", Verdict.PASS), result("c", Verdict.FAIL));
    Path second = run("x", "2/2", 3, List.of("q"), result("b", Verdict.PASS));
    Path out = Temporary.folder("runs").resolve("out");
    Files.createDirectories(first.resolve("failures/c"));
    Files.writeString(first.resolve("failures/c/shader.comp"), "text");
    Summary summary = Merge.into(out, List.of(first, second));
    assertEquals(Journal.read(out).stream().map(Row::name).toList(), List.of("a", "b", "c"));
    assertEquals(Recording.read(out).run().damaged(), 0, "the line of its end is no damage");
    assertEquals(summary.unexpected(), 1);
    assertEquals(summary.exitCode(), 1);
    assertEquals(summary.vanished(), List.of("q"));
    assertEquals(summary.durationSeconds(), 2.0, "they ran side by side");
    assertEquals(summary.workers(), 4);
    assertEquals(new RunFolder(out).summary(), summary);
    assertEquals(Files.readString(out.resolve("failures/c/shader.comp")), "text");
    assertThrows(UsageException.class, () -> Merge.into(out, List.of(first)));
  }

  /** A shard is of another machine: what a link leads to here must not come into a report. */
  @Test
  void nothingComesInThroughALink() throws IOException {
    Path secret = Files.writeString(Temporary.file("private", ""), "secret");
    for (String link :
        List.of("failures/f/notes.txt", "pictures", "device.json", "results.jsonl")) {
      Path shard = run("x", List.of(), result("a", Verdict.FAIL));
      Path at = shard.resolve(link);
      Files.createDirectories(at.getParent());
      Path target = link.equals("pictures") ? secret.getParent() : secret;
      if (Files.exists(at)) {
        target = Files.move(at, Temporary.file("moved", ""), REPLACE_EXISTING);
      }
      Files.createSymbolicLink(at, target);
      Path out = Temporary.folder("runs").resolve("out");
      Exception e = Assert.expectThrows(Exception.class, () -> Merge.into(out, List.of(shard)));
      assertTrue(e instanceof UsageException || e instanceof RunFileException, e.toString());
      assertTrue(e.getMessage().contains("is a link"), link + ": " + e.getMessage());
      assertFalse(Files.exists(out.resolve("failures/f/notes.txt")), link);
    }
  }

  /** What reports and dashboards are made of comes in as what is merged does. */
  @Test
  void noRunIsReadThroughALink() throws IOException {
    for (String file : List.of("results.jsonl", "device.json", "summary.json")) {
      Path run = run("x", List.of(), result("a", Verdict.FAIL));
      Path at = run.resolve(file);
      Path elsewhere = Temporary.file("moved", "");
      if (Files.exists(at)) {
        Files.move(at, elsewhere, REPLACE_EXISTING);
      } else {
        Files.writeString(elsewhere, "{}");
      }
      Files.createSymbolicLink(at, elsewhere);
      RunFileException e = Assert.expectThrows(RunFileException.class, () -> Recording.read(run));
      assertTrue(e.getMessage().contains("is a link"), file + ": " + e.getMessage());
    }
  }

  @Test
  void causesBehindALinkAreNoCauses() throws IOException {
    Path run = run("x", List.of(), result("a", Verdict.FAIL));
    Path secret = Files.writeString(Temporary.file("causes", ""), "{\"causes\": []}");
    Files.createSymbolicLink(run.resolve("causes.json"), secret);
    UncheckedIOException e =
        Assert.expectThrows(UncheckedIOException.class, () -> new RunFolder(run).summary());
    assertTrue(e.getCause() instanceof RunFileException, e.toString());
    assertTrue(e.getMessage().contains("is a link"), e.getMessage());
  }

  @Test
  void damagedCausesAreSaid() throws IOException {
    Path run = run("x", List.of(), result("a", Verdict.FAIL));
    Files.writeString(run.resolve("causes.json"), "{\"causes\": [{\"buck");
    UncheckedIOException e =
        Assert.expectThrows(UncheckedIOException.class, () -> new RunFolder(run).summary());
    assertTrue(e.getCause() instanceof RunFileException, e.toString());
    assertTrue(e.getMessage().contains("causes.json is damaged; "), e.getMessage());
  }

  /** A run that is taken up again, and over, has its summary. */
  @Test
  void damagedCausesEndNoRun() throws IOException {
    Path run = run("x", List.of(), result("a", Verdict.FAIL));
    Files.writeString(run.resolve("causes.json"), "{\"causes\": [{\"buck");
    Summary summary = new RunFolder(run).sumUp();
    assertTrue(Files.readString(run.resolve("summary.json")).contains("\"FAIL\""));
    assertEquals(summary.unexpected(), 1);
  }

  @Test
  void whatAShardKeepsIsBounded() throws IOException {
    Path from = Temporary.folder("kept");
    Files.writeString(from.resolve("one"), "12345");
    Files.writeString(from.resolve("two"), "12345");
    Path to = Temporary.folder("copied").resolve("to");
    RunFiles.copy(from, to, new RunFiles.Bounds(3, 5, 10));
    assertEquals(Files.readString(to.resolve("two")), "12345");
    for (RunFiles.Bounds bounds :
        List.of(
            new RunFiles.Bounds(2, 5, 10),
            new RunFiles.Bounds(3, 4, 10),
            new RunFiles.Bounds(3, 5, 9))) {
      assertThrows(RunFileException.class, () -> RunFiles.copy(from, to, bounds));
    }
  }

  @Test
  void verdictsOfTwoSuitesAreMixedOnlyWhereThatIsSaid() throws IOException {
    Path first = run("x", "1/2", 2, List.of(), result("a", Verdict.PASS));
    Path second = run("x", "2/2", 2, List.of(), result("b", Verdict.PASS));
    Path journal = second.resolve(Journal.RESULTS);
    Files.writeString(
        journal,
        Files.readString(journal).replace("\"commit\":\"abc\"", "\"commit\":\"deadbeef\""));
    Path out = Temporary.folder("runs").resolve("out");
    UsageException e =
        Assert.expectThrows(
            UsageException.class, () -> Merge.into(out, List.of(first, second), false));
    assertTrue(e.getMessage().contains("--mixed"), e.getMessage());
    assertFalse(Files.exists(out));
    assertEquals(Merge.into(out, List.of(first, second), true).exitCode(), 0);
    assertEquals(
        RunComparison.of(first, second, List.of()).newer().suite(), "CoopCTS 1 (deadbeef)");
  }

  @Test
  void shardsOfOnePlanHaveTheSameWhole() throws IOException {
    Path first = run("x", "1/2", 3, List.of(), result("a", Verdict.PASS));
    Path second = run("x", "2/2", 2, List.of(), result("b", Verdict.PASS));
    Path out = Temporary.folder("runs").resolve("out");
    assertThrows(UsageException.class, () -> Merge.into(out, List.of(first, second)));
  }

  /** As many cases, but others: of a device that reports other rows, or of changed sources. */
  @Test
  void shardsOfOnePlanHaveTheSameCases() throws IOException {
    Path first = planned("1/2", "aa", "a");
    Path out = Temporary.folder("runs").resolve("out");
    assertEquals(Merge.into(out, List.of(first, planned("2/2", "aa", "b"))).exitCode(), 0);
    Path other = planned("2/2", "bb", "b");
    assertThrows(
        UsageException.class, () -> Merge.into(out.resolveSibling("two"), List.of(first, other)));
  }

  /** Suites may plan differently; what one of them planned is one plan all the same. */
  @Test
  void shardsOfEachOfMixedSuitesHaveOnePlan() throws IOException {
    Path first = planned("1/2", "aa", "a");
    Path other = planned("2/2", "bb", "b");
    Path out = Temporary.folder("runs").resolve("out");
    assertThrows(UsageException.class, () -> Merge.into(out, List.of(first, other), true));
    Path journal = other.resolve(Journal.RESULTS);
    Files.writeString(
        journal,
        Files.readString(journal).replace("\"commit\":\"abc\"", "\"commit\":\"deadbeef\""));
    assertEquals(Merge.into(out, List.of(first, other), true).exitCode(), 0);
  }

  private static Path planned(String shard, String plan, String name) throws IOException {
    return run("x", JournalTests.header(shard, 2, 1, plan), List.of(), result(name, Verdict.PASS));
  }

  /** What a damaged line said was found out again: every planned case has its verdict. */
  @Test
  void aDamagedLineIsNoFaultWhereNothingIsMissing() throws IOException {
    Path run = run("x", "1/1", 2, List.of(), result("a", Verdict.PASS), result("b", Verdict.PASS));
    Path journal = run.resolve("results.jsonl");
    List<String> lines = new ArrayList<>(Files.readAllLines(journal));
    lines.add(2, "{\"case\":\"a\",\"verd" + "\u0000".repeat(9));
    Files.write(journal, lines);
    Summary summary = new RunFolder(run).summary();
    assertEquals(summary.damaged(), 1);
    assertEquals(summary.exitCode(), 0);
    lines.remove(3);
    Files.write(journal, lines);
    assertEquals(new RunFolder(run).summary().exitCode(), Summary.SUITE_FAULT);
  }

  /** What a reader must know before the numbers: on what device, and held to what. */
  @Test
  void aSummarySaysWhatTheHeaderSays() throws IOException {
    Path run = run("x", List.of(), result("a", Verdict.PASS));
    Summary plain = new RunFolder(run).summary();
    assertFalse(plain.fallback());
    assertFalse(plain.byTheLetter());
    inHeader(run, "fallback", "true");
    assertTrue(new RunFolder(run).summary().fallback());
    assertFalse(new RunFolder(run).summary().byTheLetter());
    inHeader(run, "byTheLetter", "true");
    assertTrue(new RunFolder(run).summary().byTheLetter());
  }

  private static void inHeader(Path run, String member, String value) throws IOException {
    Path journal = run.resolve("results.jsonl");
    String text = Files.readString(journal);
    String changed = text.replaceFirst("\"" + member + "\":[^,}]*", "\"" + member + "\":" + value);
    assertFalse(changed.equals(text));
    Files.writeString(journal, changed);
  }

  @Test
  void aJournalOfANewerSchemaIsSaid() throws IOException {
    Path run = run("x", List.of(), result("a", Verdict.PASS));
    assertEquals(Journal.open(run).damage(), Optional.empty());
    inHeader(run, "schema", "7");
    assertEquals(
        Journal.open(run).damage().orElseThrow(),
        "results.jsonl is of schema 7 and this is schema 2: what is new in it is not read");
  }

  @Test
  void aPlanOfLessThanNothingIsRefused() throws IOException {
    for (String member : List.of("planned", "whole")) {
      Path run = run("x", "1/2", 2, List.of(), result("a", Verdict.PASS));
      inHeader(run, member, "-1");
      UsageException e =
          Assert.expectThrows(UsageException.class, () -> new RunFolder(run).summary());
      assertEquals(
          e.getMessage(), run.resolve("results.jsonl") + " plans -1 cases, which no run does");
    }
  }

  @Test
  void aReportWithHolesIsSaid() throws IOException {
    String whole = Files.readString(run("x", List.of()).resolve("device.json"));
    for (String odd :
        List.of(
            "null",
            whole.replaceFirst(
                "(?s)\"matrixProperties\"\\s*:\\s*\\[.*?]", "\"matrixProperties\": null"),
            whole.replaceFirst(
                "(?s)\"matrixProperties\"\\s*:\\s*\\[", "\"matrixProperties\": [null, "),
            whole.replaceFirst("(?s)\"features\"\\s*:\\s*\\[.*?]", "\"features\": null"))) {
      assertFalse(odd.equals(whole));
      Path file = Files.writeString(Temporary.file("device", ".json"), odd);
      assertThrows(UsageException.class, () -> RunFolder.readReport(file));
    }
  }

  @Test
  void reportsOfTheDocumentsAreWhole() throws IOException {
    try (Stream<Path> files = Files.list(Path.of("../docs/devices"))) {
      List<Path> reports = files.filter(file -> file.toString().endsWith(".json")).toList();
      assertFalse(reports.isEmpty());
      reports.forEach(RunFolder::readReport);
    }
  }

  /** A terminal would obey it. */
  @Test
  void namesOfDevicesHaveNoControlCharacters() {
    DeviceReport.Identity odd =
        new DeviceReport.Identity("a\u001b[2Jb\u009b", "\u0007", "c\n", "1.3.0", 1, 2, "cpu");
    assertEquals(odd.name() + odd.driver() + odd.driverInfo(), "a?[2Jb??c?");
  }

  /** What a driver said comes into messages, with its last words for one. */
  @Test
  void messagesHaveNoneButLineFeeds() throws IOException {
    Path run = run("x", List.of(), result("a", Verdict.DEVICE_LOST));
    Path journal = run.resolve("results.jsonl");
    String odd = "\"message\":\"a\\u001b[2J\\nb\\r\\u0085\"";
    Files.writeString(journal, Files.readString(journal).replace("\"message\":\"\"", odd));
    assertEquals(Journal.read(run).getFirst().message(), "a?[2J\nb??");
    List<String> lines = Buckets.of(Recording.read(run).rows()).lines(3, Causes.NONE, run);
    assertTrue(lines.stream().anyMatch(line -> line.contains("a?[2J")), lines.toString());
    assertTrue(lines.stream().noneMatch(line -> line.matches("(?s).*\\p{Cc}.*")), lines.toString());
  }

  /** The files of a run from elsewhere may hold what no suite writes. */
  @Test
  void namesInFilesOfOthersHaveNoControlCharacters() throws IOException {
    Path run = run("x", List.of(), result("a", Verdict.FAIL));
    Path journal = run.resolve(Journal.RESULTS);
    String odd = "a\\u001b[2J";
    Files.writeString(
        journal,
        Files.readString(journal)
            .replaceFirst(
                "\"device\":\"[^\"]*\"", Matcher.quoteReplacement("\"device\":\"" + odd + "\"")));
    assertEquals(Journal.open(run).header().orElseThrow().device(), "a?[2J");
    Path device = run.resolve("device.json");
    Files.writeString(
        device,
        Files.readString(device)
            .replaceFirst(
                "\"name\" : \"[^\"]*\"", Matcher.quoteReplacement("\"name\" : \"" + odd + "\"")));
    assertEquals(Recording.read(run).run().deviceName(), "a?[2J");
    assertEquals(RunComparison.of(run, run, List.of()).newer().device(), "a?[2J");
  }

  @Test
  void whatNoShardHasIsMissing() throws IOException {
    Path first =
        run("x", "1/2", 3, List.of(), result("a", Verdict.PASS), result("c", Verdict.PASS));
    Path out = Temporary.folder("runs").resolve("out");
    Summary half = Merge.into(out, List.of(first, first));
    assertEquals(half.missing(), 1);
    assertEquals(half.counts().get(Verdict.MISSING).intValue(), 1);
    assertEquals(half.exitCode(), Summary.SUITE_FAULT);
  }

  @Test
  void theExitCodeIsThatOfTheWhole() throws IOException {
    Path invalid = run("x", "1/2", 2, List.of(), result("a", Verdict.INVALID));
    Path pass = run("x", "2/2", 2, List.of(), result("b", Verdict.PASS));
    Path out = Temporary.folder("runs").resolve("out");
    assertEquals(Merge.into(out, List.of(invalid, pass)).exitCode(), Summary.SUITE_FAULT);
    Path one = run("x", "1/2", 2, List.of("gone.**"), result("a", Verdict.PASS));
    Path two = run("x", "2/2", 2, List.of("gone.**"), result("b", Verdict.PASS));
    assertEquals(new RunFolder(one).summary().exitCode(), 0, "another shard may have it");
    Path whole = Temporary.folder("runs").resolve("out");
    assertEquals(Merge.into(whole, List.of(one, two)).exitCode(), Summary.UNEXPECTED);
  }

  @Test
  void aRunThatWasCutOffIsReadAllTheSame() throws IOException {
    Path folder =
        run("x", "1/1", 2, List.of(), result("a", Verdict.PASS), result("b", Verdict.PASS));
    Path file = folder.resolve(Journal.RESULTS);
    Files.write(file, Files.readAllLines(file).subList(0, 2));
    Summary summary = new RunFolder(folder).summary();
    assertEquals(summary.missing(), 1);
    assertEquals(summary.end(), End.CUT);
    assertEquals(summary.exitCode(), Summary.SUITE_FAULT);
  }

  @Test
  void oneWriterHasTheFolder() throws IOException {
    Path folder = Temporary.folder("runs");
    try (RunLock _ = RunLock.of(folder)) {
      assertThrows(UsageException.class, () -> RunLock.of(folder));
    }
    RunLock.of(folder).close();
  }

  @Test
  void theLastRunOfACaseCounts() throws IOException {
    Path first = run("x", List.of(), result("a", Verdict.CRASH), result("b", Verdict.PASS));
    Path again = run("x", List.of(), result("a", Verdict.PASS));
    Path out = Temporary.folder("runs").resolve("out");
    assertEquals(Merge.into(out, List.of(first, again)).unexpected(), 0);
    assertEquals(Journal.read(out).size(), 2);
  }

  @Test
  void runsOfDifferentDevicesAreNotOne() throws IOException {
    Path first = run("x", List.of(), result("a", Verdict.PASS));
    Path other = run("y", List.of(), result("b", Verdict.PASS));
    Path out = Temporary.folder("runs").resolve("out");
    assertThrows(UsageException.class, () -> Merge.into(out, List.of(first, other)));
    assertFalse(Files.exists(out));
  }
}
