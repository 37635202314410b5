// SPDX-License-Identifier: Apache-2.0
package coopcts.bundle;

import coopcts.reports.Folders;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * The kept list of what Maven fetches, with a SHA-256 for each file. Maven 3.9 holds itself to it
 * before it uses a file ({@code .mvn/maven.config}); this class holds every Maven to it, behind the
 * build.
 *
 * @param byPath SHA-256 in hexadecimal digits by the path below a repository
 */
record Checksums(Map<String, String> byPath) {

  /**
   * @param list lines of a checksum, two blanks and a path below a repository
   */
  static Checksums read(Path list) throws IOException {
    Map<String, String> byPath = new TreeMap<>();
    for (String line : Files.readAllLines(list)) {
      String[] words = line.split(" {2}", 2);
      if (words.length != 2 || !words[0].matches("[0-9a-f]{64}")) {
        throw new IOException(list + ": this is no checksum and path: " + line);
      }
      byPath.put(words[1], words[0]);
    }
    return new Checksums(byPath);
  }

  /** What of a local repository is not what the list says. */
  List<String> otherIn(Path repository) throws IOException {
    List<String> other = new ArrayList<>();
    for (Map.Entry<String, String> entry : byPath.entrySet()) {
      Path file = repository.resolve(entry.getKey());
      if (Files.isRegularFile(file) && !Bill.digest("SHA-256", file).equals(entry.getValue())) {
        other.add(entry.getKey());
      }
    }
    return other;
  }

  /**
   * Jars of the class path and of native libraries that the list does not have with their content.
   *
   * @param home the built tree
   */
  List<String> missing(Path home) throws IOException {
    List<String> missing = new ArrayList<>();
    for (String folder : List.of("lib", "natives")) {
      try (Stream<Path> files = Files.walk(home.resolve(folder))) {
        for (Path jar : files.filter(Files::isRegularFile).sorted().toList()) {
          String name = Folders.below(home, jar);
          if (!Bill.OWN_JAR.matcher(name).matches() && !has(jar)) {
            missing.add(name);
          }
        }
      }
    }
    return missing;
  }

  private boolean has(Path jar) throws IOException {
    String name = jar.getFileName().toString();
    String sum = Bill.digest("SHA-256", jar);
    return byPath.entrySet().stream()
        .anyMatch(entry -> entry.getKey().endsWith("/" + name) && entry.getValue().equals(sum));
  }
}
