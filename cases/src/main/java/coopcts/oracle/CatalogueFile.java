// SPDX-License-Identifier: Apache-2.0
package coopcts.oracle;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.stream.Stream;

/**
 * Reads the files of the catalogue of assertions: tables with one line for each entry, columns
 * separated by tabs, and comments that begin with {@code #}.
 */
public final class CatalogueFile {

  private CatalogueFile() {}

  /**
   * The columns of each line of a file of the catalogue. Blank lines and comments are left out.
   *
   * @param name of the file in the resource folder {@code /coopcts/assertions}, such as {@code
   *     proofs.tsv}
   * @return the columns of each line, in the order of the file; empty columns at a line's end are
   *     missing
   * @throws UncheckedIOException if the file cannot be read
   * @throws NullPointerException if there is no such file
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
