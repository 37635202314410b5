// SPDX-License-Identifier: Apache-2.0
package coopcts.glsl;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.zip.GZIPInputStream;

/** Reads texts that lie beside the classes on the class path: tables, templates of shaders. */
public final class TextResources {

  private TextResources() {}

  /**
   * Reads a text as a whole, in UTF-8.
   *
   * @param path from the root of the class path, with a slash before it; a name that ends with
   *     {@code .gz} is of a text that is packed by gzip
   * @return the resource's text
   * @throws IllegalStateException if there is no such resource
   * @throws java.io.UncheckedIOException if it cannot be read
   */
  public static String text(String path) {
    try (InputStream in = TextResources.class.getResourceAsStream(path)) {
      if (in == null) {
        throw new IllegalStateException("no resource " + path);
      }
      InputStream text = path.endsWith(".gz") ? new GZIPInputStream(in) : in;
      return new String(text.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * Reads the lines of a table.
   *
   * @param path as in {@link #text}
   * @return the lines in order, empty ones included, without those that begin with {@code #}
   * @throws IllegalStateException if there is no such resource
   * @throws java.io.UncheckedIOException if it cannot be read
   */
  public static List<String> lines(String path) {
    return text(path).lines().filter(line -> !line.startsWith("#")).toList();
  }
}
