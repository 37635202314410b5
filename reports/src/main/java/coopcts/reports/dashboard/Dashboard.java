// SPDX-License-Identifier: Apache-2.0
package coopcts.reports.dashboard;

import coopcts.reports.FailureNotes;
import coopcts.reports.Folders;
import coopcts.reports.UsageException;
import coopcts.reports.page.PageTemplate;
import coopcts.reports.read.RecordedRun;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * A static site over many runs, devices and nights in one folder. It needs no server and sends no
 * request away. The folder remembers which runs it was made of, so that more can be added later.
 *
 * @param runs number of runs that the site shows
 * @param cases number of different cases that they have
 * @param damaged number of lines of journals that could not be read, by the folder of the run
 * @param gone folders that the site was made of before and that hold no run any more
 * @param notes a line for each file of notes of which something is left out
 */
public record Dashboard(
    int runs, int cases, Map<Path, Integer> damaged, List<Path> gone, List<String> notes) {

  private static final String FOLDERS = "folders.txt";
  private static final String RESOURCES = "/coopcts/reports/dashboard/";

  /** Loaded by the page, in this order. */
  private static final List<String> SCRIPTS =
      List.of(
          "lib/preact.min.umd.js",
          "lib/hooks.umd.js",
          "lib/htm.umd.js",
          "store.js",
          "parts.js",
          "table.js",
          "charts.js",
          "one.js",
          "overview.js",
          "devices.js",
          "map.js",
          "assertions.js",
          "buckets.js",
          "cases.js",
          "runs.js",
          "compare.js",
          "app.js");

  /** Loaded when they are needed, or read by people. */
  private static final List<String> OTHERS =
      List.of(
          "lib/d3.min.js",
          "lib/plot.umd.min.js",
          "lib/slick.core.js",
          "lib/slick.interactions.js",
          "lib/slick.grid.js",
          "lib/slick.grid.css",
          "lib/LICENSES.txt",
          "site.css",
          "theme.js");

  /** What a run's own page links to, where the run has it, and what that is. */
  public static final Map<String, String> REPORTS = reports();

  private static final String ALLURE = "allure-report/index.html";

  private static final String INDEX = "index.html";

  /**
   * What the page's template asks for.
   *
   * @param base where assets and data lie, seen from the page: empty or a folder with a slash
   */
  private record Page(String base, List<String> scripts) {}

  private static Map<String, String> reports() {
    Map<String, String> reports = new LinkedHashMap<>();
    reports.put(ALLURE, "Allure, one row for each case");
    reports.put("coverage.html", "assertions: checked, proven, open");
    reports.put("summary.md", "for the comment of a merge request");
    reports.put("compiled.md", "what the compiler made: sizes, registers, matrix instructions");
    reports.put("junit.xml", "for CI systems");
    reports.put("results.csv", "a line for each case");
    reports.put(
        "failures.csv", "what is unexpected, as deqp-runner has it and takes it as a baseline");
    reports.put("deqp-results.csv", "a line for each case, as deqp-runner has it");
    reports.put("findings.sarif", "for code scanning and editors");
    reports.put("summary.json", "the counts for programs");
    reports.put("device.json", "what the device reports");
    return Collections.unmodifiableMap(reports);
  }

  /**
   * Writes the site, with feeds that link to {@code index.html} without an address. Runs of which
   * the site was made before stay in it.
   *
   * @param out the site's folder; made if it is missing
   * @param folders of runs to add; may be empty if the site has some already
   * @return what the site shows and what was left out
   * @throws UsageException if a folder holds no run, or there is none at all
   * @throws IOException if a file cannot be read or written
   */
  public static Dashboard write(Path out, List<Path> folders) throws IOException {
    return write(out, folders, INDEX);
  }

  /**
   * Writes the site, with feeds that link to its address. Runs of which the site was made before
   * stay in it.
   *
   * @param out the site's folder; made if it is missing
   * @param folders of runs to add; may be empty if the site has some already
   * @param address the URL at which the site's page is published
   * @return what the site shows and what was left out
   * @throws UsageException if a folder holds no run, or there is none at all
   * @throws IOException if a file cannot be read or written
   */
  public static Dashboard write(Path out, List<Path> folders, String address) throws IOException {
    Files.createDirectories(out);
    Path site = out.toRealPath();
    List<Path> gone = new ArrayList<>();
    Set<Path> all = new LinkedHashSet<>();
    for (Path folder : remembered(site)) {
      if (RecordedRun.isIn(folder)) {
        all.add(folder.toRealPath());
      } else {
        gone.add(folder);
      }
    }
    for (Path folder : folders) {
      if (!RecordedRun.isIn(folder)) {
        throw new UsageException(folder + " holds no run: there is no results.jsonl");
      }
      all.add(folder.toRealPath());
    }
    if (all.isEmpty()) {
      throw new UsageException("no runs to show: name their folders");
    }
    RunArchive archive = RunArchive.of(List.copyOf(all));
    Findings findings = new Findings(archive);
    FailureNotes notes = FailureNotes.beside(site);
    write(archive, findings, notes, SiteData.Focus.NONE, site, site);
    Feed.write(site, archive, findings, address);
    Files.write(
        site.resolve(FOLDERS), all.stream().map(folder -> Folders.below(site, folder)).toList());
    Map<Path, Integer> damaged = new LinkedHashMap<>();
    for (RunArchive.Run run : archive.runs()) {
      if (run.recorded().damaged() > 0) {
        damaged.put(run.recorded().folder(), run.recorded().damaged());
      }
    }
    return new Dashboard(
        archive.runs().size(), archive.names().size(), damaged, gone, notes.leftOut());
  }

  /**
   * Writes the page of one run: {@code index.html} and {@code badge.svg} in its folder, and what
   * the page loads in the folder {@code page}. Earlier ones are replaced.
   *
   * @param run folder of the run
   * @param earlier folder of a run that this one is compared with, or null; ignored if it holds no
   *     run
   * @return the path of the page
   * @throws IOException if a file cannot be read or written, or {@code run} holds no journal
   */
  public static Path page(Path run, Path earlier) throws IOException {
    return page(run, earlier, false);
  }

  /**
   * Writes the page of one run as {@link #page(Path, Path)} does.
   *
   * @param run the run's folder
   * @param earlier folder of a run that the page compares this one with, or null
   * @param allureFollows whether the Allure report is made next, and is linked to already
   * @return the path of the page
   * @throws IOException if a file cannot be read or written, or {@code run} holds no journal
   */
  public static Path page(Path run, Path earlier, boolean allureFollows) throws IOException {
    List<Path> folders = new ArrayList<>(List.of(run.toRealPath()));
    if (earlier != null && RecordedRun.isIn(earlier)) {
      folders.add(earlier.toRealPath());
    }
    RunArchive archive = RunArchive.of(folders.stream().distinct().toList());
    Map<String, String> reports = new LinkedHashMap<>(REPORTS);
    reports
        .keySet()
        .removeIf(
            file ->
                !Files.isRegularFile(run.resolve(file)) && !(allureFollows && file.equals(ALLURE)));
    SiteData.Focus focus = new SiteData.Focus(folders.getFirst(), reports);
    write(
        archive, new Findings(archive), FailureNotes.beside(run), focus, run.resolve("page"), run);
    Files.writeString(
        run.resolve("badge.svg"),
        Feed.badge(
            archive.runs().stream()
                .filter(one -> one.recorded().folder().equals(folders.getFirst()))
                .toList()));
    return run.resolve(INDEX);
  }

  /**
   * @param site the folder that takes data and assets
   * @param page the folder that takes the page: the site's own or the one above
   */
  private static void write(
      RunArchive archive,
      Findings findings,
      FailureNotes notes,
      SiteData.Focus focus,
      Path site,
      Path page)
      throws IOException {
    Folders.delete(site.resolve("data"));
    new SiteData(archive, findings, notes, focus, site.resolve("data")).write();
    for (String name : SCRIPTS) {
      copy(name, site);
    }
    for (String name : OTHERS) {
      copy(name, site);
    }
    String base = site.equals(page) ? "" : site.getFileName() + "/";
    Files.writeString(
        page.resolve(INDEX),
        PageTemplate.html("dashboard/index.html").fill(new Page(base, SCRIPTS)));
  }

  private static List<Path> remembered(Path site) throws IOException {
    Path file = site.resolve(FOLDERS);
    return Files.exists(file)
        ? Files.readAllLines(file).stream().map(line -> site.resolve(line).normalize()).toList()
        : List.of();
  }

  private static void copy(String name, Path site) throws IOException {
    Path to = site.resolve("assets").resolve(name);
    Files.createDirectories(to.getParent());
    try (InputStream in = Dashboard.class.getResourceAsStream(RESOURCES + name)) {
      if (in == null) {
        throw new IOException(name + " is missing from the suite");
      }
      Files.copy(in, to, StandardCopyOption.REPLACE_EXISTING);
    }
  }
}
