// SPDX-License-Identifier: Apache-2.0
package coopcts.docs;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What the suite's texts do not say and what they say instead: {@code words.tsv}. */
final class WordRules {

  /** The longest sentence, in words. */
  static final int LONGEST = 30;

  /** The kinds of texts that rules are held against. */
  enum RuleKind {
    DOCS,
    HELP,
    MESSAGES
  }

  private record Rule(Pattern pattern, String instead, Set<RuleKind> kinds) {}

  private final List<Rule> rules = new ArrayList<>();

  WordRules() {
    try (InputStream file = WordRules.class.getResourceAsStream("words.tsv")) {
      for (String line : new String(file.readAllBytes(), StandardCharsets.UTF_8).split("\n")) {
        if (!line.isBlank() && !line.startsWith("#")) {
          String[] cells = line.split("\t");
          Set<RuleKind> kinds =
              cells.length == 2 ? Set.of(RuleKind.values()) : Set.of(RuleKind.valueOf(cells[2]));
          rules.add(
              new Rule(
                  Pattern.compile("\\b(?:" + cells[0] + ")\\b", Pattern.CASE_INSENSITIVE),
                  cells[1],
                  kinds));
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * What is to be changed in a sentence.
   *
   * @return one line for each word, and one for its length; empty where it is in order
   */
  List<String> complaints(RuleKind kind, String sentence) {
    List<String> complaints = new ArrayList<>();
    for (Rule rule : rules) {
      Matcher found = rule.pattern().matcher(sentence);
      if (rule.kinds().contains(kind) && found.find()) {
        complaints.add("'%s': %s".formatted(found.group(), rule.instead()));
      }
    }
    int words = Prose.words(sentence);
    if (words > LONGEST) {
      complaints.add("%d words, %d at most: %s".formatted(words, LONGEST, sentence));
    }
    return complaints;
  }
}
