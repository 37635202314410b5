// SPDX-License-Identifier: Apache-2.0
package coopcts.reports;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/** Folders as a whole. */
public final class Folders {

  private Folders() {}

  /** Where a file lies below a folder: its names with slashes between them, on every system. */
  public static String below(Path folder, Path file) {
    return StreamSupport.stream(folder.relativize(file).spliterator(), false)
        .map(Path::toString)
        .collect(Collectors.joining("/"));
  }

  /** Deletes a folder with all that is in it; one that is not there is no error. */
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
