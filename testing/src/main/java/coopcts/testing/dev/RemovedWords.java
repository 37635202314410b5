// SPDX-License-Identifier: Apache-2.0
package coopcts.testing.dev;

import java.util.HashSet;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What a change took out of the code that tests of another place may say: parts of messages, and
 * names of constants, which make names of faults and rules in small letters.
 */
final class RemovedWords {

  private static final Pattern LITERAL = Pattern.compile("\"((?:[^\"\\\\]|\\\\.)*)\"");
  private static final Pattern CONSTANT = Pattern.compile("\\b[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+\\b");

  /** Where a message has what differs, and where a text has what is written otherwise. */
  private static final String GAP = "%[^a-zA-Z%]*[a-zA-Z%]|\\\\.";

  /** Shorter ones stand in too many tests. */
  private static final int LEAST = 12;

  private final Set<String> words;

  /**
   * @param diff by git, of Java sources
   */
  RemovedWords(String diff) {
    words = words(diff, '-');
    words.removeAll(words(diff, '+'));
  }

  private static Set<String> words(String diff, char side) {
    Set<String> words = new HashSet<>();
    diff.lines()
        .filter(line -> !line.isEmpty() && line.charAt(0) == side)
        .filter(line -> !line.startsWith("--- ") && !line.startsWith("+++ "))
        .forEach(line -> words.addAll(words(line)));
    return words;
  }

  private static Set<String> words(String line) {
    Set<String> words = new HashSet<>();
    for (Matcher literal = LITERAL.matcher(line); literal.find(); ) {
      for (String part : literal.group(1).split(GAP)) {
        words.add(part.strip().toLowerCase(Locale.ROOT));
      }
    }
    for (Matcher constant = CONSTANT.matcher(line); constant.find(); ) {
      words.add(constant.group().toLowerCase(Locale.ROOT));
    }
    words.removeIf(word -> word.length() < LEAST);
    return words;
  }

  /**
   * Whether a test says what was taken out, or a part of it.
   *
   * @param test the source of a test
   */
  boolean isSaid(String test) {
    if (words.isEmpty()) {
      return false;
    }
    String text = test.toLowerCase(Locale.ROOT);
    return words.stream().anyMatch(text::contains)
        || text.lines()
            .flatMap(line -> words(line).stream())
            .anyMatch(part -> words.stream().anyMatch(word -> word.contains(part)));
  }
}
