package coopcts.reports;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertFalse;
import static org.testng.Assert.assertThrows;
import static org.testng.Assert.assertTrue;

import coopcts.plan.Verdict;
import coopcts.reports.Comparison.Kind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.testng.annotations.Test;

/** Several runs: compared, and made one. */
public final class RunsTests {

  private static Result result(String name, Verdict verdict) {
    return new Result(
        name, verdict, verdict.isGood(), List.of("X-1"), 1, List.of(), 1, "", Phases.NONE, "");
  }

  private static Path run(String device, List<String> vanished, Result... results)
      throws IOException {
    Path folder = Files.createTempDirectory("runs");
    try (Journal journal = new Journal(folder, false)) {
      List.of(results).forEach(journal::end);
    }
    RunFolder run = new RunFolder(folder);
    run.writeDevice(ReportsTests.device(device));
    run.writeSummary(Summary.of(device, "default", 1_000, List.of(results), vanished, 2.0, 1));
    return folder;
  }

  @Test
  void whatIsWorseOrGoneClosesTheGate() {
    List<Result> older =
        List.of(
            result("a", Verdict.PASS),
            result("b", Verdict.FAIL),
            result("c", Verdict.FAIL),
            result("d", Verdict.PASS),
            result("e", Verdict.PASS));
    List<Result> newer =
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
    assertFalse(Comparison.of(List.of(), newer).isWorse());
    assertEquals(Comparison.of(older, List.of()).count(Kind.GONE), 5);
  }

  @Test
  void shardsBecomeTheWholeInItsOrder() throws IOException {
    Path first = run("x", List.of("p", "q"), result("a", Verdict.PASS), result("c", Verdict.FAIL));
    Path second = run("x", List.of("q"), result("b", Verdict.PASS));
    Path out = Files.createTempDirectory("runs").resolve("out");
    Files.createDirectories(first.resolve("failures/c"));
    Files.writeString(first.resolve("failures/c/shader.comp"), "text");
    Summary summary = Merge.into(out, List.of(first, second));
    assertEquals(Journal.read(out).stream().map(Result::name).toList(), List.of("a", "b", "c"));
    assertEquals(summary.unexpected(), 1);
    assertEquals(summary.vanished(), List.of("q"));
    assertEquals(summary.durationSeconds(), 4.0);
    assertEquals(new RunFolder(out).summary(), summary);
    assertEquals(Files.readString(out.resolve("failures/c/shader.comp")), "text");
    assertThrows(UsageException.class, () -> Merge.into(out, List.of(first)));
  }

  @Test
  void theLastRunOfACaseCounts() throws IOException {
    Path first = run("x", List.of(), result("a", Verdict.CRASH), result("b", Verdict.PASS));
    Path again = run("x", List.of(), result("a", Verdict.PASS));
    Path out = Files.createTempDirectory("runs").resolve("out");
    assertEquals(Merge.into(out, List.of(first, again)).unexpected(), 0);
    assertEquals(Journal.read(out).size(), 2);
  }

  @Test
  void runsOfDifferentDevicesAreNotOne() throws IOException {
    Path first = run("x", List.of(), result("a", Verdict.PASS));
    Path other = run("y", List.of(), result("b", Verdict.PASS));
    Path out = Files.createTempDirectory("runs").resolve("out");
    assertThrows(UsageException.class, () -> Merge.into(out, List.of(first, other)));
    assertFalse(Files.exists(out));
  }
}
