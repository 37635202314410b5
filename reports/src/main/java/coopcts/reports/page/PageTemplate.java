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
 * A page with named holes, a Mustache file among the resources. Values are escaped for the kind of
 * page; a hole without a value is an error. It may be filled any number of times.
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
   * {@return a template of HTML, in which values are escaped} {@code {{>FILE}}} includes another
   * file of the pages.
   *
   * @param name of the file in the resource folder {@code /coopcts/reports}, such as {@code
   *     coverage.html}
   * @throws NullPointerException if there is no such file
   */
  public static PageTemplate html(String name) {
    return new PageTemplate(name, Escapers.HTML);
  }

  /**
   * {@return a template of Markdown, as GitHub and GitLab show it, in which values are escaped}
   *
   * @param name of the file in the resource folder {@code /coopcts/reports}, such as {@code
   *     summary.md}
   * @throws NullPointerException if there is no such file
   */
  public static PageTemplate markdown(String name) {
    return new PageTemplate(name, MARKDOWN);
  }

  /**
   * A text of the suite's own that goes into a page unchanged, such as a script.
   *
   * @param name of the file in the resource folder {@code /coopcts/reports}
   * @return its contents
   * @throws UncheckedIOException if it cannot be read
   * @throws NullPointerException if there is no such file
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
   * @param values a record, whose components have the holes' names, or a map by these names
   * @throws com.samskivert.mustache.MustacheException if a hole has no value
   */
  public String fill(Object values) {
    return compiled.execute(values);
  }
}
