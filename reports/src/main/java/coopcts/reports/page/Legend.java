// SPDX-License-Identifier: Apache-2.0
package coopcts.reports.page;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Explains the tags of assertions and the abbreviations of their sources, for pages and Allure
 * results.
 */
public final class Legend {

  private static final Map<String, String> ADDRESSES =
      sources().stream().collect(Collectors.toMap(Entry::name, Entry::address));

  private static final Pattern SOURCE = Pattern.compile("\\b[A-Z]-[A-Za-z0-9]+\\b");

  /**
   * A name with what it means.
   *
   * @param name of the tag or source
   * @param meaning in words
   * @param address of the document, where it is one
   */
  public record Entry(String name, String meaning, String address) {}

  /**
   * A piece of the text that says where an assertion stands.
   *
   * @param text of the piece
   * @param address of the document that it names, or empty
   */
  public record Part(String text, String address) {}

  private Legend() {}

  /**
   * {@return the tags of assertions, such as RUN, with their meanings, in the order of the legend}
   *
   * @throws UncheckedIOException if the legend cannot be read
   */
  public static List<Entry> tags() {
    return entries("tag");
  }

  /**
   * {@return the abbreviations of sources, such as G-KHR, with titles and addresses of the
   * documents, in the order of the legend}
   *
   * @throws UncheckedIOException if the legend cannot be read
   */
  public static List<Entry> sources() {
    return entries("source");
  }

  /**
   * Cuts a source such as {@code G-KHR Issue 3; S-KHR Issue 8} into pieces, so that a page can make
   * links of those that name a document.
   *
   * @param source of an assertion
   * @return pieces that together give the text, none of them empty; those that name no known
   *     document have an empty address
   */
  public static List<Part> linked(String source) {
    List<Part> parts = new ArrayList<>();
    Matcher names = SOURCE.matcher(source);
    int done = 0;
    while (names.find()) {
      String address = ADDRESSES.getOrDefault(names.group(), "");
      if (!address.isEmpty()) {
        parts.add(new Part(source.substring(done, names.start()), ""));
        parts.add(new Part(names.group(), address));
        done = names.end();
      }
    }
    parts.add(new Part(source.substring(done), ""));
    parts.removeIf(part -> part.text.isEmpty());
    return parts;
  }

  private static List<Entry> entries(String kind) {
    try (InputStream in = Legend.class.getResourceAsStream("/coopcts/reports/legend.tsv")) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8)
          .lines()
          .map(line -> line.split("\t"))
          .filter(line -> line[0].equals(kind))
          .map(line -> new Entry(line[1], line[2], line.length > 3 ? line[3] : ""))
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
