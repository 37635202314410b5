// SPDX-License-Identifier: Apache-2.0
package coopcts.reports;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertFalse;
import static org.testng.Assert.assertThrows;
import static org.testng.Assert.assertTrue;

import coopcts.plan.Verdict;
import coopcts.reports.RunSession.End;
import coopcts.reports.read.JournalLine;
import coopcts.reports.read.RecordedVerdict;
import coopcts.reports.read.Row;
import coopcts.reports.read.RowParser;
import coopcts.testing.Temporary;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.testng.annotations.Test;

/** What a journal says, whatever became of it. */
public final class JournalTests {

  static Header header(int planned) {
    return header("1/1", planned, planned);
  }

  static Header header(String shard, int whole, int planned) {
    return header(shard, whole, planned, "");
  }

  static Header header(String shard, int whole, int planned, String plan) {
    return new Header(
        Header.SCHEMA,
        "1",
        "abc",
        List.of("run", "--seed", "3"),
        "d (v i)",
        "fake",
        "00ff",
        false,
        "v i",
        "1.3.0",
        "default",
        3,
        false,
        false,
        false,
        "",
        "",
        "",
        Header.Chosen.ALL,
        shard,
        "host",
        new Header.Tools("g", "s"),
        2,
        60,
        whole,
        planned,
        plan,
        "",
        1000);
  }

  static Row result(int number, Verdict verdict) {
    return TestRow.of(
        "khr.a." + number,
        verdict,
        verdict.isGood(),
        "assertions",
        List.of("KHR-LOAD-001"),
        "subcases",
        1,
        "millis",
        5,
        "number",
        number,
        "started",
        1000 + number,
        "worker",
        0);
  }

  private static Path folder() throws IOException {
    return Temporary.folder("journal");
  }

  private static Path whole() throws IOException {
    Path folder = folder();
    try (Journal journal = new Journal(folder, false)) {
      journal.start(header(3));
      journal.end(result(2, Verdict.PASS));
      journal.end(result(0, Verdict.FAIL));
      journal.end(result(1, Verdict.PASS));
      journal.finish(4000, End.COMPLETE, "", List.of("khr.gone.**"));
    }
    return folder;
  }

  private static Path file(Path folder) {
    return folder.resolve(Journal.RESULTS);
  }

  /** A number is no verdict, and none that stands at its place in a list. */
  @Test
  public void aVerdictIsAWord() {
    for (String verdict : List.of("0", "\"3\"", "\"PASSED\"")) {
      byte[] line =
          "{\"case\":\"khr.load\",\"verdict\":%s}"
              .formatted(verdict)
              .getBytes(StandardCharsets.UTF_8);
      JournalLine read = new RowParser().line(line);
      assertFalse(
          read instanceof JournalLine.Case one && one.row().outcome() == RecordedVerdict.PASS,
          verdict + ": " + read);
      assertFalse(
          read instanceof JournalLine.Case one && one.row().outcome() == RecordedVerdict.COMPILED,
          verdict + ": " + read);
    }
  }

  /** A statistic without a value is left out. */
  @Test
  public void aStatisticHasAValue() {
    byte[] line =
        ("{\"case\":\"khr.load\",\"verdict\":\"PASS\",\"executables\":[{\"name\":\"x\","
                + "\"statistics\":{\"a\":null,\"b\":2}}]}")
            .getBytes(StandardCharsets.UTF_8);
    Row row = ((JournalLine.Case) new RowParser().line(line)).row();
    assertEquals(row.executables().getFirst().statistics(), Map.of("b", 2.0));
  }

  @Test
  void saysWhatTheRunIsAndKeepsTheOrderOfThePlan() throws IOException {
    Journal.Read read = Journal.open(whole());
    assertEquals(read.header().orElseThrow(), header(3));
    assertEquals(read.results().stream().map(Row::number).toList(), List.of(0, 1, 2));
    assertEquals(
        read.sessions(),
        List.of(new RunSession(1000, 4000, End.COMPLETE, 2, "", List.of("khr.gone.**"))));
    assertEquals(read.missing(), 0);
    assertFalse(read.cut());
  }

  @Test
  void onlyTheLastLineMayBeCut() throws IOException {
    Path folder = whole();
    List<String> lines = new ArrayList<>(Files.readAllLines(file(folder)));
    lines.set(2, lines.get(2).substring(0, 20));
    lines.set(3, lines.get(3).replace("PASS", "FINE"));
    lines.set(4, lines.get(4).substring(0, 10));
    Files.writeString(file(folder), String.join("\n", lines));
    Journal.Read read = Journal.open(folder);
    assertEquals(read.damaged(), List.of(3L, 4L));
    assertTrue(read.cut());
    assertEquals(read.missing(), 2);
    assertTrue(read.damage().orElseThrow().contains("2 damaged lines"), read.damage().toString());
  }

  @Test
  void whatIsGluedToACutLineIsNotLost() throws IOException {
    Path folder = whole();
    byte[] bytes = Files.readAllBytes(file(folder));
    int end = new String(bytes).indexOf("khr.a.1");
    Files.write(file(folder), Arrays.copyOf(bytes, end));
    assertTrue(Journal.open(folder).cut());
    assertEquals(Journal.open(folder).missing(), 1);
    try (Journal journal = new Journal(folder, true)) {
      journal.resume(6000, List.of("run", "--resume"), 4);
      journal.end(result(1, Verdict.WARN));
      journal.finish(7000, End.COMPLETE, "", List.of());
    }
    Journal.Read read = Journal.open(folder);
    assertEquals(read.results().size(), 3);
    assertEquals(read.damaged(), List.of(), "where a run was taken up again, a line may be cut");
    assertEquals(read.sessions().getFirst().end(), End.CUT);
    assertEquals(read.sessions().getLast().seconds(), 1.0);
  }

  @Test
  void otherSchemasAreRead() throws IOException {
    Path folder = folder();
    Files.writeString(
        file(folder),
        """
        {"case":"khr.b","verdict":"PASS","expected":true,"assertions":["X"],"subcases":2,"failedSubcases":[],"millis":3,"message":"","phases":{"compile":1,"pipeline":2,"execute":3,"judge":4},"details":""}
        {"case":"khr.a","verdict":"FAIL","new":{"a":1},"number":null}
        {"later":"something"}
        {"case":"khr.b","verdict":"WARN","details":"/etc"}
        {"case":"../khr","verdict":"WARN"}
        {"case":"khr.c","verdict":"PASS"}{"case":"khr.d","verdict":"PASS"}
        """);
    Journal.Read read = Journal.open(folder);
    assertTrue(read.header().isEmpty());
    assertEquals(
        read.results().stream().map(Row::name).toList(), List.of("khr.b", "khr.a"), "no order");
    assertEquals(read.results().getFirst().verdict(), Verdict.WARN, "the last one counts");
    assertEquals(read.results().getFirst().details(), "", "nothing outside the folder is shown");
    assertEquals(read.repeated(), 1);
    assertEquals(read.damaged(), List.of(5L, 6L));
    assertEquals(read.missing(), 0);
  }

  @Test
  void whatCannotBeWrittenIsSaidAtOnce() throws IOException {
    Path folder = whole();
    try (Journal journal = new Journal(folder, true)) {
      Files.move(file(folder), folder.resolve("results.jsonl.1"));
      assertThrows(JournalException.class, () -> journal.end(result(4, Verdict.PASS)));
      Files.writeString(file(folder), "", StandardOpenOption.CREATE_NEW);
      assertThrows(JournalException.class, () -> journal.end(result(4, Verdict.PASS)));
    }
    assertThrows(JournalException.class, () -> new Journal(folder.resolve("none"), false));
  }

  @Test
  void whoIsNotToBlameIsReleased() throws IOException {
    Path folder = folder();
    try (Journal journal = new Journal(folder, false)) {
      journal.begin("a");
      journal.begin("b");
      journal.release("b");
      journal.beginAlone("a");
    }
    assertEquals(InFlight.read(folder).get("a"), new InFlight(2, 1, false));
    assertEquals(InFlight.read(folder).get("b"), InFlight.NEVER);
  }
}
