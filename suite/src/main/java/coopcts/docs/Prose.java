// SPDX-License-Identifier: Apache-2.0
package coopcts.docs;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The text of a document in Markdown as a reader meets it: without code blocks, generated tables
 * and pictures. A span of code counts as one word.
 */
final class Prose {

  /** What stands for a span of code. */
  private static final String CODE = "\u25a1";

  private static final Pattern GENERATED =
      Pattern.compile("<!--= [^>]+? -->(.*?)<!--/-->", Pattern.DOTALL);

  private static final Pattern FENCED =
      Pattern.compile("^ *```.*?^ *```", Pattern.DOTALL | Pattern.MULTILINE);

  private static final Pattern COMMENT = Pattern.compile("<!--.*?-->", Pattern.DOTALL);

  /** The end of a sentence, its closing quotes and brackets, and what begins the next one. */
  private static final Pattern END =
      Pattern.compile("(?<=[^.][.!?])([\"”’')\\]]*)\\s+(?=[\\p{L}\\d“\"'(\\[" + CODE + "])");

  private static final Pattern ABBREVIATION =
      Pattern.compile("\\b(e\\.g|i\\.e|etc|vs|cf|No|approx)\\.$");

  /** A specification's own sentence, whose length is not ours. */
  private static final Pattern QUOTATION = Pattern.compile("“[^”]*”");

  private static final Pattern WORD = Pattern.compile("\\S*[\\p{L}\\d" + CODE + "]\\S*");

  private Prose() {}

  /** Where a block stands in its document, which decides how it is measured. */
  enum Part {
    /** A paragraph or an item of a list. */
    TEXT,
    /** A cell of a table that is written by hand. */
    CELL,
    HEADING
  }

  /**
   * A paragraph, an item, a heading, or a part of a cell that a semicolon ends.
   *
   * @param line the line it begins on, from 1
   * @param text without markup
   */
  record Block(Part part, int line, String text) {

    /** Its sentences in order; those of an abbreviation stay together. */
    List<String> sentences() {
      List<String> sentences = new ArrayList<>();
      String open = "";
      for (String piece : END.split(text)) {
        open = open.isEmpty() ? piece : open + " " + piece;
        if (!ABBREVIATION.matcher(open).find()) {
          sentences.add(open);
          open = "";
        }
      }
      if (!open.isBlank()) {
        sentences.add(open);
      }
      return sentences;
    }
  }

  /** A form of "to be" and a participle. */
  private static final Pattern PASSIVE =
      Pattern.compile(
          "\\b(?:is|are|was|were|be|been|being) (?:(?:\\w+ly|not|also|only|never|then|always)"
              + " ){0,2}"
              + "(?:\\w+(?<!need|ind)ed|written|read|made|found|run|built|known|given|said|told|kept|held|left|drawn"
              + "|taken|shown|seen|sent|set|put|met|done|chosen|bound|begun|split|cut|lost|meant)\\b",
          Pattern.CASE_INSENSITIVE);

  /** Whether a sentence has a verb in the passive voice. */
  static boolean isPassive(String sentence) {
    return PASSIVE.matcher(sentence).find();
  }

  /** The number of words. A number, a span of code and a quotation in “…” are one each. */
  static int words(String text) {
    Matcher word = WORD.matcher(QUOTATION.matcher(text).replaceAll(CODE));
    int words = 0;
    while (word.find()) {
      words++;
    }
    return words;
  }

  /** The words of the tables that the suite writes into a document. */
  static int generatedWords(String markdown) {
    Matcher generated = GENERATED.matcher(markdown);
    int words = 0;
    while (generated.find()) {
      words += generated.group(1).contains("\n") ? words(generated.group(1)) : 0;
    }
    return words;
  }

  /** The blocks of a document in order. */
  static List<Block> blocks(String markdown) {
    String text = blank(GENERATED, markdown, true);
    text = blank(FENCED, blank(COMMENT, text, false), false);
    Blocks blocks = new Blocks();
    String[] lines = text.split("\n", -1);
    for (int i = 0; i < lines.length; i++) {
      blocks.add(i + 1, lines[i]);
    }
    return blocks.end();
  }

  /** A text without markup: spans of code are one word each. */
  static String plain(String markdown) {
    return markdown
        .replaceAll("``[^`]+``|`[^`]+`", CODE)
        .replaceAll("!\\[[^\\]]*]\\([^)]*\\)", "")
        .replaceAll("\\[([^\\]]*)]\\([^)]*\\)", "$1")
        .replaceAll("(?<!\\w)\\*+|\\*+(?!\\w)", "")
        .strip();
  }

  /** Takes out what a pattern finds, but not its lines; what stays of one line may be kept. */
  private static String blank(Pattern pattern, String text, boolean keepsFigures) {
    return pattern
        .matcher(text)
        .replaceAll(
            found -> {
              String all = found.group();
              boolean isFigure = keepsFigures && !all.contains("\n");
              return Matcher.quoteReplacement(
                  isFigure ? found.group(1) : "\n".repeat((int) all.lines().count() - 1));
            });
  }

  /** Lines to blocks. */
  private static final class Blocks {

    private static final Pattern ITEM = Pattern.compile("^ *(?:[-*+]|\\d+\\.) +");
    private static final Pattern RULER = Pattern.compile("^ *\\|?[-:| ]+\\|?$");

    private final List<Block> blocks = new ArrayList<>();
    private final StringBuilder open = new StringBuilder();
    private int begun;
    private boolean isInItem;

    void add(int line, String text) {
      boolean isItem = ITEM.matcher(text).find();
      if (text.isBlank()) {
        close();
      } else if (text.startsWith("#")) {
        close();
        blocks.add(new Block(Part.HEADING, line, plain(text.replaceFirst("^#+ *", ""))));
      } else if (text.startsWith(">")) {
        // A quotation, whose sentences are a specification's or a catalogue's.
        close();
      } else if (text.startsWith("|")) {
        close();
        cells(line, text);
      } else if (isItem) {
        close();
        open(line, text.replaceFirst(ITEM.pattern(), ""));
        isInItem = true;
      } else if (!open.isEmpty()) {
        open.append(' ').append(text.strip());
      } else if (!text.startsWith("    ") || isInItem) {
        open(line, text.strip());
      }
      isInItem &= text.isBlank() || isItem || text.startsWith("  ");
    }

    private void open(int line, String text) {
      begun = line;
      open.append(text);
    }

    private void cells(int line, String row) {
      if (RULER.matcher(row).matches()) {
        return;
      }
      // Bars stand in code too, where Markdown has them behind a backslash.
      for (String cell : row.replace("\\|", "/").split("\\||; ")) {
        String text = plain(cell);
        if (!text.isEmpty()) {
          blocks.add(new Block(Part.CELL, line, text));
        }
      }
    }

    private void close() {
      if (!open.isEmpty()) {
        blocks.add(new Block(Part.TEXT, begun, plain(open.toString())));
        open.setLength(0);
      }
    }

    List<Block> end() {
      close();
      return blocks;
    }
  }
}
