// SPDX-License-Identifier: Apache-2.0
package coopcts.reports.read;

import java.util.regex.Pattern;

/** Makes texts from drivers and other machines harmless for files, terminals and XML. */
public final class FileTexts {

  private static final Pattern OBEYED = Pattern.compile("[\\p{Cc}&&[^\\n\\t]]");

  private FileTexts() {}

  /**
   * {@return the text with each unpaired surrogate, which no encoding can write, replaced by
   * U+FFFD}
   *
   * @param text in UTF-16
   */
  public static String whole(String text) {
    for (int i = 0; i < text.length(); i++) {
      if (Character.isSurrogate(text.charAt(i))) {
        StringBuilder whole = new StringBuilder(text.length());
        text.codePoints()
            .map(c -> c >= Character.MIN_SURROGATE && c <= Character.MAX_SURROGATE ? 0xfffd : c)
            .forEach(whole::appendCodePoint);
        return whole.toString();
      }
    }
    return text;
  }

  /**
   * {@return the text with each control character, line breaks and tabs included, replaced by a
   * question mark, so that a terminal obeys none} Unpaired surrogates become U+FFFD.
   *
   * @param text to be shown in one line
   */
  public static String plain(String text) {
    return whole(text).replaceAll("\\p{Cc}", "?");
  }

  /**
   * The text with control characters other than line breaks and tabs as question marks.
   *
   * @param text of any number of lines
   */
  static String plainLines(String text) {
    boolean isPlain = text.chars().noneMatch(Character::isISOControl);
    return isPlain ? text : OBEYED.matcher(text).replaceAll("?");
  }

  /**
   * {@return the text with each character that XML 1.0 cannot contain replaced by a question mark:
   * most control characters, unpaired surrogates, U+FFFE and U+FFFF}
   *
   * @param text in UTF-16
   */
  public static String printable(String text) {
    int plain = 0;
    while (plain < text.length()
        && text.charAt(plain) >= ' '
        && text.charAt(plain) < Character.MIN_SURROGATE) {
      plain++;
    }
    if (plain == text.length()) {
      return text;
    }
    StringBuilder printable = new StringBuilder(text.length());
    text.codePoints().map(c -> isPrintable(c) ? c : '?').forEach(printable::appendCodePoint);
    return printable.toString();
  }

  private static boolean isPrintable(int c) {
    return c == '\t'
        || c == '\n'
        || c == '\r'
        || c >= ' ' && c < Character.MIN_SURROGATE
        || c > Character.MAX_SURROGATE && c < 0xfffe
        || c > 0xffff;
  }
}
