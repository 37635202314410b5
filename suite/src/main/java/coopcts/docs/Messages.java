// SPDX-License-Identifier: Apache-2.0
package coopcts.docs;

import java.util.List;
import java.util.regex.Pattern;

/** The texts that a Java source has for people: its string literals of at least three words. */
final class Messages {

  /**
   * Comments, text blocks (shaders, pages) and literals; what begins first in the source counts.
   */
  private static final Pattern TOKEN =
      Pattern.compile(
          "/\\*.*?\\*/|//[^\\n]*|\"\"\".*?\"\"\"|'(?:[^'\\\\\\n]|\\\\.)+'"
              + "|\"((?:[^\"\\\\\\n]|\\\\.)*)\"",
          Pattern.DOTALL);

  private static final Pattern JOINED = Pattern.compile("(?<!\\\\)\"\\s*\\+\\s*\"");

  private static final Pattern WORDS = Pattern.compile("(?:\\p{L}{2,}\\P{L}+){2,}\\p{L}{2,}");

  /** Code in another language: a call, an assignment, an element of a page. */
  private static final Pattern CODE =
      Pattern.compile("\\w\\(.*\\);|[{}]|</\\w|\\w=\\\\\"|\\\\\\\\");

  private Messages() {}

  /**
   * The messages of a source, those that are joined of several literals as one.
   *
   * @param source a Java source file's text
   */
  static List<String> of(String source) {
    return TOKEN
        .matcher(JOINED.matcher(source).replaceAll(""))
        .results()
        .map(token -> token.group(1))
        .filter(text -> text != null && WORDS.matcher(text).find() && !CODE.matcher(text).find())
        .map(text -> text.replace("%n", ". ").replace("\\n", " ").replace("\\\"", "'"))
        .toList();
  }
}
