// SPDX-License-Identifier: Apache-2.0
package coopcts.oracle;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.stream.Stream;

/** The files of the catalogue of assertions: lines of columns, behind comments. */
public final class CatalogueFile {

  private CatalogueFile() {}

  /**
   * The columns of each line of a file. Blank lines and comments are left out.
   *
   * @param name of the file in the catalogue's folder
   * @return the columns of each line in order
   * @throws UncheckedIOException if the file cannot be read
   */
  public static Stream<String[]> lines(String name) {
    try (InputStream in = CatalogueFile.class.getResourceAsStream("/coopcts/assertions/" + name)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8)
          .lines()
          .filter(line -> !line.isBlank() && !line.startsWith("#"))
          .map(line -> line.split("\t"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
