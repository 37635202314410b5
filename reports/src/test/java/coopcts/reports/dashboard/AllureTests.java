// SPDX-License-Identifier: Apache-2.0
package coopcts.reports.dashboard;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertFalse;
import static org.testng.Assert.assertNull;
import static org.testng.Assert.assertTrue;

import coopcts.reports.AllureReport;
import coopcts.reports.Folders;
import coopcts.reports.RunFolder;
import coopcts.reports.read.RecordedRun;
import coopcts.reports.read.Row;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.testng.SkipException;
import org.testng.annotations.AfterClass;
import org.testng.annotations.BeforeClass;
import org.testng.annotations.Test;

/** Allure's page of a run, looked at with a browser where the machine has one. */
public final class AllureTests {

  private static final Path GENERATOR = Path.of(System.getProperty("coopcts.allure"));

  private Path folder;
  private Browser browser;

  @BeforeClass
  void open() throws IOException {
    if (!Browser.isHere()) {
      throw new SkipException("there is no chromium with its driver on this machine");
    }
    folder = Files.createTempDirectory("allure");
    browser = new Browser();
  }

  @AfterClass(alwaysRun = true)
  void close() throws IOException {
    if (browser != null) {
      browser.close();
      Folders.delete(folder);
    }
  }

  private String text(Path run, String tab, String wanted) {
    browser.openFile(run.resolve("allure-report/index.html"));
    browser.ask("location.hash = arguments[0]", tab);
    browser.waitFor("!!document.querySelector('" + wanted + "')");
    return browser.text("body").replaceAll("\\s+", " ");
  }

  /** No number contradicts the journal's. */
  @Test
  void numbersAreThoseOfTheJournal() throws Exception {
    for (Path run : RealRuns.into(folder.resolve("runs"))) {
      int[] all = new int[4];
      RecordedRun.read(run, row -> all[column(row)]++);
      int count = Arrays.stream(all).sum();
      assertEquals(new RunFolder(run).render(GENERATOR).allure(), AllureReport.Made.PAGE);
      String overview = text(run, "", ".splash__title");
      assertTrue(overview.contains(" " + count + " test cases "), run + ": " + overview);
      String tree = text(run, "behaviors", ".tree__content");
      String status = "Status: %d %d %d %d 0 ".formatted(all[0], all[1], all[2], all[3]);
      assertTrue(tree.contains(status), run + ": " + status + ": " + tree);
      assertEquals(String.join("\n", browser.requests()), "");
      assertEquals(String.join("\n", browser.errors()), "");
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

  @Test
  void aHostileJournalRunsNothing() throws Exception {
    Path run = HostileRun.into(folder.resolve("hostile"));
    assertEquals(new RunFolder(run).render(GENERATOR).allure(), AllureReport.Made.PAGE);
    assertFalse(Files.readString(run.resolve("allure-report/index.html")).contains("DO-NOT-SHOW"));
    for (String tab : List.of("", "categories", "suites", "timeline", "behaviors", "packages")) {
      browser.openFile(run.resolve("allure-report/index.html"));
      browser.ask("location.hash = arguments[0]", tab);
      Thread.sleep(500);
      assertNull(browser.ask("return window.pwned ?? null"), tab);
    }
    assertEquals(String.join("\n", browser.requests()), "");
  }
}
