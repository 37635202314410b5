// SPDX-License-Identifier: Apache-2.0
package coopcts.reports;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertFalse;
import static org.testng.Assert.assertTrue;

import coopcts.plan.Verdict;
import coopcts.reports.dashboard.Dashboard;
import coopcts.reports.read.Recording;
import coopcts.reports.read.Row;
import coopcts.testing.Temporary;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.testng.annotations.AfterClass;
import org.testng.annotations.BeforeClass;
import org.testng.annotations.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Nothing that was only compiled is shown as passed, in any file that is made of a run. */
public final class CompiledTests {

  private static final int CASES = 5;

  private Path folder;
  private Recording run;

  private static String line(String name, String verdict, boolean expected) {
    return """
    {"case":"khr.load.float16.%s","verdict":"%s","expected":%s,"assertions":["KHR-LOAD-001"],"subcases":2,"millis":12,"message":"","phases":{"compile":1,"pipeline":2,"execute":0,"judge":0}}
    """
        .formatted(name, verdict, expected);
  }

  @BeforeClass
  void makeRun() throws IOException, InterruptedException {
    folder = Temporary.folder("compiled");
    StringBuilder journal =
        new StringBuilder(
            """
            {"coopcts":{"schema":2,"suite":"1.0","seed":7,"planned":5,"device":"compiler","started":1700000000000}}
            """);
    for (int i = 0; i < CASES; i++) {
      journal.append(line("c" + i, "COMPILED", i != 4));
    }
    journal.append(
        "{\"ended\":1700000001000,\"end\":\"COMPLETE\",\"message\":\"\",\"unmatched\":[]}\n");
    Files.writeString(folder.resolve("results.jsonl"), journal);
    run = Recording.read(folder);
    new RunFolder(folder).render(folder);
    Dashboard.write(folder.resolve("site"), List.of(folder));
    Dashboard.page(folder, null);
  }

  @AfterClass(alwaysRun = true)
  void clean() throws IOException {
    Folders.delete(folder);
  }

  private String text(String file) throws IOException {
    return Files.readString(folder.resolve(file));
  }

  /** No file says the word but where it counts none, or explains it. */
  @Test
  void noFileSaysThatACasePassed() throws IOException {
    assertEquals(run.size(), CASES);
    Pattern passed =
        Pattern.compile(
            "\"(PASS|passed)\"\\s*[:,]\\s*[1-9]|status\": ?\"passed|✓ passed</|verdict>PASS");
    int looked = 0;
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        String name = file.getFileName().toString();
        if (!name.matches(".*\\.(json|jsonl|md|xml|csv|html|txt|sarif|properties)")
            || name.equals("results.jsonl")) {
          continue;
        }
        looked++;
        assertFalse(passed.matcher(Files.readString(file)).find(), file.toString());
      }
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
    assertTrue(looked >= CASES + 8, looked + " files");
  }

  @Test
  void theSummaryHasAColumnOfItsOwnAndNoRate() throws IOException {
    assertTrue(
        text("summary.md").contains("| all | 0 | 0 | 0 | 5 | 0 | 1 | – |"), text("summary.md"));
    assertTrue(text("summary.md").startsWith("### ❌"), "one is not as the baseline says");
    JsonNode summary = JsonMapper.shared().readTree(text("summary.json"));
    assertEquals(summary.get("counts").get("COMPILED").asInt(), CASES);
    assertEquals(summary.get("counts").size(), 1);
  }

  @Test
  void junitSkipsThem() throws IOException {
    String junit = text("junit.xml");
    assertEquals(junit.split("<skipped ", -1).length - 1, 4);
    assertEquals(junit.split("<failure ", -1).length - 1, 1, "what the baseline does not expect");
    assertTrue(junit.contains("COMPILED"));
  }

  @Test
  void allureSkipsThem() throws IOException {
    int skipped = 0;
    try (Stream<Path> files = Files.list(folder.resolve("allure-results"))) {
      for (Path file : files.filter(path -> path.toString().endsWith("-result.json")).toList()) {
        String status =
            JsonMapper.shared().readTree(Files.readString(file)).get("status").asString();
        assertTrue(List.of("skipped", "broken").contains(status), status);
        skipped += status.equals("skipped") ? 1 : 0;
      }
    }
    assertEquals(skipped, 4);
  }

  @Test
  void theirAssertionsAreNeitherCheckedNorOpen() throws IOException {
    Coverage.CoverageLine line =
        Coverage.of(run.rows()).lines().stream()
            .filter(one -> one.assertion().id().equals("KHR-LOAD-001"))
            .findFirst()
            .orElseThrow();
    assertTrue(line.isCompiled());
    assertFalse(line.isHeld() || line.isCovered() || line.isOpen() || line.isExplained());
    assertEquals(Coverage.of(run.rows()).systems().get("khr").covered(), 0);
    assertEquals(Coverage.of(run.rows()).systems().get("khr").compiled(), 1);
    String page = text("coverage.html");
    int row = page.indexOf("id=\"KHR-LOAD-001\"");
    assertTrue(page.substring(row, page.indexOf("</tr>", row)).contains("◇ compiled, not run"));
  }

  @Test
  void nothingIsFoundInThem() throws IOException {
    assertFalse(text("findings.sarif").contains("khr.load.float16.c0"));
    assertTrue(text("results.csv").contains("COMPILED"));
    assertFalse(text("results.csv").contains("PASS"));
  }

  /** Of many runs, and the page that this run ends with. */
  @Test
  void dashboardsCountThemApart() throws IOException {
    for (String site : List.of("site", "page")) {
      String data = text(site + "/data/site.js");
      assertTrue(data.contains("\"B\":\"COMPILED COMPILED\""), site);
      assertTrue(data.contains("\"systems\":{\"khr\":{\"B\":" + CASES + "}}"), site);
    }
  }

  private static Path compiled(Path run, double instructions, boolean twice) throws IOException {
    Files.createDirectories(run);
    Files.writeString(
        run.resolve("results.jsonl"),
        """
        {"case":"khr.muladd.float16_float16_float32_float32.m16n16k16.subgroup.a","verdict":"COMPILED","message":"%s","phases":{"pipeline":2000},"executables":[{"name":"c","subgroup":64,"statistics":{"Instructions":%s,"SGPRs":8},"matrix":{"v_wmma_f32_16x16x16_f16":3}}]}
        {"case":"khr.muladd.float16_float16_float32_float32.m16n16k16.subgroup.b","verdict":"COMPILED","phases":{"pipeline":90000},"executables":[{"name":"c","subgroup":64,"statistics":{"Instructions":50,"SGPRs":8},"matrix":{}}],"message":"with literals for its specialization constants: SGPRs 8, then 9"}
        {"case":"khr.load.float16.a","verdict":"COMPILED","phases":{"pipeline":1000},"executables":[{"name":"c","subgroup":64,"statistics":{"Instructions":7,"SGPRs":8},"matrix":null}]}
        """
            .formatted(twice ? "the same module twice: SGPRs 8, then 9" : "", instructions));
    return run;
  }

  @Test
  void whatTheCompilerMadeIsAPageOfTheRun() throws IOException, InterruptedException {
    Path made = compiled(folder.resolve("made"), 100, true);
    new RunFolder(made).render(made);
    String page = Files.readString(made.resolve("compiled.md")).replace("\\", "");
    assertTrue(page.contains("| Instructions | 3 | 157 | 100 | khr.muladd"), page);
    assertTrue(page.contains("same module; 1 came out with other statistics. Where"), page);
    assertTrue(page.contains("literals in their place; 1 came out with other statistics."), page);
    assertTrue(
        page.contains(
            "| float16_float16_float32_float32 | m16n16k16 | 2 | 1 | 3 | v_wmma_f32_16x16x16_f16"
                + " |"),
        page);
    assertTrue(page.contains("| 50 % | 2.0 |\n| 90 % | 90.0 |"), page);
    assertTrue(page.contains("\n1 take more than ten times the median."), page);
    assertFalse(Files.exists(folder.resolve("compiled.md")), "nothing was told of that run");
  }

  @Test
  void whatTheCompilerMadeIsShownWithItsCase() throws IOException, InterruptedException {
    Path made = compiled(folder.resolve("shown"), 100, false);
    new RunFolder(made).render(made);
    Dashboard.page(made, null);
    String cases = Files.readString(made.resolve("page/data/cases/0.js"));
    assertTrue(
        cases.contains(
            "[[\"c\",64,{\"Instructions\":100.0,\"SGPRs\":8.0},{\"v_wmma_f32_16x16x16_f16\":3}]]"),
        cases);
    assertTrue(cases.contains("[[\"c\",64,{\"Instructions\":7.0,\"SGPRs\":8.0},null]]"), cases);
    try (Stream<Path> files = Files.list(made.resolve("allure-results"))) {
      List<String> results = new ArrayList<>();
      for (Path file : files.filter(path -> path.toString().endsWith("-result.json")).toList()) {
        results.add(Files.readString(file));
      }
      String parameter =
          "\"name\":\"code of c\",\"value\":\"Instructions 100, SGPRs 8, 3 ×"
              + " v_wmma_f32_16x16x16_f16\"";
      assertTrue(results.stream().anyMatch(text -> text.contains(parameter)), results.toString());
    }
  }

  @Test
  void whatGrewIsTold() throws IOException {
    Path older = compiled(folder.resolve("older"), 100, false);
    Path newer = compiled(folder.resolve("newer"), 110, false);
    assertEquals(
        RunComparison.of(older, newer, List.of()).growth(),
        List.of(
            new CodeGrowth.GrowthLine("Instructions", "all", 3, 1, 0, 157, 167),
            new CodeGrowth.GrowthLine("Instructions", "khr.muladd", 2, 1, 0, 150, 160),
            new CodeGrowth.GrowthLine("SGPRs", "all", 3, 0, 0, 24, 24)));
    assertTrue(
        new CodeGrowth.GrowthLine("Instructions", "all", 3, 1, 0, 157, 167)
            .toString()
            .matches("Instructions +all +157 -> +167 +\\+6.37 % +more in 1, less in 0 of 3 cases"));
    String page = RunComparison.of(older, newer, List.of()).markdown().replace("\\", "");
    assertTrue(page.contains("\n| Instructions | all | 157 | 167 | +6.37 % | 1 | 0 | 3 |\n"), page);
    assertTrue(page.contains("\n| SGPRs | all | 24 | 24 | +0.00 % | 0 | 0 | 3 |\n"), page);
    String without = RunComparison.of(folder, folder, List.of()).markdown();
    assertFalse(without.contains("Machine code"), without);
  }

  @Test
  void whatPassedBeforeIsWorseAndWhatFailedIsBetter() {
    Row compiled = Journal.read(folder).getFirst();
    assertTrue(Comparison.of(List.of(as(compiled, Verdict.PASS)), List.of(compiled)).isWorse());
    assertFalse(Comparison.of(List.of(as(compiled, Verdict.CRASH)), List.of(compiled)).isWorse());
    assertFalse(
        Comparison.of(List.of(as(compiled, Verdict.COMPILED)), List.of(compiled)).isWorse());
  }

  private static Row as(Row result, Verdict verdict) {
    return TestRow.of(
        result.name(),
        verdict,
        true,
        "assertions",
        result.assertions(),
        "subcases",
        result.subcases(),
        "millis",
        result.millis(),
        "phases",
        result.phases());
  }

  @Test
  void aBaselineTakesThemUnlessItExpectsAFailure() throws IOException {
    assertTrue(Baseline.NONE.expects("khr.load.a", Verdict.COMPILED));
    Path baseline = Files.createDirectory(folder.resolve("baseline"));
    Files.writeString(baseline.resolve("a-fails.txt"), "khr.load.a,FAIL\n");
    Files.writeString(baseline.resolve("a-supported.txt"), "khr.load.**\n");
    assertFalse(Baseline.read(baseline).expects("khr.load.a", Verdict.COMPILED));
    assertTrue(Baseline.read(baseline).expects("khr.load.b", Verdict.COMPILED));
  }
}
