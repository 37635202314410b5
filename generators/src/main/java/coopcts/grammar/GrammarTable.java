// SPDX-License-Identifier: Apache-2.0
package coopcts.grammar;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** Reads tables of this package: columns by tabs, comments behind {@code #}. */
final class GrammarTable {

  private GrammarTable() {}

  static List<String[]> rows(String file) {
    try (InputStream in = GrammarTable.class.getResourceAsStream(file)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8)
          .lines()
          .filter(line -> !line.startsWith("#"))
          .map(line -> line.split("\t"))
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
