// SPDX-License-Identifier: Apache-2.0
package coopcts.reports;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/** Paths and deletion of whole folders. */
public final class Folders {

  private Folders() {}

  /**
   * The path of a file below a folder, with slashes on every system, as archives and pages write
   * it.
   *
   * @param folder that contains the file, directly or not
   * @param file below the folder; both are absolute, or both are relative
   * @return the names from the folder to the file, joined by slashes
   */
  public static String below(Path folder, Path file) {
    return StreamSupport.stream(folder.relativize(file).spliterator(), false)
        .map(Path::toString)
        .collect(Collectors.joining("/"));
  }

  /**
   * Deletes a folder, or a file, with all that is in it. A missing folder is no error. Links are
   * deleted, not followed.
   *
   * @param folder that is deleted
   * @throws IOException if something cannot be deleted; the rest may be gone
   */
  public static void delete(Path folder) throws IOException {
    if (Files.exists(folder)) {
      try (Stream<Path> below = Files.walk(folder)) {
        for (Path file : below.sorted(Comparator.reverseOrder()).toList()) {
          Files.delete(file);
        }
      }
    }
  }
}
