// SPDX-License-Identifier: Apache-2.0
package coopcts.faults;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertTrue;

import coopcts.cases.Profile;
import coopcts.device.reference.fault.Faults;
import coopcts.testing.Temporary;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

/** What a run says of a planted fault names it, and its smallest shader proves it. */
public final class DiagnosisAuditTests {

  private static final List<List<String>> PLANTED =
      List.of(
          List.of("vector.list_exchanged"),
          // Found by one way into a driver.
          List.of("khr.way.two_queues"),
          // Found where a layout is promised.
          List.of("layout.map_exchanged_accumulator"));

  @DataProvider
  Object[][] planted() {
    return PLANTED.stream().map(List::toArray).toArray(Object[][]::new);
  }

  @Test(groups = "deep", dataProvider = "planted")
  public void aPlantedFaultIsNamedAndItsShaderIsSmall(String fault) throws Exception {
    Path folder = Temporary.folder("told");
    List<DiagnosisTable.DiagnosisLine> told = new ArrayList<>();
    DiagnosisAudit teller =
        new DiagnosisAudit(
            Profile.SMOKE,
            "everything",
            folder.resolve("spirv"),
            folder.resolve("runs"),
            1,
            Duration.ofMinutes(5),
            told::add);
    List<DiagnosisTable.DiagnosisLine> lines = teller.of(List.of(Faults.entry(fault)), 1);
    teller.clean();
    coopcts.reports.Folders.delete(folder);
    assertEquals(lines, told);
    DiagnosisTable.DiagnosisLine line = lines.getFirst();
    assertTrue(line.failures() > 0 && line.isFew(), line.toString());
    assertTrue(line.named(), line.toString());
    assertTrue(line.isSmall(), line.toString());
  }

  @Test
  public void theSameSeedDrawsTheSameFaults() {
    assertEquals(DiagnosisAudit.drawn(60, 17), DiagnosisAudit.drawn(60, 17));
    assertEquals(DiagnosisAudit.drawn(60, 17).stream().distinct().count(), 60);
  }

  private static DiagnosisTable.DiagnosisLine line(String fault, int buckets) {
    return new DiagnosisTable.DiagnosisLine(
        fault,
        "does what it must not",
        9,
        buckets,
        true,
        "elements are zero where K >= 32",
        1,
        true,
        4,
        true,
        new DiagnosisTable.Judged(60, 20, fault.equals("a") ? 9 : 21, fault.equals("a") ? 9 : 19));
  }

  /** What is asked a few at a time comes together in the order of the draw. */
  @Test
  public void aTableIsWrittenInPieces() throws Exception {
    Path file = Temporary.folder("told").resolve("table.json");
    List<String> drawn = List.of("c", "a", "b");
    DiagnosisTable.read(file, 5).with(List.of(line("a", 9), line("c", 1)), drawn).write(file);
    DiagnosisTable.read(file, 5).with(List.of(line("a", 2), line("x", 1)), drawn).write(file);
    DiagnosisTable whole = DiagnosisTable.read(file, 5).with(List.of(line("b", 4)), drawn);
    assertEquals(whole.lines(), List.of(line("c", 1), line("a", 2), line("b", 4)));
    assertTrue(
        whole
            .markdown()
            .getLast()
            .startsWith(
                "3 faults, each removed from the suspects: 2 with the right condition in the"
                    + " title; 2 in at most 3 causes;"),
        whole.markdown().getLast());
  }
}
