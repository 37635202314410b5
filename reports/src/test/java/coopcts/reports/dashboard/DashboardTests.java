// SPDX-License-Identifier: Apache-2.0
package coopcts.reports.dashboard;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertFalse;
import static org.testng.Assert.assertNull;
import static org.testng.Assert.assertThrows;
import static org.testng.Assert.assertTrue;

import coopcts.plan.Assertion;
import coopcts.plan.Assertions;
import coopcts.plan.Parameters;
import coopcts.plan.Proof;
import coopcts.reports.Coverage;
import coopcts.reports.Folders;
import coopcts.reports.RunFolder;
import coopcts.reports.Summary;
import coopcts.reports.UsageException;
import coopcts.reports.read.RecordedRun;
import coopcts.reports.read.RecordedVerdict;
import coopcts.reports.read.Recording;
import coopcts.reports.read.Row;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.testng.annotations.BeforeClass;
import org.testng.annotations.Test;

/** The site, looked at with a browser where the machine has one. */
public final class DashboardTests extends BrowserTests {

  private static final String HTML = HostileRun.HTML;

  private static final List<String> PAGES =
      List.of(
          "/",
          "/devices",
          "/map",
          "/map?system=khr&family=khr.load",
          "/assertions",
          "/buckets?state=all",
          "/cases",
          "/runs",
          "/compare",
          "/trends",
          "/nowhere");

  private static final Map<RecordedVerdict.Group, String> SIGNS =
      Map.of(
          RecordedVerdict.Group.PASSED, "✓",
          RecordedVerdict.Group.FAILED, "✕",
          RecordedVerdict.Group.UNSTABLE, "~",
          RecordedVerdict.Group.COMPILED, "◇",
          RecordedVerdict.Group.ABSENT, "–");

  /** Pages of each kind that links are followed to. */
  private static final int OF_A_KIND = 6;

  private Path folder;
  private Path site;
  private List<Path> runs;

  @BeforeClass(alwaysRun = true)
  void makeSite() throws IOException {
    folder = folder();
    runs = RealRuns.into(folder.resolve("runs"));
    site = folder.resolve("site");
    Dashboard made = Dashboard.write(site, runs.subList(0, 3));
    assertEquals(made.runs(), 3);
    assertEquals(Dashboard.write(site, runs.subList(3, runs.size())).runs(), runs.size());
    assertEquals(runs.size(), 11);
  }

  private static Map<String, Row> rows(Path run) throws IOException {
    Map<String, Row> rows = new TreeMap<>();
    RecordedRun.read(run, row -> rows.put(row.name(), row));
    return rows;
  }

  private Path run(String name) {
    return runs.stream().filter(run -> run.endsWith(name)).findFirst().orElseThrow();
  }

  private static long count(Map<String, Row> rows, RecordedVerdict.Group group) {
    return rows.values().stream().filter(row -> row.outcome().group() == group).count();
  }

  @Test(groups = "browser")
  void whatHoldsNoRunIsRefused() {
    assertThrows(UsageException.class, () -> Dashboard.write(folder.resolve("x"), List.of(folder)));
    assertThrows(UsageException.class, () -> Dashboard.write(folder.resolve("x"), List.of()));
  }

  /**
   * A run's own page opens from the disk, wherever its folder lies, and says what its summary does.
   */
  @Test(groups = "browser")
  void theFirstPageOfARunHasTheNumbersOfItsSummary() throws IOException {
    for (Path run : runs) {
      Summary summary = new RunFolder(run).summary();
      Map<String, Row> rows = rows(run);
      browser().openFile(Dashboard.page(run, null));
      browser().waitFor("!!document.querySelector('main h1')");
      String title = browser().text("main h1").replace(",", "");
      if (summary.unexpected() > 0) {
        assertTrue(
            title.matches("%d cases? of %d .*".formatted(summary.unexpected(), rows.size())),
            run + ": " + title);
      } else {
        assertFalse(title.contains("unexpectedly"), run + ": " + title);
      }
      String counts = browser().text("main .lead").replace(",", "");
      SIGNS.forEach(
          (group, sign) -> {
            long all = count(rows, group);
            assertTrue(all == 0 || counts.contains(sign + " " + all + " "), run + ": " + counts);
          });
      assertEquals(
          browser().text("main").contains("was interrupted"), !isWhole(run), run.toString());
      assertEquals(String.join("\n", browser().errors()), "");
      assertEquals(String.join("\n", browser().requests()), "");
    }
  }

  private static boolean isWhole(Path run) throws IOException {
    return RecordedRun.read(run, _ -> {}).isFinished();
  }

  @Test(groups = "browser")
  void theFirstPageOfARunSaysWhatIsNewSinceAnEarlierOne() throws IOException {
    Path earlier = journal("earlier", 1000, "PASS", true);
    Path later = journal("later", 9000, "FAIL", false);
    browser().openFile(Dashboard.page(later, earlier));
    browser().waitFor("!!document.querySelector('main h1')");
    String page = browser().text("main");
    assertTrue(page.contains("1 case of 1 came out unexpectedly"), page);
    assertTrue(page.contains("1 new failure, 0 fixed"), page);
  }

  @Test(groups = "browser")
  void theFirstPageOfARunThatOnlyCompiledSaysThatNothingPassed() throws IOException {
    browser().openFile(Dashboard.page(journal("compiled", 1000, "COMPILED", true), null));
    browser().waitFor("!!document.querySelector('main h1')");
    String page = browser().text("main");
    assertTrue(page.contains("which executes nothing: 1 case compiled and not run, 0 that"), page);
    assertEquals(browser().text("main .lead").strip(), "✓ 0 passed\n◇ 1 compiled, not run");
    String system = browser().text("main section[aria-labelledby=h-systems] tbody tr");
    assertTrue(system.startsWith("khr 0 0 1 0 0 "), system);
  }

  /** A run of one case. */
  private Path journal(String name, long started, String verdict, boolean expected)
      throws IOException {
    Path run = folder.resolve(name);
    Files.createDirectories(run);
    Files.writeString(
        run.resolve("results.jsonl"),
        """
        {"coopcts":{"schema":2,"device":"d","started":%d,"planned":1}}
        {"case":"khr.load.a","verdict":"%s","expected":%b,"assertions":[],"subcases":1,\
        "failedSubcases":[],"millis":1,"message":"","phases":{},"details":"","number":0}
        {"ended":%d,"end":"COMPLETE","message":"","unmatched":[]}
        """
            .formatted(started, verdict, expected, started + 1));
    return run;
  }

  @Test(groups = "browser")
  void numbersOfRunsAreThoseOfTheJournals() throws IOException {
    browser().open(site, "/runs");
    assertEquals(browser().all("main tbody tr").size(), runs.size());
    for (Path run : runs) {
      Map<String, Row> rows = rows(run);
      browser().open(site, "/runs");
      String link =
          (String)
              browser()
                  .ask(
                      "return [...document.querySelectorAll('main tbody a')]"
                          + ".find(a => a.title === arguments[0]).getAttribute('href')",
                      run.getFileName().toString());
      browser().open(site, link.substring(1));
      List<Long> shown = new ArrayList<>();
      for (String cell :
          browser().text("main section table tbody tr:last-child").replace("all ", "").split(" ")) {
        if (cell.matches("[\\d,]+")) {
          shown.add(Long.valueOf(cell.replace(",", "")));
        }
      }
      List<Long> counted = new ArrayList<>();
      for (RecordedVerdict outcome : RecordedVerdict.values()) {
        long n = rows.values().stream().filter(row -> row.outcome() == outcome).count();
        if (n > 0) {
          counted.add(n);
        }
      }
      counted.add(rows.values().stream().filter(row -> !row.expected()).count());
      assertEquals(shown, counted, run.toString());
    }
  }

  @Test(groups = "browser")
  void theMatrixShowsTheNewestRunOfEachDevice() throws IOException {
    browser().open(site, "/");
    Map<List<String>, Map<Long, Path>> devices = new HashMap<>();
    for (Path run : runs) {
      RecordedRun recorded = RecordedRun.read(run, _ -> {});
      devices
          .computeIfAbsent(List.of(recorded.deviceName(), recorded.driver()), _ -> new TreeMap<>())
          .put(recorded.started(), run);
    }
    int cells = 0;
    for (Map.Entry<List<String>, Map<Long, Path>> device : devices.entrySet()) {
      Map<String, Map<String, Row>> newest = new TreeMap<>();
      for (Path run : device.getValue().values()) {
        Map<String, Map<String, Row>> systems = new TreeMap<>();
        rows(run)
            .forEach(
                (name, row) ->
                    systems
                        .computeIfAbsent(Parameters.system(name), _ -> new TreeMap<>())
                        .put(name, row));
        newest.putAll(systems);
      }
      for (Map.Entry<String, Map<String, Row>> system : newest.entrySet()) {
        String cell =
            (String)
                browser()
                    .ask(
                        "const device = coopcts.site.devices.find(d => d.name === arguments[0] &&"
                            + " d.driver === arguments[1]);const row ="
                            + " [...document.querySelectorAll('.matrix tbody tr')].find(r =>"
                            + " r.querySelector('a').getAttribute('href').endsWith(device.id));return"
                            + " row.querySelectorAll('td')[coopcts.site.systems.indexOf("
                            + "arguments[2])].querySelector('.counts').textContent",
                        device.getKey().getFirst(),
                        device.getKey().getLast(),
                        system.getKey());
        for (RecordedVerdict.Group group : RecordedVerdict.Group.values()) {
          long n = count(system.getValue(), group);
          String shown = SIGNS.get(group) + " " + n + " ";
          boolean isShown = n > 0 || group == RecordedVerdict.Group.PASSED;
          assertEquals((cell + " ").contains(shown), isShown, system.getKey() + shown + cell);
          cells++;
        }
      }
    }
    assertTrue(devices.size() >= 6 && cells > 60, devices.size() + " devices, " + cells);
  }

  /**
   * Proven are only assertions that hold: what fails is not proven to work, whatever fault is on
   * record.
   */
  @Test(groups = "browser")
  void theMatrixShowsProvenCoverage() throws IOException {
    browser().open(site, "/");
    Set<String> passed = new TreeSet<>();
    Set<String> failed = new TreeSet<>();
    for (Row row : rows(run("ref-everything2")).values()) {
      if (row.outcome().group() == RecordedVerdict.Group.PASSED) {
        passed.addAll(row.concerned());
      } else if (row.outcome().isFailed()) {
        failed.addAll(row.concerned());
      }
    }
    Set<String> proven =
        Proof.onRecord().stream().map(Proof::assertion).collect(Collectors.toSet());
    assertTrue(failed.stream().anyMatch(proven::contains), "something proven fails");
    Map<String, List<Assertion>> systems =
        Assertions.all().stream().collect(Collectors.groupingBy(Assertion::system));
    int shown = 0;
    for (Map.Entry<String, List<Assertion>> system : systems.entrySet()) {
      String cell =
          (String)
              browser()
                  .ask(
                      "const device = coopcts.site.devices.find(d => d.short ==="
                          + " 'ref:everything');const at ="
                          + " coopcts.site.systems.indexOf(arguments[0]);const newest ="
                          + " coopcts.site.runs[device.newest[arguments[0]]];if (newest?.folder !=="
                          + " 'ref-everything2') return null;return"
                          + " [...document.querySelectorAll('.matrix tbody tr')].find(r =>"
                          + " r.querySelector('a').getAttribute('href').endsWith(device.id))"
                          + ".querySelectorAll('td')[at].querySelector('.proven').parentNode.innerText",
                      system.getKey());
      if (cell != null) {
        List<String> held =
            system.getValue().stream()
                .map(Assertion::id)
                .filter(id -> passed.contains(id) && !failed.contains(id))
                .toList();
        long both = held.stream().filter(proven::contains).count();
        assertEquals(
            cell,
            "%d of %d hold\n%d of them proven"
                .formatted(held.size(), system.getValue().size(), both),
            system.getKey());
        shown += both > 0 ? 1 : 0;
      }
    }
    assertTrue(shown > 1, shown + " systems with proofs");
  }

  /** The page of a family counts what its cases check, in frames too, by each device. */
  @Test(groups = "browser")
  void aFamilyShowsProvenCoverage() throws IOException {
    Set<String> checked = new TreeSet<>();
    for (Row row : rows(run("ref-everything2")).values()) {
      if (Parameters.of(row.name()).family().equals("khr.load")
          && row.outcome().group() != RecordedVerdict.Group.ABSENT) {
        checked.addAll(row.assertions());
      }
    }
    Set<String> proven = new TreeSet<>(checked);
    proven.retainAll(Proof.onRecord().stream().map(Proof::assertion).toList());
    assertTrue(proven.size() > 5, proven.toString());
    browser().open(site, "/");
    String id =
        (String)
            browser().ask("return coopcts.site.devices.find(d => d.short === 'ref:everything').id");
    browser().open(site, "/map?system=khr&family=khr.load&device=" + id);
    assertEquals(
        browser().text(".checked"),
        "%d assertions checked, %d proven".formatted(checked.size(), proven.size()));
    browser().open(site, "/assertion/" + proven.iterator().next());
    assertTrue(browser().text("main").contains("fails and names it"), proven.iterator().next());
    assertTrue(browser().all("main dd a[href^='https:']").size() > 0, "its document is linked");
  }

  /** Axes and filters are the parameters of the cases; programs are of no system. */
  @Test(groups = "browser")
  void axesAreParameters() throws IOException {
    Set<String> names = new TreeSet<>();
    for (Path run : runs) {
      names.addAll(rows(run).keySet());
    }
    Map<String, Parameters> loads = new TreeMap<>();
    for (String name : names) {
      Parameters parameters = Parameters.of(name);
      if (parameters.family().equals("khr.load")) {
        loads.put(name, parameters);
      }
    }
    Set<String> axes = new TreeSet<>(List.of("rows × columns", "use × rows × columns"));
    loads.values().forEach(one -> axes.addAll(one.values().keySet()));
    axes.add("layout × storage");
    browser().open(site, "/map?system=khr&family=khr.load");
    assertEquals(
        new TreeSet<>(
            List.of(
                browser()
                    .ask(
                        "return [...document.querySelectorAll('label.field')].find(l =>"
                            + " l.innerText.startsWith('Down')).querySelector('select')"
                            + ".innerText.trim()")
                    .toString()
                    .split("\\s*\\n\\s*"))),
        axes);
    long expected =
        loads.values().stream()
            .filter(one -> "float16".equals(one.values().get("type")))
            .filter(one -> Long.valueOf(16).equals(one.values().get("rows")))
            .count();
    assertTrue(expected > 5 && expected < loads.size(), expected + " of " + loads.size());
    browser().open(site, "/cases?family=khr.load&p.type=float16&p.rows=16");
    assertTrue(browser().text("#found").startsWith(expected + " of "), browser().text("#found"));
    Set<String> systems = new TreeSet<>(Parameters.BY_SYSTEM);
    names.forEach(name -> systems.add(Parameters.system(name)));
    assertEquals(browser().ask("return coopcts.site.systems"), List.copyOf(systems));
    assertTrue(systems.contains("programs"), systems.toString());
    browser().open(site, "/cases?system=programs");
    long programs = names.stream().filter(n -> Parameters.system(n).equals("programs")).count();
    assertTrue(browser().text("#found").startsWith(programs + " of "), browser().text("#found"));
  }

  /** Everything that links lead to, from the overview on: no page is missing, broken or empty. */
  @Test(groups = "browser")
  void linksLeadToPages() {
    browser().open(site, "/");
    browser().errors();
    Set<String> known = new LinkedHashSet<>(List.of("/"));
    List<String> left = new ArrayList<>(known);
    Map<String, Integer> kinds = new TreeMap<>();
    while (!left.isEmpty()) {
      String page = left.removeFirst();
      browser().open(site, page);
      String heading = browser().text("h1");
      assertFalse(List.of("No such page", "This page could not be made").contains(heading), page);
      assertTrue(browser().text("main").length() > heading.length() + 20, page);
      List<?> links =
          (List<?>)
              browser()
                  .ask(
                      "return [...document.querySelectorAll('a[href^=\"#/\"]')]"
                          + ".map(a => a.getAttribute('href').slice(1))");
      for (Object link : links) {
        String address = link.toString();
        String kind = address.split("[/?]", 3)[1];
        if (known.add(address) && kinds.merge(kind, 1, Integer::sum) <= OF_A_KIND) {
          left.add(address);
        }
      }
    }
    assertTrue(
        kinds
            .keySet()
            .containsAll(List.of("device", "map", "assertion", "bucket", "case", "run", "compare")),
        kinds.toString());
    assertEquals(String.join("\n", browser().errors()), "");
  }

  @Test(groups = "browser")
  void searchAndFiltersAreInTheAddress() throws IOException {
    Map<String, Row> rows = rows(run("ref-lavapipe2"));
    long expected =
        rows.values().stream()
            .filter(row -> row.name().startsWith("khr.store.") && row.outcome().isFailed())
            .count();
    assertTrue(expected > 5);
    browser().open(site, "/");
    browser().find("#all-cases").sendKeys("khr.store.**\n");
    browser().waitFor("document.querySelector('#found') !== null");
    browser()
        .ask(
            "const select = [...document.querySelectorAll('label.field')]"
                + ".find(l => l.innerText.startsWith('Verdict')).querySelector('select');"
                + "select.value = 'failed'; select.dispatchEvent(new Event('change'));");
    browser().waitFor("location.hash.includes('show=failed')");
    String device =
        (String)
            browser().ask("return coopcts.site.devices.find(d => d.short === 'ref:lavapipe').id");
    String address = browser().address();
    browser().open(site, address.substring(address.indexOf('#') + 1) + "&device=" + device);
    assertTrue(browser().text("#found").startsWith(expected + " of "), browser().text("#found"));
    assertTrue(browser().all(".slick-row").size() < 60, "only lines on the screen are in the page");
  }

  @Test(groups = "browser")
  void bucketsGroupWhatOneFaultBreaks() throws IOException {
    long failed =
        rows(run("ref-everything2")).values().stream()
            .filter(row -> row.message().contains("KHR-LOAD-018"))
            .count();
    browser().open(site, "/buckets");
    browser().waitFor("document.querySelector('main').innerText.includes('KHR-LOAD-018')");
    assertEquals(
        browser()
            .ask(
                "return [...document.querySelectorAll('main tbody tr')]"
                    + ".filter(r => r.innerText.includes('KHR-LOAD-018'))"
                    + ".reduce((n, r) => n + Number(r.cells[0].innerText), 0)"),
        failed);
    browser()
        .ask(
            "[...document.querySelectorAll('main tbody tr')]"
                + ".find(r => r.innerText.includes('KHR-LOAD-018')).querySelector('td a').click()");
    browser()
        .waitFor("!!document.querySelector('.strip') && !!document.querySelector('.slick-row')");
    String example = browser().text("main .slick-row .slick-cell");
    browser().ask("document.querySelector('main .slick-row a').click()");
    browser().waitFor("location.hash.startsWith('#/case/')");
    browser().settle();
    assertEquals(browser().text("h1"), example);
    assertTrue(browser().text("main").contains("KHR-LOAD-018"));
  }

  @Test(groups = "browser")
  void aCaseShowsItsShader() throws IOException {
    Row row =
        rows(run("ref-everything2")).values().stream()
            .filter(one -> !one.details().isEmpty())
            .findFirst()
            .orElseThrow();
    browser().open(site, "/case/" + row.name());
    browser()
        .ask(
            "[...document.querySelectorAll('.tabs button')]"
                + ".find(b => b.textContent === 'shader.comp').click()");
    browser().waitFor("document.querySelector('pre.text')?.textContent.startsWith('#version')");
  }

  /** What an image's own titles would say where a page's image has none. */
  @Test(groups = "browser")
  void anElementOfAPictureIsReadByPointingAtIt() throws IOException {
    Path run = Files.createDirectories(folder.resolve("pointed"));
    Files.createDirectories(run.resolve("failures/x"));
    Files.writeString(
        run.resolve("results.jsonl"),
        """
        {"coopcts":{"schema":2,"device":"d","started":1000,"planned":1}}
        {"case":"khr.load.a","verdict":"FAIL","expected":false,"assertions":[],"subcases":1,\
        "failedSubcases":[],"millis":1,"message":"","phases":{},"details":"failures/x","number":0}
        """);
    Files.writeString(
        run.resolve("failures/x/one.svg"),
        "<svg xmlns='http://www.w3.org/2000/svg' width='200' height='100'><rect width='200'"
            + " height='100'/><rect x='100' y='0' width='50' height='50'><title>row 0, column 2:"
            + " expected 1, got 2</title></rect></svg>");
    Path out = folder.resolve("pointed-site");
    Dashboard.write(out, List.of(run));
    browser().open(out, "/case/khr.load.a");
    browser().waitFor("!!document.querySelector('.picture img')?.clientWidth");
    String point =
        "const at = document.querySelector('.picture img'), box = at.getBoundingClientRect(),"
            + " scale = at.clientWidth / 200; at.dispatchEvent(new PointerEvent('pointerdown',"
            + " {bubbles: true, clientX: box.left + arguments[0] * scale, clientY: box.top + 20 *"
            + " scale}))";
    browser().ask(point, 120);
    browser()
        .waitFor(
            "document.querySelector('.picture p').textContent === 'row 0, column 2: expected 1, got"
                + " 2'");
    browser().ask(point, 20);
    browser()
        .waitFor(
            "document.querySelector('.picture p').textContent.startsWith('Point at an element')");
  }

  @Test(groups = "browser")
  void aCaseShowsItsMachineCode() throws IOException {
    Path run = Files.createDirectory(folder.resolve("coded"));
    Files.writeString(
        run.resolve("results.jsonl"),
        """
        {"coopcts":{"schema":2,"device":"d","started":1000,"planned":2}}
        {"case":"khr.load.a","verdict":"COMPILED","expected":true,"executables":[{"name":"main","subgroup":64,"statistics":{"Code size":1376},"matrix":{"v_wmma_a":2}}]}
        {"case":"khr.load.b","verdict":"COMPILED","expected":true,"executables":[{"name":"main","subgroup":0,"statistics":{},"matrix":null}]}
        {"ended":2000,"end":"COMPLETE","message":"","unmatched":[]}
        """);
    Path coded = folder.resolve("coded-site");
    Dashboard.write(coded, List.of(run));
    browser().open(coded, "/case/khr.load.a");
    browser().waitFor("!!document.querySelector('main h3')");
    String page = browser().text("main");
    assertTrue(page.contains("Code size 1,376"), page);
    assertTrue(page.contains("subgroup 64"), page);
    assertTrue(page.contains("Matrix instructions: v_wmma_a × 2"), page);
    browser().open(coded, "/case/khr.load.b");
    browser().waitFor("document.querySelector('main h1')?.textContent === 'khr.load.b'");
    browser().waitFor("!!document.querySelector('main h3')");
    assertTrue(browser().text("main").contains("shows no machine code"), browser().text("main"));
  }

  @Test(groups = "browser")
  void comparingCountsWhatIsWorse() throws IOException {
    Map<String, Row> older = rows(run("ref-lavapipe1"));
    Map<String, Row> newer = rows(run("ref-lavapipe2"));
    long worse =
        newer.values().stream()
            .filter(row -> older.containsKey(row.name()))
            .filter(row -> row.outcome().isFailed() && !older.get(row.name()).outcome().isFailed())
            .count();
    browser().open(site, "/runs");
    browser()
        .ask(
            "[...document.querySelectorAll('main tbody tr')].find(r =>"
                + " r.querySelector('a').title === 'ref-lavapipe2')"
                + ".querySelector('a[href*=compare]').click()");
    browser().waitFor("document.querySelector('.facts.big') !== null");
    assertEquals(browser().text(".facts.big button"), String.valueOf(worse));
  }

  @Test(groups = "browser")
  void theKeyboardReachesEveryPage() {
    browser().open(site, "/");
    browser().find("body").sendKeys("gb");
    browser().waitFor("location.hash === '#/buckets'");
    browser().find("body").sendKeys("?");
    browser().waitFor("document.querySelector('dialog[open]') !== null");
  }

  @Test(groups = "browser")
  void pagesAreAccessibleAndAskForNothingOutside() throws IOException {
    browser().open(site, "/");
    List<String> pages = new ArrayList<>(PAGES);
    pages.add((String) browser().ask("return '/device/' + coopcts.site.devices[0].id"));
    pages.add((String) browser().ask("return '/run/' + coopcts.site.runs.at(-2).id"));
    pages.add((String) browser().ask("return '/bucket/' + coopcts.site.buckets[0].id"));
    pages.add("/assertion/KHR-LOAD-018");
    pages.add("/case/" + rows(run("ref-everything2")).keySet().iterator().next());
    pages.add(
        (String)
            browser()
                .ask(
                    "return '/compare?a=' + coopcts.site.runs[0].id + '&b=' +"
                        + " coopcts.site.runs.at(-1).id"));
    List<String> found = new ArrayList<>();
    for (String theme : List.of("light", "dark")) {
      browser().ask("document.documentElement.dataset.theme = arguments[0]", theme);
      for (String page : pages) {
        browser().open(site, page);
        browser().violations(theme).forEach(text -> found.add(theme + " " + page + ": " + text));
      }
    }
    assertEquals(String.join("\n", found), "");
    assertEquals(String.join("\n", browser().requests()), "");
    assertEquals(String.join("\n", browser().errors()), "");
  }

  /** The page of one run that stands beside its journal. */
  @Test(groups = "browser")
  void theCoveragePageIsAccessibleAndSearched() throws IOException, InterruptedException {
    Path run = Files.createDirectories(folder.resolve("coverage"));
    for (String name : List.of("results.jsonl", "device.json")) {
      Files.copy(run("h200-default").resolve(name), run.resolve(name));
    }
    new RunFolder(run).render(folder.resolve("none"));
    browser().requests();
    browser().errors();
    List<String> found = new ArrayList<>();
    for (String theme : List.of("light", "dark")) {
      browser().prefer(theme);
      browser().openFile(run.resolve("coverage.html"));
      browser().ask("document.querySelectorAll('details').forEach(d => d.open = true)");
      browser().violations(theme).forEach(text -> found.add(theme + ": " + text));
    }
    browser().prefer("");
    assertEquals(String.join("\n", found), "");
    Coverage coverage = Coverage.of(Recording.read(run).rows());
    long failed =
        coverage.lines().stream()
            .filter(line -> line.verdicts().keySet().stream().anyMatch(RecordedVerdict::isFailed))
            .count();
    assertTrue(failed > 5);
    browser().ask("state.value = 'failed'; state.dispatchEvent(new Event('change'));");
    assertEquals(
        browser().text("#found"), failed + " of " + coverage.lines().size() + " assertions");
    assertTrue(browser().address().contains("state=failed"));
    assertEquals(String.join("\n", browser().requests()), "");
    assertEquals(String.join("\n", browser().errors()), "");
  }

  @Test(groups = "browser")
  void aHostileJournalRunsNothing() throws IOException {
    Path run = HostileRun.into(folder);
    Path out = folder.resolve("hostile-site");
    Dashboard made = Dashboard.write(out, List.of(run));
    assertEquals(made.cases(), 7);
    assertEquals(made.damaged().values().iterator().next().intValue(), 3);
    try (Stream<Path> files = Files.walk(out)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        assertFalse(Files.readString(file).contains("DO-NOT-SHOW"), file.toString());
      }
    }
    browser().open(out, "/");
    browser().requests();
    browser().errors();
    List<String> pages = new ArrayList<>(PAGES);
    pages.add((String) browser().ask("return '/device/' + coopcts.site.devices[0].id"));
    pages.add((String) browser().ask("return '/run/' + coopcts.site.runs[0].id"));
    pages.add((String) browser().ask("return '/bucket/' + coopcts.site.buckets[0].id"));
    pages.add("/case/evil." + HTML.replace("/", "%2F") + ".0");
    pages.add("/assertion/" + HTML.replace("/", "%2F"));
    pages.add("/cases?q=" + HTML);
    pages.add("/case/__proto__");
    pages.add("/__proto__");
    for (String page : pages) {
      browser().open(out, page);
      assertNull(browser().ask("return window.pwned ?? null"), page);
      assertEquals(browser().all("main script, main img[src=x]").size(), 0, page);
    }
    browser()
        .open(
            out,
            (String)
                browser()
                    .ask(
                        "return '/bucket/' + coopcts.site.buckets[0].id + '?run='"
                            + " + coopcts.site.runs[0].id"));
    browser().waitFor("!!document.querySelector('main .picture img')");
    assertNull(browser().ask("return window.pwned ?? null"), "a heat map runs nothing");
    browser().open(out, "/case/evil." + HTML.replace("/", "%2F") + ".0");
    browser().ask("[...document.querySelectorAll('.tabs button')].at(0).click()");
    browser().waitFor("!!document.querySelector('.files img, .files pre')");
    assertNull(browser().ask("return window.pwned ?? null"));
    assertEquals(String.join("\n", browser().requests()), "");
    assertEquals(String.join("\n", browser().errors()), "");
    browser().open(out, "/runs");
    assertTrue(browser().text("main").contains("3 damaged lines"));
    assertTrue(browser().text("main").contains("interrupted"));
  }

  @Test(groups = "scale")
  void aHundredThousandCasesInTenRunsOpenAtOnce() throws IOException {
    browser();
    List<Path> many = new ArrayList<>();
    for (int n = 0; n < 10; n++) {
      Path run = folder.resolve("big/" + n);
      Files.createDirectories(run);
      many.add(run);
      try (BufferedWriter out = Files.newBufferedWriter(run.resolve("results.jsonl"))) {
        for (int i = 0; i < 100_000; i++) {
          boolean bad = (i * 31 + n) % 89 == 0;
          out.write("{\"case\":\"khr.load.float" + i % 7 + ".a." + i % 64 + "x" + i / 64 % 64);
          out.write(".subgroup.v" + i + "\",\"verdict\":\"" + (bad ? "FAIL" : "PASS"));
          out.write("\",\"expected\":" + !bad + ",\"assertions\":[\"KHR-LOAD-001\",\"KHR-LOAD-0");
          out.write(
              (i % 20 + 11) + "\"],\"subcases\":3,\"failedSubcases\":[],\"millis\":" + i % 50);
          out.write(",\"message\":\"");
          out.write(bad ? "result+" + i + ": expected 1, got 2 [KHR-LOAD-001]" : "");
          out.write("\",\"started\":" + (1_700_000_000_000L + n * 86_400_000L + i) + "}\n");
        }
      }
    }
    Path out = folder.resolve("big-site");
    assertEquals(Dashboard.write(out, many).cases(), 100_000);
    long before = System.nanoTime();
    browser().open(out, "/cases?q=float3+v9999&show=failed");
    double seconds = (System.nanoTime() - before) / 1e9;
    double megabytes = browser().heap() / 1e6;
    System.out.printf("100,000 cases x 10 runs: %.2f s, %.0f MB%n", seconds, megabytes);
    assertTrue(seconds < 3 * slowness(), seconds + " s");
    assertTrue(megabytes < 300, megabytes + " MB");
    Folders.delete(out);
    Folders.delete(folder.resolve("big"));
  }
}
