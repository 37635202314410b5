// SPDX-License-Identifier: Apache-2.0
package coopcts.run.one;

import coopcts.oracle.Judgement;
import coopcts.reports.Folders;
import coopcts.reports.RunFolder;
import coopcts.reports.explain.Explanation;
import coopcts.reports.explain.Fingerprint;
import coopcts.reports.read.RecordedVerdict;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.regex.Pattern;

/**
 * Keeps what there is to show of cases that are not good: a folder for each case, below {@code
 * failures} or, for warnings, {@code warnings} in the run's folder. Only the first twelve of each
 * {@link Fingerprint} get one, and 2000 in all. A file that cannot be written is left out: the
 * verdict is in the journal.
 */
public final class FailureEvidence {

  /** The file with what a failing program was reduced to. */
  public static final String REDUCED = "reduced.txt";

  /** Details that are never kept. */
  public static final FailureEvidence NONE = new FailureEvidence(null, "");

  private static final String FAILURES = "failures";
  private static final String WARNINGS = "warnings";

  /** Folders written at most; a driver that fails everything must not fill the disk. */
  private static final int LIMIT = 2000;

  /** Folders that one process writes for one kind of failure in one family. */
  private static final int OF_A_KIND = 12;

  /** What the suite itself writes into the folder of a case, pictures and logs of workers too. */
  private static final Pattern OWN =
      Pattern.compile(
          "(shader|minimal)\\.comp|(mismatches|repro|reduced|after)\\.txt|kernel\\.log"
              + "|worker-.*|.*\\.svg|.*\\.elements\\.csv",
          Pattern.CASE_INSENSITIVE);

  private final Path runFolder;
  private final String repro;
  private final Map<Fingerprint, Integer> written = new HashMap<>();

  /**
   * Keeps files below a run's folder.
   *
   * @param runFolder the run's folder, or null if nothing is to be kept
   * @param repro the command that writes a case as files, up to the case's name
   */
  public FailureEvidence(Path runFolder, String repro) {
    this.runFolder = runFolder;
    this.repro = repro;
  }

  /**
   * {@return whether the suite itself writes a file of this name into the folder of a case}
   *
   * @param file its name, in letters of either case
   */
  public static boolean isOwn(String file) {
    return OWN.matcher(file).matches();
  }

  /**
   * Writes shader and notes and returns the folder relative to the run's; empty where nothing was
   * written.
   *
   * @param kind what the failure has in common with others
   */
  String write(Fingerprint kind, String name, String glsl, String notes) {
    if (runFolder == null) {
      return "";
    }
    Path all = runFolder.resolve(kind.verdict() == RecordedVerdict.WARN ? WARNINGS : FAILURES);
    Path folder = all.resolve(name);
    try {
      Files.createDirectories(all);
      if (!Files.exists(folder) && (isEnough(kind) || isFull(all))) {
        return "";
      }
      Files.createDirectories(folder);
      if (!glsl.isEmpty()) {
        Files.writeString(folder.resolve("shader.comp"), glsl);
      }
      Files.writeString(folder.resolve("mismatches.txt"), notes);
      Files.writeString(folder.resolve("repro.txt"), repro + " " + name + "\n");
    } catch (IOException e) {
      return "";
    }
    return Folders.below(runFolder, folder);
  }

  private boolean isEnough(Fingerprint kind) {
    return written.merge(kind, 1, Integer::sum) > OF_A_KIND;
  }

  private static boolean isFull(Path all) throws IOException {
    try (var existing = Files.list(all)) {
      return existing.limit(LIMIT).count() >= LIMIT;
    }
  }

  /**
   * Keeps what remains of a process that a case has brought down.
   *
   * @param kind of the failure, by which they are counted
   * @param name of the case
   * @param notes text for readers
   * @param files that are copied; those that cannot be copied are left out
   * @return the case's folder relative to the run's, with slashes; empty text if nothing is kept
   */
  public String keep(Fingerprint kind, String name, String notes, List<Path> files) {
    String folder = write(kind, name, "", notes);
    if (!folder.isEmpty()) {
      for (Path file : files) {
        try {
          Files.copy(
              file,
              runFolder.resolve(folder).resolve(file.getFileName()),
              StandardCopyOption.REPLACE_EXISTING);
        } catch (IOException e) {
          // What is not there cannot be shown.
        }
      }
    }
    return folder;
  }

  /**
   * Adds a file to the folder that a failed case has already. If it has none, or it cannot be
   * written, nothing happens. Not for {@link #NONE}.
   *
   * @param name of the case
   * @param file name of the file; an earlier one is replaced
   * @param text its contents
   */
  public void add(String name, String file, String text) {
    Path folder = runFolder.resolve(FAILURES).resolve(name);
    try {
      if (Files.isDirectory(folder)) {
        Files.writeString(folder.resolve(file), text);
      }
    } catch (IOException e) {
      // The verdict is in the journal either way.
    }
  }

  /** Pictures and table of a failing subcase's elements, beside its shader. */
  void explain(String name, String subcase, Judgement judgement, List<byte[]> before) {
    if (runFolder != null) {
      try {
        Path folder = runFolder.resolve(FAILURES).resolve(name);
        Explanation.write(folder, subcase, name + ", " + subcase, judgement, before);
      } catch (IOException e) {
        // A picture is no part of the verdict.
      }
    }
  }

  /**
   * {@return the contents of a file {@link #REDUCED}: name, kind and source, joined by line feeds}
   *
   * @param name of the reduced program
   * @param kind what its shader consists of, in one line
   * @param glsl its source
   */
  public static String reduced(String name, String kind, String glsl) {
    return "%s\n%s\n%s".formatted(name, kind, glsl);
  }

  /** Keeps what a failing program was reduced to. */
  void reduced(String name, String text) {
    if (runFolder != null && !text.isEmpty()) {
      try {
        Files.writeString(runFolder.resolve(FAILURES).resolve(name).resolve(REDUCED), text);
      } catch (IOException e) {
        // What is not written is not shown.
      }
    }
  }

  /** Keeps a case's picture, for the report. */
  void draw(String name, Supplier<String> svg) {
    if (runFolder != null) {
      try {
        new RunFolder(runFolder).draw(name, svg.get());
      } catch (IOException e) {
        // A picture is no part of the verdict.
      }
    }
  }
}
