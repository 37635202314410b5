// SPDX-License-Identifier: Apache-2.0
package coopcts.reports.read;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/**
 * A file that a run keeps of a case, such as its shader. A journal may come from anywhere, so only
 * regular files that truly lie below the run's folder are taken: no absolute path, none with {@code
 * ..}, none through a link.
 *
 * @param name of the file without its folder
 * @param file path of a regular file below the run's folder
 */
public record KeptFile(String name, Path file) {

  /** Longer files are cut, so that a report stays one that can be opened. */
  public static final int LONGEST = 256 * 1024;

  private static final int MOST = 24;

  /**
   * {@return the files that a run keeps of a case} Pictures come first, then other texts, each in
   * the order of their names, then the case's own picture. At most 24 files of a folder are taken,
   * and no binaries ({@code .spv}, {@code .bin}). The list is empty if nothing is kept.
   *
   * @param run folder of the run
   * @param row of the case
   */
  public static List<KeptFile> of(Path run, Row row) {
    List<KeptFile> found = new ArrayList<>();
    if (!row.details().isEmpty()) {
      below(run, row.details())
          .forEach(file -> found.add(new KeptFile(file.getFileName().toString(), file)));
    }
    found.sort(Comparator.comparing(KeptFile::isPicture).reversed());
    below(run, "pictures/" + row.name() + ".svg")
        .forEach(file -> found.add(new KeptFile(file.getFileName().toString(), file)));
    return found;
  }

  /**
   * {@return the file's text in UTF-8, of which at most {@link #LONGEST} bytes are read; a last
   * line says that it was cut} Bytes that are not UTF-8 become the replacement character.
   *
   * @throws IOException if it cannot be read
   */
  public String text() throws IOException {
    try (var in = Files.newInputStream(file)) {
      byte[] bytes = in.readNBytes(LONGEST);
      String cut = Files.size(file) > LONGEST ? "\n... (cut here)" : "";
      return new String(bytes, StandardCharsets.UTF_8) + cut;
    }
  }

  /** {@return whether the file is a picture: its name ends in {@code .svg}} */
  public boolean isPicture() {
    return name.endsWith(".svg");
  }

  private static List<Path> below(Path run, String relative) {
    try {
      Path wanted = Path.of(relative);
      if (wanted.isAbsolute()) {
        return List.of();
      }
      for (Path part : wanted) {
        if (part.toString().equals("..")) {
          return List.of();
        }
      }
      Path home = run.toRealPath();
      Path found = home.resolve(wanted);
      if (!Files.exists(found) || !found.toRealPath().equals(found.normalize())) {
        return List.of();
      }
      if (Files.isRegularFile(found)) {
        return List.of(found);
      }
      try (Stream<Path> files = Files.list(found)) {
        return files
            .filter(file -> Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS))
            .filter(file -> isText(file.getFileName().toString()))
            .sorted()
            .limit(MOST)
            .toList();
      }
    } catch (InvalidPathException | IOException e) {
      return List.of();
    }
  }

  private static boolean isText(String name) {
    return !name.endsWith(".spv") && !name.endsWith(".bin");
  }
}
