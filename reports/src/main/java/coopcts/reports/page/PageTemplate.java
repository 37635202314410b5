// SPDX-License-Identifier: Apache-2.0
package coopcts.reports.page;

import com.samskivert.mustache.Escapers;
import com.samskivert.mustache.Mustache;
import java.io.IOException;
import java.io.InputStream;
import java.io.StringReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/**
 * A page with holes, a Mustache file among the resources. Whatever fills a hole is escaped for the
 * kind of page; a hole that nothing fills is an error.
 */
public final class PageTemplate {

  private static final Mustache.Escaper MARKDOWN =
      Escapers.simple(
          new String[][] {
            {"&", "&amp;"},
            {"<", "&lt;"},
            {">", "&gt;"},
            {"\\", "\\\\"},
            {"|", "\\|"},
            {"`", "\\`"},
            {"*", "\\*"},
            {"_", "\\_"},
            {"[", "\\["},
            {"]", "\\]"},
            {"#", "\\#"},
            {"@", "&#64;"},
            {"\r", " "},
            {"\n", " "}
          });

  private final com.samskivert.mustache.Template compiled;

  private PageTemplate(String name, Mustache.Escaper escaper) {
    this.compiled =
        Mustache.compiler()
            .withEscaper(escaper)
            .withLoader(part -> new StringReader(text(part)))
            .emptyStringIsFalse(true)
            .zeroIsFalse(true)
            .compile(text(name));
  }

  /**
   * {@return a page of HTML, in which values are escaped} {@code {{>FILE}}} includes another file
   * of the pages.
   *
   * @param name of the file among the resources
   */
  public static PageTemplate html(String name) {
    return new PageTemplate(name, Escapers.HTML);
  }

  /**
   * {@return a page of Markdown, as GitHub and GitLab show it, in which values are escaped}
   *
   * @param name of the file among the resources
   */
  public static PageTemplate markdown(String name) {
    return new PageTemplate(name, MARKDOWN);
  }

  /**
   * A text of the suite's own that goes into a page unchanged, such as a script.
   *
   * @param name of the file among the resources
   * @return its contents
   * @throws UncheckedIOException if it cannot be read
   */
  public static String text(String name) {
    try (InputStream in = PageTemplate.class.getResourceAsStream("/coopcts/reports/" + name)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * {@return the page with its holes filled}
   *
   * @param values a record, whose components have the holes' names, or a map
   * @throws com.samskivert.mustache.MustacheException if a hole has no value
   */
  public String fill(Object values) {
    return compiled.execute(values);
  }
}
