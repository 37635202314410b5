// SPDX-License-Identifier: Apache-2.0
package coopcts.reports;

import coopcts.cache.WholeFile;
import coopcts.model.DeviceReport;
import coopcts.reports.explain.Buckets;
import coopcts.reports.explain.Causes;
import coopcts.reports.read.RecordedRun;
import coopcts.reports.read.Recording;
import coopcts.reports.read.Row;
import coopcts.reports.read.RunFileException;
import coopcts.reports.read.RunFiles;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/**
 * The folder of a run and the files in it. A run writes its {@link Journal} there; all other files
 * follow from it and can be made again.
 *
 * @param path of the folder
 */
public record RunFolder(Path path) {

  private static final JsonMapper JSON =
      JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();

  /** Where the picture of a case is, if it has one. */
  Path picture(String name) {
    return path.resolve("pictures").resolve(name + ".svg");
  }

  /**
   * Keeps the picture of a case as {@code pictures/NAME.svg}; an earlier one is replaced.
   *
   * @param name of the case
   * @param svg the picture, an SVG document
   * @throws IOException if it cannot be written
   */
  public void draw(String name, String svg) throws IOException {
    Path file = picture(name);
    Files.createDirectories(file.getParent());
    Files.writeString(file, svg);
  }

  /**
   * Writes {@code device.json}, whole or not at all; an earlier one is replaced.
   *
   * @param report of the device
   * @throws JournalException if it cannot be written
   */
  public void writeDevice(DeviceReport report) {
    write("device.json", report);
  }

  /**
   * {@return the report of the device that the run was on, from {@code device.json}}
   *
   * @throws UsageException if the file is missing, too large, no JSON, or lacks a member
   */
  public DeviceReport device() {
    return readReport(path.resolve("device.json"));
  }

  /**
   * Reads a report of a device from any file.
   *
   * @param file in the form of {@code device.json}
   * @return the report
   * @throws UsageException if the file is missing, too large, no JSON, or lacks a member
   */
  public static DeviceReport readReport(Path file) {
    DeviceReport report = readJson(file, DeviceReport.class);
    Optional<String> missing = report == null ? Optional.of("the report") : report.missing();
    if (missing.isPresent()) {
      throw new UsageException(
          "%s is no whole device report: %s is missing".formatted(file, missing.get()));
    }
    return report;
  }

  /**
   * Writes {@code summary.json}, whole or not at all; an earlier one is replaced.
   *
   * @param summary of the run
   * @throws JournalException if it cannot be written
   */
  public void writeSummary(Summary summary) {
    write("summary.json", summary);
  }

  /**
   * {@return the summary of the run, made of its journal; of a journal of schema 1 that of {@code
   * summary.json}} It writes nothing.
   *
   * @throws UsageException if the folder holds no journal
   * @throws java.io.UncheckedIOException if {@code causes.json} is there and cannot be read
   */
  public Summary summary() {
    Recording run = recording();
    return read(run, Buckets.of(run.rows(), Causes.read(path))).summary;
  }

  /**
   * Makes the summary of a run that ends and writes {@code summary.json}. Causes that an earlier
   * session found and that cannot be read now are left out: {@link #render} reports them.
   *
   * @return the summary
   * @throws UsageException if the folder holds no journal
   * @throws JournalException if it cannot be written
   */
  public Summary sumUp() {
    Recording run = recording();
    Summary summary = read(run, Buckets.of(run.rows(), Causes.readable(path))).summary;
    writeSummary(summary);
    return summary;
  }

  private Recording recording() {
    try {
      return Recording.read(path);
    } catch (RunFileException e) {
      throw new UsageException(e.getMessage());
    } catch (IOException e) {
      throw new UsageException(path + " cannot be read; is this the folder of a run?");
    }
  }

  private record Read(Journal.Read journal, Summary summary, CompiledCode code) {}

  /** A journal of schema 1 leaves to {@code summary.json} what it does not say itself. */
  private Read read(Recording run, Buckets buckets) {
    Summary.Tally tally = new Summary.Tally();
    CompiledCode code = new CompiledCode();
    Map<String, Row> last = new LinkedHashMap<>();
    Journal.Read journal =
        Journal.scan(
            path,
            result -> {
              if (run.repeated().contains(result.name())) {
                last.put(result.name(), result);
              } else {
                tally.add(result);
                code.add(result);
              }
            });
    last.values().forEach(tally::add);
    last.values().forEach(code::add);
    Summary derived = Summary.of(journal, tally, buckets);
    Path file = path.resolve("summary.json");
    if (journal.header().isPresent()) {
      return new Read(journal, derived, code);
    }
    if (Files.exists(file)) {
      return new Read(journal, readJson(file, Summary.class), code);
    }
    String device = Files.exists(path.resolve("device.json")) ? deviceText(device()) : "";
    return new Read(
        journal,
        Summary.of(device, "", 0, tally, buckets, List.of(), derived.workingSeconds(), 1),
        code);
  }

  /**
   * {@return a device in one text, such as {@code NAME (DRIVER VERSION)}, as the summary has it}
   *
   * @param report of the device
   */
  public static String deviceText(DeviceReport report) {
    DeviceReport.Identity identity = report.identity();
    return "%s (%s %s)".formatted(identity.name(), identity.driver(), identity.driverInfo());
  }

  private static <T> T readJson(Path file, Class<T> type) {
    try {
      byte[] bytes =
          RunFiles.document(file).orElseThrow(() -> new NoSuchFileException(file.toString()));
      return JSON.readValue(bytes, type);
    } catch (RunFileException e) {
      throw new UsageException(e.getMessage());
    } catch (IOException e) {
      throw new UsageException(file + " cannot be read; does it exist?");
    } catch (JacksonException e) {
      throw UsageException.notUnderstood(file.toString(), e);
    }
  }

  private void write(String name, Object value) {
    try {
      byte[] text = (JSON.writeValueAsString(value) + "\n").getBytes(StandardCharsets.UTF_8);
      WholeFile.write(path.resolve(name), path.resolve(name + ".part"), text);
    } catch (IOException e) {
      throw new JournalException(path.resolve(name), e);
    }
  }

  /**
   * How the reports are made.
   *
   * @param junit which cases {@code junit.xml} has
   * @param history folder that carries Allure's history from run to run, or null
   */
  public record Rendering(JUnitXml.Scope junit, Path history) {
    /** All cases in JUnit XML, no history. */
    public static final Rendering USUAL = new Rendering(JUnitXml.Scope.ALL, null);
  }

  /**
   * What was made.
   *
   * @param allure what was made of the Allure report
   * @param leftOut cases that have no file in {@code allure-results}
   * @param junitBytes the size of {@code junit.xml}
   * @param damage what there is to say of lines of the journal that are lost, or empty
   * @param notes what there is to say of notes that are left out
   */
  public record Rendered(
      AllureReport.Made allure,
      int leftOut,
      long junitBytes,
      Optional<String> damage,
      List<String> notes) {

    private Rendered with(AllureReport.Made made) {
      return new Rendered(made, leftOut, junitBytes, damage, notes);
    }
  }

  /**
   * Makes all reports from the journal, with all cases in JUnit XML and without Allure's history:
   * coverage page, JUnit XML, CSV, Markdown, SARIF, Allure results and the Allure report. Earlier
   * ones are replaced. A run that was interrupted can be rendered too.
   *
   * @param allure folder of the unpacked generator of Allure, or a folder without one: then the
   *     Allure report is left out
   * @return what was made and what was left out
   * @throws IOException if a file cannot be written, or Allure's generator fails
   * @throws InterruptedException if the thread is interrupted while Allure runs
   * @throws UsageException if the folder holds no run
   */
  public Rendered render(Path allure) throws IOException, InterruptedException {
    return render(allure, Rendering.USUAL);
  }

  /**
   * Makes all reports from the journal, with options: coverage page, JUnit XML, CSV, Markdown,
   * SARIF, Allure results and the Allure report. Earlier ones are replaced. A run that was
   * interrupted can be rendered too.
   *
   * @param allure folder of the unpacked generator of Allure, or a folder without one: then the
   *     Allure report is left out
   * @param how the options
   * @return what was made and what was left out
   * @throws IOException if a file cannot be written, or Allure's generator fails
   * @throws InterruptedException if the thread is interrupted while Allure runs
   * @throws UsageException if the folder holds no run
   */
  public Rendered render(Path allure, Rendering how) throws IOException, InterruptedException {
    Rendered made = renderResults(how);
    return made.with(renderAllure(allure, how));
  }

  /**
   * Makes all reports from the journal but the Allure report, of which the results are written.
   *
   * @param how the options
   * @return what was made and what was left out
   * @throws IOException if a file cannot be written
   * @throws UsageException if the folder holds no run
   */
  public Rendered renderResults(Rendering how) throws IOException {
    if (!RecordedRun.isIn(path)) {
      throw new UsageException(path + " holds no run: there is no results.jsonl");
    }
    Recording run = Recording.read(path);
    Causes causes = Causes.read(path);
    Buckets buckets = Buckets.of(run.rows(), causes);
    Read read = read(run, buckets);
    if (read.journal.header().isPresent()) {
      writeSummary(read.summary);
    }
    Coverage coverage = new Coverage();
    try (ResultsCsv csv = new ResultsCsv(path.resolve("results.csv"), buckets)) {
      for (Row row : run.rows()) {
        coverage.add(row);
        csv.add(row);
      }
    }
    Files.write(path.resolve("failures.csv"), failures(run));
    Files.write(path.resolve("deqp-results.csv"), (Iterable<String>) ofRunner(run)::iterator);
    CoveragePage.write(path.resolve("coverage.html"), run, coverage);
    Path junit = path.resolve("junit.xml");
    JUnitXml.write(junit, run, buckets, how.junit);
    read.code.write(path);
    FailureNotes notes = FailureNotes.beside(path);
    RunDigest.write(path, run, buckets, causes, notes);
    Sarif.write(path.resolve("findings.sarif"), run, buckets, causes);
    Path allureResults = path.resolve("allure-results");
    Folders.delete(allureResults);
    int leftOut = AllureResults.write(allureResults, run, buckets, causes, how.history);
    return new Rendered(
        AllureReport.Made.NO_GENERATOR,
        leftOut,
        Files.size(junit),
        read.journal.damage(),
        notes.leftOut());
  }

  /**
   * Makes the Allure report of the results that {@link #renderResults} has written.
   *
   * @param allure folder of the unpacked generator of Allure, or a folder without one
   * @param how the options
   * @return what was made
   * @throws IOException if Allure's generator fails
   * @throws InterruptedException if the thread is interrupted while Allure runs
   */
  public AllureReport.Made renderAllure(Path allure, Rendering how)
      throws IOException, InterruptedException {
    return AllureReport.generate(
        allure,
        path.resolve("allure-results"),
        path.resolve("allure-report"),
        path.resolve("allure.log"),
        how.history);
  }

  /** A line for each case with its seconds, as deqp-runner's own results.csv has it. */
  private static Stream<String> ofRunner(Recording run) {
    return StreamSupport.stream(run.rows().spliterator(), false)
        .map(
            row ->
                String.format(
                    Locale.ROOT,
                    "%s,%s,%.3f",
                    row.name(),
                    ExpectedWord.ofRunner(row.outcome()),
                    row.millis() / 1e3));
  }

  /** What is not as expected, in deqp-runner's words: a baseline of another run, here and there. */
  private static List<String> failures(Recording run) {
    List<String> lines = new ArrayList<>();
    for (Row row : run.rows()) {
      if (!row.expected()) {
        lines.add(row.name() + "," + ExpectedWord.ofRunner(row.outcome()));
      }
    }
    lines.sort(null);
    return lines;
  }
}
