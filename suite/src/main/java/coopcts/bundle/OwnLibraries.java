// SPDX-License-Identifier: Apache-2.0
package coopcts.bundle;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/**
 * The C library that a fetched JDK came with, where the system's is older: {@code java.sh} keeps it
 * beside the JDK and has a script in the place of each program, which starts that with it. A
 * runtime that is linked from such a JDK needs both as well.
 */
final class OwnLibraries {

  private static final String LIBRARIES = "lib/debian";

  private static final byte[] SCRIPT = {'#', '!'};

  private OwnLibraries() {}

  /** Gives a runtime what its JDK has; nothing where that runs with the system's library. */
  static void keep(Path jdk, Path runtime) throws IOException {
    Path libraries = jdk.resolve(LIBRARIES);
    if (!Files.isDirectory(libraries)) {
      return;
    }
    Path kept = Files.createDirectories(runtime.resolve(LIBRARIES));
    for (Path library : list(libraries)) {
      Files.copy(library, kept.resolve(library.getFileName()), StandardCopyOption.COPY_ATTRIBUTES);
    }
    for (String programs : List.of("bin", "lib")) {
      for (Path program : list(runtime.resolve(programs))) {
        String name = program.getFileName().toString();
        Path script = jdk.resolve(programs).resolve(name);
        if (isScript(script)) {
          Files.move(program, program.resolveSibling("." + name));
          Files.copy(script, program, StandardCopyOption.COPY_ATTRIBUTES);
        }
      }
    }
  }

  private static List<Path> list(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.filter(Files::isRegularFile).toList();
    }
  }

  private static boolean isScript(Path file) throws IOException {
    if (!Files.isRegularFile(file)) {
      return false;
    }
    try (var in = Files.newInputStream(file)) {
      return Arrays.equals(in.readNBytes(SCRIPT.length), SCRIPT);
    }
  }
}
