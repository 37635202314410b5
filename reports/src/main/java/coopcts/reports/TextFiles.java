// SPDX-License-Identifier: Apache-2.0
package coopcts.reports;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Reads texts that people write: in UTF-8, with or without a byte order mark. */
public final class TextFiles {

  private static final String BYTE_ORDER_MARK = "\uFEFF";

  private TextFiles() {}

  /**
   * {@return the text of a file without the byte order mark that it may begin with}
   *
   * @param file in UTF-8
   * @throws IOException if it cannot be read, or is no UTF-8
   */
  public static String read(Path file) throws IOException {
    return withoutMark(Files.readString(file));
  }

  /**
   * {@return the text without the byte order mark that it may begin with}
   *
   * @param text that was read from a file
   */
  public static String withoutMark(String text) {
    return text.startsWith(BYTE_ORDER_MARK) ? text.substring(BYTE_ORDER_MARK.length()) : text;
  }
}
