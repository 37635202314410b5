// SPDX-License-Identifier: Apache-2.0
package coopcts.reports.read;

import java.util.regex.Pattern;

/** Texts as files can hold them. */
public final class FileTexts {

  private static final Pattern OBEYED = Pattern.compile("[\\p{Cc}&&[^\\n\\t]]");

  private FileTexts() {}

  /**
   * {@return the text with unpaired surrogates, which no encoding can write, as the replacement
   * character}
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
   * {@return the text with control characters, which a terminal obeys, as question marks} Unpaired
   * surrogates are replaced too.
   *
   * @param text in one line
   */
  public static String plain(String text) {
    return whole(text).replaceAll("\\p{Cc}", "?");
  }

  /**
   * {@return the text with control characters other than line breaks and tabs as question marks}
   *
   * @param text of any number of lines
   */
  public static String plainLines(String text) {
    boolean isPlain = text.chars().noneMatch(Character::isISOControl);
    return isPlain ? text : OBEYED.matcher(text).replaceAll("?");
  }

  /**
   * {@return the text with characters that XML 1.0 cannot contain as question marks: most control
   * characters, unpaired surrogates, U+FFFE and U+FFFF}
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
