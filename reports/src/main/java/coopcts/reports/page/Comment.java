// SPDX-License-Identifier: Apache-2.0
package coopcts.reports.page;

import java.nio.charset.StandardCharsets;
import java.util.function.IntFunction;

/** Markdown for a comment, of which GitHub takes 65,536 characters. */
public final class Comment {

  /** Bytes of a comment at most. */
  public static final int LIMIT = 60_000;

  /** Characters of one text in it. */
  private static final int TEXT = 400;

  private Comment() {}

  /**
   * A comment that is small enough.
   *
   * @param most rows of each of its tables
   * @param page the comment with so many rows at most
   */
  public static String of(int most, IntFunction<String> page) {
    for (int rows = most; ; rows /= 2) {
      String text = page.apply(rows);
      if (rows == 0 || text.getBytes(StandardCharsets.UTF_8).length <= LIMIT) {
        return text;
      }
    }
  }

  /** A text with what is too much of it left out. */
  public static String shortened(String text) {
    if (text.length() <= TEXT) {
      return text;
    }
    int end = Character.isHighSurrogate(text.charAt(TEXT - 1)) ? TEXT - 1 : TEXT;
    return text.substring(0, end) + " …";
  }
}
