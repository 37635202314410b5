// SPDX-License-Identifier: Apache-2.0
package coopcts.reports.dashboard;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertFalse;
import static org.testng.Assert.assertNull;
import static org.testng.Assert.assertTrue;

import coopcts.plan.Assertions;
import coopcts.plan.Parameters;
import coopcts.reports.AllureReport;
import coopcts.reports.BigJournal;
import coopcts.reports.Folders;
import coopcts.reports.RunFolder;
import coopcts.reports.read.RecordedRun;
import coopcts.reports.read.Row;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.MappingIterator;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.dataformat.csv.CsvMapper;
import tools.jackson.dataformat.csv.CsvSchema;

/** Allure's page of a run, looked at with a browser where the machine has one. */
public final class AllureTests extends BrowserTests {

  private static final Path GENERATOR = Path.of(System.getProperty("coopcts.allure"));

  /** What a tab's page has when it is made; the one that opens first, the overview, is none. */
  private static final Map<String, String> TABS =
      Map.of(
          "categories", ".tree__content, .tree__empty",
          "suites", ".tree__content",
          "timeline", ".timeline, .chart__svg",
          "behaviors", ".tree__content",
          "packages", ".tree__content");

  /** Opens a tab of the page that is open, and returns its text. */
  private String text(String tab) {
    browser()
        .ask(
            "document.querySelectorAll('.splash__title, .tree__content, .tree__empty, .timeline,"
                + " .chart__svg').forEach(old => old.remove()); location.hash = arguments[0]",
            tab);
    browser().waitFor("!!document.querySelector('" + TABS.get(tab) + "')");
    return browser().text("body").replaceAll("\\s+", " ");
  }

  /** Those runs that have a driver, or a verdict, expected or not, which none before them has. */
  private Map<Path, int[]> runsOfEveryKind() throws IOException {
    Set<String> known = new HashSet<>();
    Map<Path, int[]> runs = new LinkedHashMap<>();
    for (Path run : RealRuns.into(Files.createTempDirectory(folder(), "runs"))) {
      int[] all = new int[4];
      boolean[] isNew = new boolean[1];
      RecordedRun recorded =
          RecordedRun.read(
              run,
              row -> {
                all[column(row)]++;
                isNew[0] |= known.add(row.outcome() + " " + row.expected());
              });
      if (known.add(recorded.driver()) || isNew[0]) {
        runs.put(run, all);
      }
    }
    return runs;
  }

  /** No number contradicts the journal's. */
  @Test(groups = "browser")
  void numbersAreThoseOfTheJournal() throws Exception {
    browser();
    Map<Path, int[]> runs = runsOfEveryKind();
    assertTrue(runs.size() > 1, runs.keySet().toString());
    for (Map.Entry<Path, int[]> run : runs.entrySet()) {
      int[] all = run.getValue();
      int count = Arrays.stream(all).sum();
      assertEquals(new RunFolder(run.getKey()).render(GENERATOR).allure(), AllureReport.Made.PAGE);
      browser().openFile(run.getKey().resolve("allure-report/index.html"));
      browser().waitFor("!!document.querySelector('.splash__title')");
      String overview = browser().text("body").replaceAll("\\s+", " ");
      assertTrue(overview.contains(" " + count + " test cases "), run + ": " + overview);
      String tree = text("behaviors");
      String status = "Status: %d %d %d %d 0 ".formatted(all[0], all[1], all[2], all[3]);
      assertTrue(tree.contains(status), run + ": " + status + ": " + tree);
      assertEquals(String.join("\n", browser().requests()), "");
      assertEquals(String.join("\n", browser().errors()), "");
    }
  }

  /** Where Allure counts a verdict: failed, broken, passed, skipped. */
  private static int column(Row row) {
    return switch (row.outcome()) {
      case FAIL, COMPILE_ERROR -> row.expected() ? 3 : 0;
      case PASS, WARN, FLAKE -> row.expected() ? 2 : 1;
      default -> row.expected() ? 3 : 1;
    };
  }

  /** Journals of a default and of a large run, and of which cases one fails. */
  @DataProvider
  Object[][] sizes() {
    return new Object[][] {{34_088, 50}, {34_088, 1}, {100_000, 50}};
  }

  /** Both pages of a run open at once and are small enough for an artifact, however many cases. */
  @Test(groups = "scale", dataProvider = "sizes")
  void pagesOfManyCasesAreSmallAndOpenAtOnce(int cases, int each) throws Exception {
    Path run = folder().resolve("many" + cases);
    BigJournal.write(run, cases, each);
    assertEquals(new RunFolder(run).render(GENERATOR).allure(), AllureReport.Made.PAGE);
    Path page = run.resolve("allure-report/index.html");
    double allure = seconds(page, "!!document.querySelector('.splash__title')");
    double own = seconds(Dashboard.page(run, null), "!!document.querySelector('main h1')");
    double megabytes = Files.size(page) / 1e6;
    System.out.printf(
        "%,d cases, one of %d fails: Allure %.1f MB, opens in %.2f s; the run's page in %.2f s;"
            + " load %.1f%n",
        cases, each, megabytes, allure, own, slowness());
    assertTrue(megabytes < 20, megabytes + " MB");
    assertTrue(allure < 3 * slowness(), allure + " s");
    assertTrue(own < 2 * slowness(), own + " s");
    Folders.delete(run);
  }

  /** What a page would fetch from its report's folder, as text. */
  private String fetched(String file) {
    return (String)
        browser()
            .ask(
                "return window.reportData[arguments[0]].then(base64 => new TextDecoder().decode("
                    + "Uint8Array.from(atob(base64), c => c.charCodeAt(0))))",
                file);
  }

  /** The parts of a packed page make whole files again: that of all cases, and that of each. */
  @Test(groups = "browser")
  void whatIsPackedIsMadeWhole() throws Exception {
    browser();
    Path run =
        runsOfEveryKind().entrySet().stream()
            .filter(one -> one.getValue()[0] > 0)
            .findFirst()
            .orElseThrow()
            .getKey();
    assertEquals(new RunFolder(run).render(GENERATOR).allure(), AllureReport.Made.PAGE);
    browser().openFile(run.resolve("allure-report/index.html"));
    Map<String, Map<String, String>> lines = new HashMap<>();
    try (MappingIterator<Map<String, String>> csv =
        new CsvMapper()
            .readerFor(Map.class)
            .with(CsvSchema.emptySchema().withHeader())
            .readValues(fetched("data/suites.csv"))) {
      csv.forEachRemaining(line -> lines.put(line.get("NAME"), line));
    }
    Map<String, JsonNode> cases = new HashMap<>();
    for (JsonNode listed : JsonMapper.shared().readTree(fetched("widgets/severity.json"))) {
      String file = "data/test-cases/" + listed.path("uid").asString("") + ".json";
      JsonNode one = JsonMapper.shared().readTree(fetched(file));
      cases.put(one.path("name").asString(""), one);
    }
    Set<String> names = new HashSet<>();
    RecordedRun.read(
        run,
        row -> {
          names.add(row.name());
          JsonNode one = cases.get(row.name());
          Map<String, String> line = lines.get(row.name());
          assertEquals(line.get("STATUS"), one.path("status").asString(""), row.name());
          assertEquals(line.get("DURATION IN MS"), Long.toString(row.millis()), row.name());
          assertEquals(line.get("PARENT SUITE") + "." + line.get("SUITE"), suite(row), row.name());
          if (row.outcome().isFailed()) {
            String source = Assertions.find(row.concerned().getFirst()).orElseThrow().source();
            assertTrue(line.get("DESCRIPTION").contains(source), line.toString());
            assertTrue(one.path("statusTrace").asString("").startsWith(row.message()), row.name());
            assertEquals(one.at("/testStage/statusTrace"), one.path("statusTrace"), row.name());
          }
        });
    assertEquals(lines.keySet(), names);
    assertEquals(cases.keySet(), names);
  }

  private static String suite(Row row) {
    return Parameters.system(row.name()) + "." + row.part(1);
  }

  private double seconds(Path page, String isThere) {
    browser().openFile(Path.of("/dev/null"));
    long before = System.nanoTime();
    browser().openFile(page);
    browser().waitFor(isThere);
    return (System.nanoTime() - before) / 1e9;
  }

  /** What was compiled and never run is skipped, under a heading of its own. */
  @Test(groups = "browser")
  void whatWasOnlyCompiledDidNotPass() throws Exception {
    Path run = Files.createDirectories(folder().resolve("compiled"));
    Files.writeString(
        run.resolve("results.jsonl"),
        """
        {"coopcts":{"schema":2,"device":"d","started":1000,"planned":1}}
        {"case":"khr.load.a","verdict":"COMPILED","expected":true,"assertions":[],"subcases":1,\
        "failedSubcases":[],"millis":1,"message":"","phases":{},"details":"","number":0}
        {"ended":1001,"end":"COMPLETE","message":"","unmatched":[]}
        """);
    assertEquals(new RunFolder(run).render(GENERATOR).allure(), AllureReport.Made.PAGE);
    browser().openFile(run.resolve("allure-report/index.html"));
    browser().waitFor("!!document.querySelector('.splash__title')");
    String tree = text("behaviors");
    assertTrue(tree.contains("Status: 0 0 0 1 0 "), tree);
    String categories = text("categories");
    assertTrue(categories.contains("Compiled, not run"), categories);
  }

  @Test(groups = "browser")
  void aHostileJournalRunsNothing() throws Exception {
    browser();
    Path run = HostileRun.into(folder().resolve("hostile"));
    assertEquals(new RunFolder(run).render(GENERATOR).allure(), AllureReport.Made.PAGE);
    assertFalse(Files.readString(run.resolve("allure-report/index.html")).contains("DO-NOT-SHOW"));
    browser().openFile(run.resolve("allure-report/index.html"));
    browser().waitFor("!!document.querySelector('.splash__title')");
    assertNull(browser().ask("return window.pwned ?? null"));
    for (String tab : TABS.keySet()) {
      text(tab);
      assertNull(browser().ask("return window.pwned ?? null"), tab);
    }
    assertEquals(String.join("\n", browser().requests()), "");
  }
}
