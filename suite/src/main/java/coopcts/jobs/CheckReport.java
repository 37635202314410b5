// SPDX-License-Identifier: Apache-2.0
package coopcts.jobs;

import coopcts.device.DeviceUnavailableException;
import coopcts.reports.page.PageTemplate;
import coopcts.spirv.CompileException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/**
 * What {@code check} says of a shader, as text and as a page.
 *
 * @param findings what is wrong, and what depends on the implementation
 * @param source lines of the source for messages; empty if the shader has no source
 * @param guesses what the job fills in although neither shader nor user says it
 */
public record CheckReport(
    ShaderCheck.Findings findings, Optional<SourceFrame> source, CheckJob.Guesses guesses) {

  /** What buffers are given of which nobody says how large they are: more where that is too few. */
  private static final int[] GUESSES = {1 << 16, 1 << 22};

  /** Findings of one class that are told. */
  private static final int MOST_OF_A_CLASS = 5;

  /**
   * Checks a shader that comes without a job: makes one, and runs it on the reference device's
   * profiles.
   *
   * @param shader path of the source or module
   * @param options what a pipeline and a dispatch would say
   * @param folder for the job that is made, which exists; files are replaced
   * @param cache folder of compiled shaders
   * @param turns receives {@link Culprit#REFERENCE} when the front end is done
   * @return the report
   * @throws IOException if a file cannot be read or written
   * @throws CompileException if the front end rejects the shader
   * @throws DeviceUnavailableException if no reference device can be opened
   * @throws coopcts.reports.UsageException if the shader is missing, or says what no job can
   */
  public static CheckReport of(
      Path shader, CheckJob.Options options, Path folder, Path cache, Consumer<Culprit> turns)
      throws IOException, CompileException, DeviceUnavailableException {
    CheckReport report = null;
    for (int guess : GUESSES) {
      CheckJob job = CheckJob.write(shader, folder, options, guess);
      report = of(job.file(), job.guesses(), cache, turns);
      if (report.findings.unjudged().isEmpty()) {
        break;
      }
    }
    return report;
  }

  /**
   * Checks a shader with a job that the user wrote, on the reference device's profiles.
   *
   * @param job path of the job file
   * @param cache folder of compiled shaders
   * @param turns receives {@link Culprit#REFERENCE} when the front end is done
   * @return the report
   * @throws CompileException if the front end rejects the shader
   * @throws DeviceUnavailableException if no reference device can be opened
   * @throws coopcts.reports.UsageException if the job or one of its files is missing or broken
   */
  public static CheckReport of(Path job, Path cache, Consumer<Culprit> turns)
      throws CompileException, DeviceUnavailableException {
    return of(job, CheckJob.Guesses.NONE, cache, turns);
  }

  private static CheckReport of(
      Path job, CheckJob.Guesses guesses, Path cache, Consumer<Culprit> turns)
      throws CompileException, DeviceUnavailableException {
    ShaderCheck check = new ShaderCheck(job, guesses, cache);
    check.compile();
    turns.accept(Culprit.REFERENCE);
    return new CheckReport(check.findings(), check.source(), guesses);
  }

  /** Of each class no more than one can read. */
  private static List<CheckFinding> told(List<CheckFinding> all) {
    Map<String, Integer> counts = new TreeMap<>();
    return all.stream()
        .filter(one -> counts.merge(one.check(), 1, Integer::sum) <= MOST_OF_A_CLASS)
        .toList();
  }

  /** How many of each class are not told. */
  private static List<String> more(List<CheckFinding> all, String where) {
    Map<String, Integer> counts = new TreeMap<>();
    all.forEach(one -> counts.merge(one.check(), 1, Integer::sum));
    return counts.entrySet().stream()
        .filter(entry -> entry.getValue() > MOST_OF_A_CLASS)
        .map(
            entry ->
                "and %d more of [%s]%s"
                    .formatted(entry.getValue() - MOST_OF_A_CLASS, entry.getKey(), where))
        .toList();
  }

  /**
   * {@return the report as lines for the console: findings, the cause first, at most five of a
   * class; then what was not judged, and a summary}
   */
  public List<String> text() {
    List<String> lines = new ArrayList<>();
    for (CheckFinding one : told(findings.found())) {
      lines.add(one.text());
      lines.addAll(frames(one));
      where(one).ifPresent(text -> lines.add("  on " + text));
    }
    for (CheckFinding one : told(findings.elsewhere())) {
      lines.add("on %s alone: %s".formatted(where(one).orElse("others"), one.text()));
    }
    findings.rounded().forEach(one -> lines.add("differs by rounding: " + one));
    findings
        .notOffered()
        .forEach((profile, why) -> lines.add("not run as %s: %s".formatted(profile, why)));
    lines.addAll(notes());
    lines.add(summary());
    return lines;
  }

  private List<String> frames(CheckFinding one) {
    return source.map(file -> file.of(one)).orElse(List.of());
  }

  /** What is taken for granted, and what cannot be said. */
  private List<String> notes() {
    List<String> notes = new ArrayList<>();
    notes.addAll(more(findings.found(), ""));
    notes.addAll(more(findings.elsewhere(), " on others alone"));
    if (findings.completed().equals(ShaderCheck.NO_DEVICE)) {
      notes.add(
          "not judged: whether a device supports it; of the profiles only everything does, which"
              + " is no real device");
    }
    notes.addAll(guesses.text());
    told(findings.unjudged()).forEach(one -> notes.add("beyond that: " + one.message()));
    notes.addAll(more(findings.unjudged(), " beyond that"));
    if (!findings.guess().isEmpty()) {
      notes.add(
          "taken to be for subgroups of %d: %s (--subgroup-size says another)"
              .formatted(findings.meant(), findings.guess()));
    }
    return notes;
  }

  /** On which subgroups and profiles a finding holds; empty where that does not matter. */
  private static Optional<String> where(CheckFinding one) {
    SortedMap<String, SortedSet<Integer>> sizes = new TreeMap<>();
    for (Map.Entry<Integer, SortedSet<String>> entry : one.on().entrySet()) {
      if (entry.getKey() != 0) {
        sizes
            .computeIfAbsent(String.join(", ", entry.getValue()), _ -> new TreeSet<>())
            .add(entry.getKey());
      }
    }
    if (sizes.isEmpty()) {
      return one.on().isEmpty()
          ? Optional.empty()
          : Optional.of(String.join(", ", one.on().get(0)));
    }
    return Optional.of(
        "subgroups of "
            + sizes.entrySet().stream()
                .sorted(Comparator.comparing(entry -> entry.getValue().first()))
                .map(
                    entry ->
                        "%s (%s)"
                            .formatted(
                                entry.getValue().stream()
                                    .map(String::valueOf)
                                    .collect(Collectors.joining(" and ")),
                                entry.getKey()))
                .collect(Collectors.joining(", ")));
  }

  /** The verdict in a line. */
  private String summary() {
    if (findings.isNowhere()) {
      return "no profile of the reference device takes this shader";
    }
    String completed =
        findings.completed().isEmpty() ? "none" : String.join(", ", findings.completed());
    return "%s; run as %s"
        .formatted(
            findings.isClean()
                ? "nothing found"
                : "rules broken: %d; buffers that depend on the implementation: %d"
                    .formatted(findings.broken().size(), findings.dependent().size()),
            completed);
  }

  /**
   * One finding on the page.
   *
   * @param frame lines of the source
   */
  record Shown(String text, String frame, String where) {}

  /**
   * {@return the report as one HTML page, which loads nothing}
   *
   * @param shader name of the shader, for the title
   */
  public String html(String shader) {
    return PageTemplate.html("check.html")
        .fill(
            Map.of(
                "title", "check " + shader,
                "summary", summary(),
                "found", told(findings.found()).stream().map(this::shown).toList(),
                "elsewhere", told(findings.elsewhere()).stream().map(this::shown).toList(),
                "rounded", findings.rounded(),
                "notes", notes(),
                "left", findings.notOffered().entrySet()));
  }

  private Shown shown(CheckFinding one) {
    return new Shown(one.text(), String.join("\n", frames(one)), where(one).orElse(""));
  }
}
