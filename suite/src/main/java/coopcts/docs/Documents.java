// SPDX-License-Identifier: Apache-2.0
package coopcts.docs;

import coopcts.choices.ChoiceTable;
import coopcts.device.DeviceUnavailableException;
import coopcts.faults.DiagnosisTable;
import coopcts.oracle.CatalogueFile;
import coopcts.reports.UsageException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The documents in Markdown, with figures that the suite writes itself: what stands between {@code
 * <!--= NAME -->} and {@code <!--/-->}.
 */
public final class Documents {

  private static final Pattern FIGURE =
      Pattern.compile("(<!--= ([^>]+?) -->)(.*?)(<!--/-->)", Pattern.DOTALL);

  private final Path root;
  private final Map<String, String> figures = new TreeMap<>();

  /**
   * Prepares to update the figures of documents. Nothing is read yet.
   *
   * @param root the folder of README.md and docs
   */
  public Documents(Path root) {
    this.root = root;
  }

  /**
   * Writes the figures of all documents again and replaces the files in which they differ.
   *
   * @return the documents that changed, in the order in which they were read; empty if none did
   * @throws IOException if a document cannot be read or written
   * @throws DeviceUnavailableException if the reference device cannot be opened
   */
  public List<Path> update() throws IOException, DeviceUnavailableException {
    List<Path> changed = new ArrayList<>();
    for (Path document : all()) {
      String before = Files.readString(document);
      String after = current(document, before);
      if (!after.equals(before)) {
        Files.writeString(document, after);
        changed.add(document);
      }
    }
    return changed;
  }

  /**
   * The documents with a figure that is no longer true, each with what would change.
   *
   * @return one line for each figure
   * @throws IOException if a document cannot be read
   * @throws DeviceUnavailableException if the reference device cannot be opened
   */
  List<String> stale() throws IOException, DeviceUnavailableException {
    List<String> stale = new ArrayList<>();
    for (Path document : all()) {
      Matcher figures = FIGURE.matcher(Files.readString(document));
      while (figures.find()) {
        String current = text(document, figures.group(2));
        if (!current.equals(figures.group(3))) {
          stale.add(
              "%s: %s: '%s' is '%s' now"
                  .formatted(
                      root.relativize(document), figures.group(2), figures.group(3), current));
        }
      }
    }
    return stale;
  }

  private String current(Path document, String text)
      throws IOException, DeviceUnavailableException {
    Matcher figure = FIGURE.matcher(text);
    StringBuilder result = new StringBuilder();
    while (figure.find()) {
      String replacement = figure.group(1) + text(document, figure.group(2)) + figure.group(4);
      figure.appendReplacement(result, Matcher.quoteReplacement(replacement));
    }
    return figure.appendTail(result).toString();
  }

  private String text(Path document, String name) throws IOException, DeviceUnavailableException {
    String known = figures.get(name);
    if (known != null) {
      return known;
    }
    Optional<String> kept = kept(name);
    Optional<String> figure = kept.isPresent() ? kept : Figures.of(name);
    String text =
        figure.orElseThrow(
            () -> new UsageException(document + " quotes '" + name + "', which is no figure"));
    figures.put(name, text);
    return text;
  }

  /**
   * What is made of catalogues and of files beside the documents: {@code texts}, {@code freedoms},
   * {@code freedom runs}, {@code runs} and {@code told SEED}.
   */
  private Optional<String> kept(String name) throws IOException {
    if (name.equals("runs")) {
      return Optional.of(Runs.table(root.resolve("docs/runs")));
    }
    if (name.equals("texts")) {
      return Optional.of(texts());
    }
    if (name.equals("freedoms")) {
      return Optional.of(ChoiceTable.catalogue());
    }
    if (name.equals("freedom runs")) {
      return Optional.of(freedomRuns(root.resolve("docs/freedom")));
    }
    if (name.startsWith("told ")) {
      long seed = Long.parseLong(name.substring("told ".length()));
      Path file = root.resolve("docs/explained/seed-" + seed + ".json");
      return Optional.of(
          "\n\n" + String.join("\n", DiagnosisTable.read(file, seed).markdown()) + "\n\n");
    }
    return Optional.empty();
  }

  /** The texts that assertions are read off, with their revisions. */
  private static String texts() {
    return CatalogueFile.lines("texts.tsv")
        .map(line -> "| `%s` | %s | %s | %s |\n".formatted((Object[]) line))
        .collect(
            Collectors.joining(
                "", "\n\n| name | text | read in | held against |\n|---|---|---|---|\n", "\n"));
  }

  private static String freedomRuns(Path folder) throws IOException {
    if (!Files.isDirectory(folder)) {
      return "\n\nThere is no recorded run.\n\n";
    }
    List<Path> files;
    try (Stream<Path> all = Files.list(folder)) {
      files = all.filter(file -> file.toString().endsWith(".json")).sorted().toList();
    }
    List<ChoiceTable> tables = new ArrayList<>();
    for (Path file : files) {
      tables.add(ChoiceTable.read(file));
    }
    return ChoiceTable.markdown(tables);
  }

  private List<Path> all() throws IOException {
    try (Stream<Path> docs = Files.walk(root.resolve("docs"))) {
      return Stream.concat(Stream.of(root.resolve("README.md")), docs)
          .filter(file -> file.toString().endsWith(".md"))
          .sorted()
          .toList();
    }
  }
}
