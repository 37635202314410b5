// SPDX-License-Identifier: Apache-2.0
package coopcts.reports.explain;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/** What keeps a title or a pattern from being an English sentence with its numbers in it. */
public final class Sentences {

  private static final int LONGEST = 30;

  private static final int SHORTEST = 3;

  /** What stands before a sentence: a verdict, an assertion. */
  private static final Pattern PREFIX = Pattern.compile("^(?:\\[[A-Z0-9-]+] )?(?:[A-Z_]+: )?");

  private static final Pattern PLACEHOLDER =
      Pattern.compile("\\bn\\b|%[-0-9.]*[sdxf]|\\{\\d*}|\\bnull\\b|'\\.\\.\\.'");

  /** A clause that the sentence is subordinate to, and in which a verb is none of its own. */
  private static final Pattern SUBORDINATE =
      Pattern.compile("\\b(?:as if|where|which|that|when|while)\\b.*");

  private static final Pattern VERB =
      Pattern.compile(
          "\\b(?:are|is|was|were|has|have|holds?|keeps?|repeats?|loses?|ended|did|does|refuses|"
              + "returned|gives?|cannot|must|needs?|differs?|makes?|changes?)\\b");

  private Sentences() {}

  /**
   * The defects of a title.
   *
   * @param text with or without the verdict and the assertion that it begins with
   * @return a line for each; empty where it is in order
   */
  public static List<String> complaints(String text) {
    return complaints(text, LONGEST);
  }

  /**
   * The defects of a title.
   *
   * @param text with or without the verdict and the assertion that it begins with
   * @param longest number of words that it may have
   * @return a line for each; empty where it is in order
   */
  public static List<String> complaints(String text, int longest) {
    List<String> complaints = new ArrayList<>();
    if (PLACEHOLDER.matcher(text).find()) {
      complaints.add("a placeholder: " + text);
    } else if (!VERB.matcher(SUBORDINATE.matcher(text).replaceFirst("")).find()) {
      complaints.add("no verb: " + text);
    } else if (PREFIX.matcher(text).replaceFirst("").split(" ").length < SHORTEST) {
      complaints.add("no subject: " + text);
    }
    if (text.split(" ").length > longest) {
      complaints.add("more than " + longest + " words: " + text);
    }
    return complaints;
  }
}
