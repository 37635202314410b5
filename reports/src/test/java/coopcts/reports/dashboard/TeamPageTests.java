// SPDX-License-Identifier: Apache-2.0
package coopcts.reports.dashboard;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.testng.annotations.BeforeClass;
import org.testng.annotations.Test;
import tools.jackson.databind.json.JsonMapper;

/** The overview says first what is new, fits screens of all widths, and shows what people noted. */
public final class TeamPageTests extends BrowserTests {

  private Path site;

  @BeforeClass(alwaysRun = true)
  void makeSite() throws IOException {
    site = Files.createDirectories(folder().resolve("site"));
    Files.writeString(
        site.resolve("notes.txt"),
        "KHR-LOAD-018 https://example.org/bugs/1 <b>known</b>\nkhr.load.** seen by Anna\n");
    Dashboard.write(site, RealRuns.into(folder().resolve("runs")));
  }

  private void isWide(int width) {
    browser().size(width, 900);
    browser().open(site, "/");
  }

  /** How far a page's contents reach beyond its window or the part that is shown of them. */
  private long beyond(String selector) {
    return (Long)
        browser()
            .ask(
                "const e = document.querySelector(arguments[0]); return e.scrollWidth -"
                    + " e.clientWidth",
                selector);
  }

  @Test(groups = "browser")
  void theSentenceOnTopNamesWhatGotWorse() {
    isWide(1366);
    assertEquals(
        browser().text("h1"),
        "2 devices of 6 got worse: ref:everything (14 new failures), ref:lavapipe (9 new"
            + " failures)");
    assertTrue(((String) browser().ask("return document.title")).startsWith("2 devices of 6"));
  }

  /** A run that was interrupted tells of the cases that it had. */
  @Test(groups = "browser")
  void theSentenceSaysHowFarARunWent() throws IOException {
    for (int planned : new int[] {1, 2}) {
      Path run = Files.createDirectories(folder().resolve("went" + planned));
      Map<String, ?> header = Map.of("schema", 2, "device", "d", "planned", planned, "started", 1);
      Map<String, ?> row =
          Map.of("case", "khr.load.a", "verdict", "PASS", "expected", true, "subcases", 1);
      Files.write(
          run.resolve("results.jsonl"),
          List.of(
              JsonMapper.shared().writeValueAsString(Map.of("coopcts", header)),
              JsonMapper.shared().writeValueAsString(row)));
      Path out = Files.createDirectories(folder().resolve("site" + planned));
      Dashboard.write(out, List.of(run));
      browser().open(out, "/");
      assertEquals(
          browser().text("h1"),
          "The device is as expected" + (planned == 1 ? "" : ", as far as it went"));
    }
  }

  @Test(groups = "browser")
  void allColumnsFitALaptop() {
    isWide(1366);
    assertEquals(beyond("html"), 0);
    assertEquals(beyond(".matrix"), 0);
    assertEquals(beyond("[aria-label='Systems by devices']"), 0, "no column is cut");
    assertTrue(browser().all(".matrix thead th").size() >= 9);
    for (Object text :
        (List<?>)
            browser()
                .ask(
                    "return [...document.querySelectorAll('.matrix td')].filter(cell =>"
                        + " cell.scrollWidth > cell.clientWidth).map(cell => cell.textContent)")) {
      assertEquals(text, "", "cut");
    }
  }

  @Test(groups = "browser")
  void linesOfTablesAreCardsOnAPhone() {
    for (String page : List.of("/", "/buckets", "/runs", "/devices")) {
      browser().size(412, 900);
      browser().open(site, page);
      assertEquals(beyond("html"), 0, page);
      for (Object table :
          (List<?>)
              browser()
                  .ask(
                      "return [...document.querySelectorAll('main .scroll')].filter(e =>"
                          + " e.scrollWidth > e.clientWidth).map(e =>"
                          + " e.getAttribute('aria-label'))")) {
        assertEquals(table, "", page + " has a table that is cut");
      }
      for (Object label :
          (List<?>)
              browser()
                  .ask(
                      "return [...document.querySelectorAll('.plain [data-label]')].filter(e =>"
                          + " parseFloat(getComputedStyle(e, '::before').height) >"
                          + " e.clientHeight).map(e => e.dataset.label)")) {
        assertEquals(label, "", page + " has a label that runs into the next");
      }
    }
    isWide(412);
    assertEquals(
        browser()
            .ask(
                "return getComputedStyle(document.querySelector('.matrix td[data-label=khr]'),"
                    + " '::before').content"),
        "\"khr\"");
  }

  /** A cause of one case has the case's name in its title, which a run's overview does not clip. */
  @Test(groups = "browser")
  void aLongNameStaysInItsCardOnAPhone() {
    browser().size(412, 900);
    browser().open(site, "/buckets");
    assertEquals(
        browser()
            .ask(
                "const link = document.querySelector('.plain td a.clip'); link.className ="
                    + " ''; link.textContent ="
                    + " 'qcom.line.to_matrix.float32.accumulator.8x8.'.repeat(3); return"
                    + " link.getBoundingClientRect().right <="
                    + " link.closest('td').getBoundingClientRect().right"),
        true);
  }

  @Test(groups = "browser")
  void notesStandOnBucketsCasesAndTheOverview() {
    isWide(1366);
    String main = browser().text("main");
    assertTrue(main.contains("example.org/bugs/1 <b>known</b>"), main);
    assertEquals(browser().find(".notes a").getAttribute("href"), "https://example.org/bugs/1");
    String bucket =
        (String) browser().ask("return coopcts.site.buckets.find(b => b.notes.length === 2).id");
    browser().open(site, "/bucket/" + bucket);
    assertTrue(browser().text(".notes").contains("seen by Anna"));
    browser().waitFor("!!document.querySelector('main .grid a')");
    String name =
        (String) browser().ask("return document.querySelector('main .grid a').textContent");
    browser().open(site, "/case/" + name);
    assertTrue(browser().text(".notes").contains("seen by Anna"), name);
    assertEquals(browser().all("main b").size(), 0, "what is noted is text");
    assertEquals(String.join("\n", browser().errors()), "");
  }
}
