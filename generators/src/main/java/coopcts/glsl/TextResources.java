// SPDX-License-Identifier: Apache-2.0
package coopcts.glsl;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.zip.GZIPInputStream;

/** Texts that lie beside the classes. */
public final class TextResources {

  private TextResources() {}

  /**
   * All of a text.
   *
   * @param path from the root, with a slash before it; a name that ends with {@code .gz} is of a
   *     packed text
   * @return the resource's text
   * @throws IllegalStateException if there is no such text
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
   * The lines of a table.
   *
   * @param path from the root, with a slash before it
   * @return the lines in order, without those that begin with {@code #}
   * @throws IllegalStateException if there is no such text
   * @throws java.io.UncheckedIOException if it cannot be read
   */
  public static List<String> lines(String path) {
    return text(path).lines().filter(line -> !line.startsWith("#")).toList();
  }
}
