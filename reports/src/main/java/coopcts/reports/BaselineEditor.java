// SPDX-License-Identifier: Apache-2.0
package coopcts.reports;

import coopcts.model.DeviceReport;
import coopcts.plan.Verdict;
import coopcts.reports.Baseline.BaselineKind;
import coopcts.reports.Baseline.BaselineLine;
import coopcts.reports.read.Row;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Writes baselines: makes one of what a run found, or brings one up to date with a run. Then every
 * comment and every line that is still true stays where it is.
 */
public final class BaselineEditor {

  private final Path folder;
  private final Aliases aliases;
  private final List<String> said = new ArrayList<>();

  private BaselineEditor(Path folder, Aliases aliases) {
    this.folder = folder;
    this.aliases = aliases;
  }

  /**
   * Makes a baseline of a run. It has a file even if the run has no failures: version control keeps
   * no empty folder.
   *
   * @param folder of the new baseline, made if it is missing; it must hold no text file
   * @param run a run with a journal and a {@code device.json}
   * @return one line for the console about each change, in the order in which they were made
   * @throws IOException if a file cannot be written
   * @throws UsageException if the folder holds a text file already, or the run cannot be read
   */
  public static List<String> from(Path folder, RunFolder run) throws IOException {
    Files.createDirectories(folder);
    if (!Baseline.files(folder).isEmpty()) {
      throw new UsageException(folder + " holds a baseline; --update brings it up to date");
    }
    List<String> said = new ArrayList<>(update(folder, run));
    if (Baseline.files(folder).isEmpty()) {
      DeviceReport.Identity identity = run.device().identity();
      Path file = file(folder, identity, BaselineKind.FAILS);
      Files.write(file, ties(identity));
      said.add((said.isEmpty() ? "no failures; wrote " : "no other failures; wrote ") + file);
    }
    return said;
  }

  /** The file of a kind in a baseline that has none of it. */
  private static Path file(Path folder, DeviceReport.Identity identity, BaselineKind kind) {
    String name = identity.name().toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]+", "-");
    return folder.resolve(name + "-" + kind.name().toLowerCase(Locale.ROOT) + ".txt");
  }

  /** The first lines of a new file. */
  private static List<String> ties(DeviceReport.Identity identity) {
    return List.of("# device: " + identity.name(), "# driver: " + identity.driver());
  }

  /**
   * Brings a baseline up to date with a run. Names of earlier versions and other verdicts are
   * changed, cases that are good now are removed, and bad cases that no line has are added at the
   * end of a file.
   *
   * @param folder of the baseline
   * @param run a run with a journal and a {@code device.json}, on the baseline's device and driver
   * @return one line for the console about each change, in the order in which they were made; empty
   *     if the baseline holds as it is
   * @throws IOException if a file cannot be written
   * @throws UsageException if the baseline is not understood or is of another device, or the run
   *     cannot be read
   */
  public static List<String> update(Path folder, RunFolder run) throws IOException {
    return update(folder, run, Aliases.known());
  }

  static List<String> update(Path folder, RunFolder run, Aliases aliases) throws IOException {
    Baseline known = Baseline.read(folder, aliases);
    DeviceReport.Identity identity = run.device().identity();
    known.requireOf(identity);
    BaselineEditor editor = new BaselineEditor(folder, aliases);
    Map<String, Row> results = new LinkedHashMap<>();
    Journal.read(run.path()).forEach(result -> results.put(result.name(), result));
    for (Path file : Baseline.files(folder)) {
      editor.rename(file);
      if (BaselineKind.of(file).orElseThrow() == BaselineKind.FAILS) {
        editor.edit(file, results);
      }
    }
    editor.add(identity, Baseline.read(folder), results);
    return editor.said;
  }

  /** Gives cases the names that they have now; the rest of each line stays. */
  private void rename(Path file) throws IOException {
    List<String> texts = Baseline.texts(file);
    List<String> renamed =
        texts.stream()
            .map(
                text -> {
                  String old = BaselineLine.content(text).replaceAll(",[^,]*$", "").strip();
                  String now = aliases.current(old);
                  if (old.isEmpty() || now.equals(old)) {
                    return text;
                  }
                  said.add(old + " is called " + now + " now");
                  return text.replaceFirst(Pattern.quote(old), Matcher.quoteReplacement(now));
                })
            .toList();
    if (!renamed.equals(texts)) {
      Files.write(file, renamed);
    }
  }

  private void edit(Path file, Map<String, Row> results) throws IOException {
    List<String> kept = new ArrayList<>();
    List<String> texts = Baseline.texts(file);
    for (int i = 0; i < texts.size(); i++) {
      String text = texts.get(i);
      if (BaselineLine.content(text).isEmpty()) {
        kept.add(text);
        continue;
      }
      BaselineLine line = BaselineLine.of(file, i + 1, BaselineKind.FAILS, text, false, aliases);
      Row result = results.get(line.glob().toString());
      if (!line.glob().isName()) {
        kept.add(glob(line, results));
      } else if (result == null || line.says(result.verdict())) {
        kept.add(text);
        if (result == null) {
          said.add(line + " is of no case of the run; it stays");
        }
      } else if (isBug(result.verdict())) {
        said.add(line + " is " + result.verdict() + " now");
        kept.add(
            text.replaceFirst(
                ",\\s*" + Pattern.quote(line.word().text()),
                "," + line.word().like(result.verdict())));
      } else {
        said.add(line + " is " + result.verdict() + " now; the line is taken out");
      }
    }
    Files.write(file, kept);
  }

  private String glob(BaselineLine line, Map<String, Row> results) {
    boolean holds =
        results.values().stream()
            .anyMatch(result -> line.glob().matches(result.name()) && line.says(result.verdict()));
    if (!holds) {
      said.add(line + " matches no such case; it stays");
    }
    return line.text();
  }

  /** Whether a baseline can hold it against a driver. */
  private static boolean isBug(Verdict verdict) {
    return !verdict.isGood() && !verdict.isSuiteFault() && verdict != Verdict.FLAKE;
  }

  private void add(DeviceReport.Identity identity, Baseline known, Map<String, Row> results)
      throws IOException {
    Map<BaselineKind, List<String>> added = new HashMap<>();
    for (Row result : results.values()) {
      if (result.verdict() == Verdict.SKIP || known.expects(result.name(), result.verdict())) {
        continue;
      }
      if (result.verdict() == Verdict.FLAKE) {
        added.computeIfAbsent(BaselineKind.FLAKES, _ -> new ArrayList<>()).add(result.name());
      } else if (isBug(result.verdict())) {
        added
            .computeIfAbsent(BaselineKind.FAILS, _ -> new ArrayList<>())
            .add(result.name() + "," + result.verdict());
      } else {
        said.add(result.name() + " is " + result.verdict() + "; no baseline can expect that");
      }
    }
    for (Map.Entry<BaselineKind, List<String>> one : added.entrySet()) {
      append(identity, one.getKey(), one.getValue());
    }
  }

  private void append(DeviceReport.Identity identity, BaselineKind kind, List<String> lines)
      throws IOException {
    Path file =
        Baseline.files(folder).stream()
            .filter(one -> BaselineKind.of(one).orElseThrow() == kind)
            .findFirst()
            .orElse(null);
    List<String> all = new ArrayList<>();
    if (file == null) {
      file = file(folder, identity, kind);
      all.addAll(ties(identity));
    } else {
      all.addAll(Baseline.texts(file));
    }
    all.addAll(lines);
    Files.write(file, all);
    said.add("%s: %d new %s".formatted(file, lines.size(), lines.size() == 1 ? "line" : "lines"));
  }
}
