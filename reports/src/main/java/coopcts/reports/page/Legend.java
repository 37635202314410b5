// SPDX-License-Identifier: Apache-2.0
package coopcts.reports.page;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** What the tags and the abbreviated sources of assertions mean. */
public final class Legend {

  /** One name, or several that belong together, and the meaning. */
  public record Entry(String name, String meaning) {}

  private Legend() {}

  public static List<Entry> tags() {
    return entries("tag");
  }

  public static List<Entry> sources() {
    return entries("source");
  }

  private static List<Entry> entries(String kind) {
    try (InputStream in = Legend.class.getResourceAsStream("/coopcts/reports/legend.tsv")) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8)
          .lines()
          .map(line -> line.split("\t"))
          .filter(line -> line[0].equals(kind))
          .map(line -> new Entry(line[1], line[2]))
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
