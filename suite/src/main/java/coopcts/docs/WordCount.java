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
 * Measures how long the documents are and how long their sentences, and finds words that the rules
 * of {@code words.tsv} do not allow. Documents are read by the constructor; texts of help are given
 * afterwards, then the figures are asked for.
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

  /** Where sources other than Java's have texts for people. */
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
     * {@return whether the document is a record of runs, findings, devices or libraries, such as
     * those below docs/data and docs/findings, and no text about the suite}
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
   * Reads and checks README.md, CONTRIBUTING.md, all documents below {@code docs}, and the messages
   * in the sources: of Java, of C, of scripts and of pages.
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
   * Checks one text of a command's help against the rules; {@link #complaints} has what they do not
   * allow.
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
          messages(root, file, ScriptMessages.of(file, Files.readString(file)));
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
   * {@return what the rules do not allow in documents, messages and texts of help so far, a line
   * each with its place, in the order in which they were read}
   */
  public List<String> complaints() {
    return List.copyOf(complaints);
  }

  /**
   * {@return the number of words that are written by hand in the documents below {@code docs}}
   * Code, generated tables and records do not count.
   */
  public int words() {
    return sum(document -> document.path().startsWith("docs/"), Document::words);
  }

  /**
   * {@return the mean length, in words, of a sentence in the documents that are no records; 0
   * without sentences}
   */
  public double meanSentence() {
    return lengths().average().orElse(0);
  }

  /**
   * {@return the share, from 0 to 1, of sentences with a verb in the passive voice in the documents
   * that are no records; 0 without sentences}
   */
  public double passiveShare() {
    long sentences = lengths().count();
    return sentences == 0 ? 0 : (double) passive / sentences;
  }

  /** {@return the number of texts that {@link #help} was given} */
  public int helps() {
    return helps;
  }

  /** {@return the number of messages in sources that were checked against the rules} */
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
   * {@return a table for the console: a heading, one line for each document that is no record, and
   * lines with sums}
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
