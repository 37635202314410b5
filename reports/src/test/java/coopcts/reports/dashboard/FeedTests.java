// SPDX-License-Identifier: Apache-2.0
package coopcts.reports.dashboard;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertTrue;

import coopcts.reports.Folders;
import coopcts.reports.RunFolder;
import coopcts.reports.read.RecordedRun;
import coopcts.reports.read.RecordedVerdict;
import coopcts.reports.read.Row;
import coopcts.testing.Temporary;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import javax.xml.parsers.DocumentBuilderFactory;
import org.testng.annotations.AfterClass;
import org.testng.annotations.BeforeClass;
import org.testng.annotations.Test;
import org.w3c.dom.Document;
import org.w3c.dom.NodeList;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * What a dashboard tells to programs is what the journals say; notes of people reach every page.
 */
public final class FeedTests {

  private static final String ADDRESS = "https://example.org/site/index.html?a=1&b=2";

  private Path folder;
  private Path site;
  private final Map<Long, Path> byStart = new TreeMap<>();

  @BeforeClass
  void makeSite() throws IOException {
    folder = Temporary.folder("feed");
    List<Path> runs = RealRuns.into(folder.resolve("runs"));
    for (Path run : runs) {
      byStart.put(RecordedRun.read(run, _ -> {}).started(), run);
    }
    site = Files.createDirectories(folder.resolve("site"));
    Files.writeString(
        site.resolve("notes.txt"),
        "# what people know\n\nKHR-LOAD-018 https://example.org/bugs/1 <b>known</b>\n"
            + "nv2.nothing.** of no case\n");
    Dashboard.write(site, runs, ADDRESS);
  }

  @AfterClass(alwaysRun = true)
  void clean() throws IOException {
    Folders.delete(folder);
  }

  /** New failures and fixed ones of each run, the newest first, from the journals alone. */
  private List<String> changes() throws IOException {
    Map<String, Map<String, Boolean>> last = new HashMap<>();
    List<String> changes = new ArrayList<>();
    for (Path run : byStart.values()) {
      Map<String, Boolean> failed = new TreeMap<>();
      Set<String> good = new HashSet<>();
      RecordedRun read =
          RecordedRun.read(
              run,
              row -> {
                failed.put(row.name(), row.outcome().isFailed());
                if (row.outcome().group() == RecordedVerdict.Group.PASSED) {
                  good.add(row.name());
                }
              });
      int fresh = 0;
      int fixed = 0;
      Map<String, Boolean> before = last.getOrDefault(read.deviceName(), Map.of());
      for (Map.Entry<String, Boolean> one : failed.entrySet()) {
        Boolean was = before.get(one.getKey());
        fresh += was != null && !was && one.getValue() ? 1 : 0;
        fixed += was != null && was && good.contains(one.getKey()) ? 1 : 0;
      }
      if (fresh + fixed > 0) {
        changes.addFirst(
            "%s (%s): %d new failure%s, %d fixed"
                .formatted(read.deviceName(), read.driver(), fresh, fresh == 1 ? "" : "s", fixed));
      }
      last.put(read.deviceName(), failed);
    }
    return changes;
  }

  @Test
  public void feedsTellWhatChanged() throws Exception {
    List<String> changes = changes();
    assertTrue(changes.size() > 1, changes.toString());
    JsonNode feed = JsonMapper.shared().readTree(Files.readString(site.resolve("feed.json")));
    List<String> titles = new ArrayList<>();
    feed.path("items").forEach(item -> titles.add(item.path("title").asString()));
    assertEquals(titles, changes);
    assertEquals(feed.path("home_page_url").asString(), ADDRESS);
    assertTrue(
        feed.path("items").get(0).path("content_text").asString().contains("values are wrong"),
        feed.toString());
    NodeList items =
        DocumentBuilderFactory.newInstance()
            .newDocumentBuilder()
            .parse(site.resolve("feed.xml").toFile())
            .getElementsByTagName("item");
    List<String> rss = new ArrayList<>();
    for (int i = 0; i < items.getLength(); i++) {
      rss.add(items.item(i).getChildNodes().item(1).getTextContent());
      assertEquals(items.item(i).getChildNodes().item(3).getTextContent(), ADDRESS);
    }
    assertEquals(rss, changes);
  }

  @Test
  public void theBadgeCountsTheNewestRunOfEachDevice() throws IOException {
    Map<List<String>, Integer> newest = new HashMap<>();
    for (Path run : byStart.values()) {
      List<Row> rows = new ArrayList<>();
      RecordedRun read =
          RecordedRun.read(
              run,
              row -> {
                if (!row.expected()) {
                  rows.add(row);
                }
              });
      newest.put(List.of(read.deviceName(), read.driver()), rows.size());
    }
    int sum = newest.values().stream().mapToInt(Integer::intValue).sum();
    String badge = Files.readString(site.resolve("badge.svg"));
    assertTrue(sum > 0 && badge.contains(">%,d unexpected<".formatted(sum)), sum + badge);
  }

  @Test
  public void aRunsPageAndSummaryHaveTheNotesOfTheFolderAbove() throws Exception {
    Path run =
        byStart.values().stream()
            .filter(one -> one.endsWith("ref-everything2"))
            .findFirst()
            .orElseThrow();
    Files.writeString(run.resolveSibling("notes.txt"), "KHR-LOAD-018 bug 77\n");
    new RunFolder(run).render(folder.resolve("none"));
    Dashboard.page(run, null);
    assertTrue(Files.readString(run.resolve("summary.md")).contains("(bug 77)"));
    assertTrue(Files.readString(run.resolve("page/data/site.js")).contains("bug 77"));
    assertTrue(Files.readString(run.resolve("badge.svg")).contains("unexpected"));
    Files.writeString(run.resolveSibling("notes.txt"), "\n  KHR-LOAD-018  \n");
    assertSaidAndNoMore(run, "notes.txt:2 has no note behind its first word; the line is left out");
    Files.writeString(run.resolveSibling("notes.txt"), "a b".repeat(1 << 19));
    assertSaidAndNoMore(run, "; 1,048,576 are read at most; it is left out");
    Files.delete(run.resolveSibling("notes.txt"));
    Files.createSymbolicLink(run.resolveSibling("notes.txt"), site.resolve("notes.txt"));
    assertSaidAndNoMore(run, " is a link; runs have none; it is left out");
    Files.delete(run.resolveSibling("notes.txt"));
  }

  private static Path run(Path folder, long started, List<String> verdicts) throws IOException {
    List<String> lines = new ArrayList<>();
    lines.add(
        ("{\"coopcts\":{\"schema\":2,\"device\":\"d\\ufffe\",\"driver\":\"\\u0001\","
                + "\"deviceOption\":[\"?fault=a\\u001b[2J\"],\"planned\":%d,\"started\":%d}}")
            .formatted(verdicts.size(), started));
    for (int i = 0; i < verdicts.size(); i++) {
      lines.add(
          ("{\"case\":\"khr.load.v%d\",\"verdict\":\"%s\",\"expected\":true,\"assertions\":[],"
                  + "\"subcases\":1,\"millis\":1,\"message\":\"said \\u0002\\uffff\\ud800\"}")
              .formatted(i, verdicts.get(i)));
    }
    Files.write(Files.createDirectories(folder).resolve("results.jsonl"), lines);
    return folder;
  }

  /** Whatever a journal says, of whatever year, feeds are what they are meant to be. */
  @Test
  public void hostileJournalsMakeWholeFeeds() throws Exception {
    Path hostile = folder.resolve("hostile");
    List<Path> runs =
        List.of(
            run(hostile.resolve("a"), 1_700_000_000_000L, List.of("PASS")),
            run(hostile.resolve("b"), Long.MAX_VALUE, List.of("FAIL")));
    Path out = Files.createDirectories(hostile.resolve("site"));
    Dashboard.write(out, runs, ADDRESS);
    Document xml =
        DocumentBuilderFactory.newInstance()
            .newDocumentBuilder()
            .parse(out.resolve("feed.xml").toFile());
    assertEquals(
        xml.getElementsByTagName("pubDate").item(0).getTextContent(),
        "Fri, 31 Dec 9999 23:59:59 GMT");
    assertEquals(
        JsonMapper.shared()
            .readTree(Files.readString(out.resolve("feed.json")))
            .path("items")
            .get(0)
            .path("title")
            .asString(),
        "d? with the fault a?[2J (?): 1 new failure, 0 fixed");
  }

  /** What was not tested, or passed at last, is not fixed. */
  @Test
  public void onlyWhatIsGoodNowIsFixed() throws Exception {
    Path folders = folder.resolve("fixed");
    List<Path> runs =
        List.of(
            run(folders.resolve("a"), 1_000, List.of("FAIL", "FAIL", "FAIL", "FAIL", "FAIL")),
            run(
                folders.resolve("b"),
                2_000,
                List.of("NOT_SUPPORTED", "SKIP", "FLAKE", "PASS", "COMPILED")));
    Path out = Files.createDirectories(folders.resolve("site"));
    Dashboard.write(out, runs, ADDRESS);
    String feed = Files.readString(out.resolve("feed.json"));
    assertTrue(feed.contains(": 0 new failures, 2 fixed"), feed);
  }

  /** A file that is no notes costs no report. */
  private void assertSaidAndNoMore(Path run, String said) throws Exception {
    Files.delete(run.resolve("summary.md"));
    List<String> notes = new RunFolder(run).render(folder.resolve("none")).notes();
    assertEquals(notes.size(), 1, notes.toString());
    assertTrue(notes.getFirst().endsWith(said), notes.toString());
    assertTrue(Files.exists(run.resolve("summary.md")));
    Dashboard.page(run, null);
    Path beside = Files.createDirectories(run.resolveSibling("beside"));
    assertEquals(Dashboard.write(beside, List.of(run)).notes(), notes);
  }
}
