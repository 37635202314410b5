// SPDX-License-Identifier: Apache-2.0
package coopcts.device.vulkan;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Names of matrix instructions, by {@code matrix-words.tsv}. */
final class MatrixWords {

  private static final Pattern WORDS = words();

  private MatrixWords() {}

  private static Pattern words() {
    try (InputStream in = MatrixWords.class.getResourceAsStream("matrix-words.tsv")) {
      String names =
          new String(in.readAllBytes(), StandardCharsets.UTF_8)
              .lines()
              .filter(line -> !line.startsWith("#"))
              .map(line -> Pattern.quote(line.split("\t")[0]) + "[\\w.]*")
              .collect(Collectors.joining("|"));
      return Pattern.compile("(?<![\\w.])(?:" + names + ")", Pattern.CASE_INSENSITIVE);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Whether an internal representation of this name is machine code. */
  static boolean isMachineCode(String name) {
    return name.toLowerCase(Locale.ROOT).contains("assembl");
  }

  /** How often each matrix instruction stands in a text. */
  static Map<String, Integer> in(String text) {
    Map<String, Integer> found = new TreeMap<>();
    for (Matcher matcher = WORDS.matcher(text); matcher.find(); ) {
      found.merge(matcher.group().toLowerCase(Locale.ROOT), 1, Integer::sum);
    }
    return found;
  }
}
