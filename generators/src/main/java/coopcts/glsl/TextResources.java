// SPDX-License-Identifier: Apache-2.0
package coopcts.glsl;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/** Texts that lie beside the classes. */
public final class TextResources {

  private TextResources() {}

  /**
   * All of a text.
   *
   * @param path from the root, with a slash before it
   * @return the resource's text
   * @throws IllegalStateException if there is no such text
   * @throws java.io.UncheckedIOException if it cannot be read
   */
  public static String text(String path) {
    try (InputStream in = TextResources.class.getResourceAsStream(path)) {
      if (in == null) {
        throw new IllegalStateException("no resource " + path);
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
