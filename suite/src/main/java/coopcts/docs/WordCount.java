// SPDX-License-Identifier: Apache-2.0
package coopcts.docs;

import coopcts.docs.Prose.Block;
import coopcts.docs.Prose.Part;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import java.util.function.ToIntFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * How long the documents are and how long their sentences, and which of their words the rules do
 * not allow.
 */
public final class WordCount {

  /** What records runs, findings, devices, file formats and libraries. */
  private static final List<String> RECORDS =
      List.of(
          "docs/data/",
          "docs/findings/",
          "docs/devices/",
          "docs/schemas/",
          "docs/results.md",
          "docs/bill.md");

  /**
   * Where sources other than Java's have texts for people; {@link #FOREIGN} folders are left out.
   */
  private static final List<String> SCRIPTS =
      List.of(
          "run-cts.sh",
          "run-cts.cmd",
          "deqp-coopcts",
          "dev",
          ".ci",
          "agent",
          "nokernel",
          "replay",
          "docs/ci",
          "suite/src/main/scripts",
          "suite/src/main/resources",
          "reports/src/main/resources");

  /** Folders of libraries. */
  private static final Path FOREIGN = Path.of("lib");

  /**
   * A document and its measures.
   *
   * @param path from the project's folder
   * @param words of all that is written by hand: text, headings and tables
   * @param generated words of the tables that the suite writes
   * @param lengths the words of each sentence outside of tables
   */
  public record Document(String path, int words, int generated, List<Integer> lengths) {

    /**
     * Whether it is a record of runs or findings rather than a text about the suite.
     *
     * @return true below docs/data, docs/findings and the like
     */
    public boolean isRecord() {
      return WordCount.isRecord(path);
    }

    /**
     * The words of its longest sentence, or 0.
     *
     * @return a number of words
     */
    int longest() {
      return lengths.stream().mapToInt(Integer::intValue).max().orElse(0);
    }
  }

  private final WordRules rules = new WordRules();
  private final List<Document> documents = new ArrayList<>();
  private final List<String> complaints = new ArrayList<>();
  private int passive;
  private int helps;
  private int messages;

  /**
   * Reads README.md, CONTRIBUTING.md, all documents below {@code docs}, and the messages in the
   * sources: of Java, of C, of scripts and of pages.
   *
   * @param root the project's folder
   * @throws IOException if a document or a source cannot be read
   */
  public WordCount(Path root) throws IOException {
    try (Stream<Path> docs = Files.walk(root.resolve("docs"))) {
      List<Path> files =
          Stream.concat(
                  Stream.of(root.resolve("README.md"), root.resolve("CONTRIBUTING.md")),
                  docs.filter(file -> file.toString().endsWith(".md")).sorted())
              .toList();
      for (Path file : files) {
        document(root.relativize(file).toString().replace('\\', '/'), Files.readString(file));
      }
    }
    messages(root);
  }

  private static boolean isRecord(String path) {
    return RECORDS.stream().anyMatch(path::startsWith);
  }

  private void document(String path, String text) {
    List<Block> blocks = Prose.blocks(text);
    List<Integer> lengths = new ArrayList<>();
    for (Block block : blocks) {
      for (String sentence : block.sentences()) {
        if (block.part() == Part.TEXT) {
          lengths.add(Prose.words(sentence));
          passive += !isRecord(path) && Prose.isPassive(sentence) ? 1 : 0;
        }
        complain(path + ":" + block.line(), WordRules.RuleKind.DOCS, sentence);
      }
    }
    int words = blocks.stream().mapToInt(block -> Prose.words(block.text())).sum();
    documents.add(new Document(path, words, Prose.generatedWords(text), lengths));
  }

  /**
   * Holds a command's help against the rules.
   *
   * @param place what complaints call it, such as {@code help of run-cts.sh list}
   * @param text one description of a command or an option
   */
  public void help(String place, String text) {
    helps++;
    new Block(Part.TEXT, 1, Prose.plain(text))
        .sentences()
        .forEach(sentence -> complain(place, WordRules.RuleKind.HELP, sentence));
  }

  /** Holds the messages of the sources below a folder against the rules, where there are any. */
  private void messages(Path root) throws IOException {
    for (String module : List.of("generators", "cases", "reports", "suite")) {
      Path sources = root.resolve(module).resolve("src/main/java");
      if (!Files.isDirectory(sources)) {
        continue;
      }
      try (Stream<Path> files = Files.walk(sources)) {
        for (Path file :
            files.filter(file -> file.toString().endsWith(".java")).sorted().toList()) {
          messages(root, file, Messages.of(Files.readString(file)));
        }
      }
    }
    for (String place : SCRIPTS) {
      if (!Files.exists(root.resolve(place))) {
        continue;
      }
      try (Stream<Path> files = Files.walk(root.resolve(place))) {
        for (Path file : files.filter(ScriptMessages::reads).sorted().toList()) {
          if (!file.getParent().endsWith(FOREIGN)) {
            messages(root, file, ScriptMessages.of(file, Files.readString(file)));
          }
        }
      }
    }
  }

  private void messages(Path root, Path file, List<String> texts) {
    String place = "message of " + root.relativize(file).toString().replace('\\', '/');
    for (String text : texts) {
      messages++;
      new Block(Part.TEXT, 1, text)
          .sentences()
          .forEach(sentence -> complain(place, WordRules.RuleKind.MESSAGES, sentence));
    }
  }

  private void complain(String place, WordRules.RuleKind kind, String sentence) {
    rules.complaints(kind, sentence).forEach(line -> complaints.add(place + ": " + line));
  }

  /**
   * What the rules do not allow, a line each with its place.
   *
   * @return a copy, in the order of the documents
   */
  public List<String> complaints() {
    return List.copyOf(complaints);
  }

  /**
   * The words that are written by hand in the documents below {@code docs} that are no records.
   *
   * @return a number of words, without code, generated tables and records
   */
  public int words() {
    return sum(document -> document.path().startsWith("docs/"), Document::words);
  }

  /**
   * The mean length of a sentence in the documents that are no records, in words.
   *
   * @return words a sentence, or 0 without sentences
   */
  public double meanSentence() {
    return lengths().average().orElse(0);
  }

  /**
   * The share of sentences with a verb in the passive voice, in the documents that are no records.
   *
   * @return from 0 to 1, or 0 without sentences
   */
  public double passiveShare() {
    long sentences = lengths().count();
    return sentences == 0 ? 0 : (double) passive / sentences;
  }

  /**
   * The descriptions of commands and options that were held against the rules.
   *
   * @return a number of texts
   */
  public int helps() {
    return helps;
  }

  /**
   * The messages in sources that were held against the rules.
   *
   * @return a number of texts
   */
  public int messages() {
    return messages;
  }

  private IntStream lengths() {
    return documents.stream()
        .filter(document -> !document.isRecord())
        .flatMap(document -> document.lengths().stream())
        .mapToInt(Integer::intValue);
  }

  private int sum(Predicate<Document> which, ToIntFunction<Document> measure) {
    return documents.stream()
        .filter(document -> !document.isRecord())
        .filter(which)
        .mapToInt(measure)
        .sum();
  }

  /**
   * A table of all documents, and sums.
   *
   * @return lines for the console
   */
  public List<String> lines() {
    List<String> lines = new ArrayList<>();
    String row = "%-32s %7s %9s %9s %5s %7s";
    lines.add(row.formatted("document", "words", "generated", "sentences", "mean", "longest"));
    for (Document document : documents) {
      if (!document.isRecord()) {
        lines.add(
            row.formatted(
                document.path(),
                document.words(),
                document.generated(),
                document.lengths().size(),
                mean(document.lengths()),
                document.longest()));
      }
    }
    lines.add(
        "docs without records: %,d words, %,d generated words; %,d sentences of %.1f words on average, %d of more than %d"
            .formatted(
                words(),
                sum(document -> document.path().startsWith("docs/"), Document::generated),
                lengths().count(),
                meanSentence(),
                lengths().filter(length -> length > WordRules.LONGEST).count(),
                WordRules.LONGEST));
    lines.add(
        "%.0f %% of the sentences have a verb in the passive voice; checked as well: %,d texts of help, %,d messages"
            .formatted(100 * passiveShare(), helps, messages));
    lines.add(
        "records of runs, findings, devices and libraries: %,d words"
            .formatted(
                documents.stream()
                    .filter(Document::isRecord)
                    .mapToInt(document -> document.words() + document.generated())
                    .sum()));
    return lines;
  }

  private static String mean(List<Integer> lengths) {
    return "%.1f".formatted(lengths.stream().mapToInt(Integer::intValue).average().orElse(0));
  }
}
