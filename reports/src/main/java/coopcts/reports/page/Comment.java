// SPDX-License-Identifier: Apache-2.0
package coopcts.reports.page;

import java.nio.charset.StandardCharsets;
import java.util.function.IntFunction;

/** Fits Markdown into the comment of a merge request, of which GitHub takes 65,536 characters. */
public final class Comment {

  /** Bytes of a comment at most. */
  public static final int LIMIT = 60_000;

  /** Characters of one text in it. */
  private static final int TEXT = 400;

  private Comment() {}

  /**
   * The longest comment of at most {@link #LIMIT} bytes: the rows of its tables are halved until it
   * is short enough; one that is too long without rows is cut at the end of a line.
   *
   * @param most number of rows of each table to begin with
   * @param page gives the whole comment with at most so many rows in each table; called with {@code
   *     most}, then with half as many, down to 0
   * @return a comment of at most {@link #LIMIT} bytes of UTF-8
   */
  public static String of(int most, IntFunction<String> page) {
    for (int rows = most; ; rows /= 2) {
      String text = page.apply(rows);
      byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
      if (bytes.length <= LIMIT) {
        return text;
      }
      if (rows == 0) {
        return cut(bytes);
      }
    }
  }

  /** As many whole lines as there is room for, or else characters. */
  private static String cut(byte[] bytes) {
    byte[] more = "\n\n…\n".getBytes(StandardCharsets.UTF_8);
    int most = LIMIT - more.length;
    int end = most;
    while (end > 0 && bytes[end] != '\n') {
      end--;
    }
    if (end == 0) {
      end = most;
      while ((bytes[end] & 0xc0) == 0x80) {
        end--;
      }
    }
    return new String(bytes, 0, end, StandardCharsets.UTF_8)
        + new String(more, StandardCharsets.UTF_8);
  }

  /**
   * {@return the text for a cell of a table: at most 400 characters, behind which an ellipsis
   * stands if it was cut}
   *
   * @param text in one line
   */
  public static String shortened(String text) {
    return shortened(text, TEXT);
  }

  /**
   * {@return the text, or its beginning and an ellipsis}
   *
   * @param text of any length, such as what a driver said
   * @param most greatest number of its characters, at least 1
   */
  public static String shortened(String text, int most) {
    if (text.length() <= most) {
      return text;
    }
    int end = Character.isHighSurrogate(text.charAt(most - 1)) ? most - 1 : most;
    return text.substring(0, end) + " …";
  }
}
