// SPDX-License-Identifier: Apache-2.0
package coopcts.testing.dev;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** What was compiled from which source, kept in a file between two calls. */
final class CompileState {

  /** Says what a file of other columns would be read as. */
  private static final String VERSION = "coopcts-dev 1";

  /** A source whose classes are not what it says: it is compiled in any case. */
  static final String DIRTY = "-";

  /**
   * @param name with slashes
   * @param stamp of the class file
   * @param face hash of what others see of it
   */
  record Made(String name, Stamp stamp, String face, Set<String> parents, Set<String> uses) {}

  /**
   * @param hash of its text, or {@link #DIRTY}
   */
  record Source(Stamp stamp, String hash, List<Made> classes) {

    boolean uses(Set<String> names) {
      return classes.stream().anyMatch(one -> one.uses.stream().anyMatch(names::contains));
    }

    Source dirty() {
      return new Source(stamp, DIRTY, classes);
    }
  }

  private final Path file;
  private final Map<String, Source> sources = new TreeMap<>();

  CompileState(Path file) throws IOException {
    this.file = file;
    if (Files.exists(file)) {
      List<String> lines = Files.readAllLines(file);
      if (lines.getFirst().equals(VERSION)) {
        lines.subList(1, lines.size()).forEach(this::read);
      }
    }
  }

  Map<String, Source> sources() {
    return sources;
  }

  private void read(String line) {
    String[] fields = line.split("\t", -1);
    if (fields[0].equals("S")) {
      sources.put(fields[1], new Source(stamp(fields[2], fields[3]), fields[4], new ArrayList<>()));
    } else {
      sources
          .get(fields[1])
          .classes
          .add(
              new Made(
                  fields[2],
                  stamp(fields[3], fields[4]),
                  fields[5],
                  words(fields[6]),
                  words(fields[7])));
    }
  }

  private static Stamp stamp(String time, String length) {
    return new Stamp(Long.parseLong(time), Long.parseLong(length));
  }

  private static Set<String> words(String text) {
    return Arrays.stream(text.split(" "))
        .filter(word -> !word.isEmpty())
        .collect(Collectors.toCollection(TreeSet::new));
  }

  void write() throws IOException {
    List<String> lines = new ArrayList<>(List.of(VERSION));
    sources.forEach(
        (name, source) -> {
          lines.add(tabs("S", name, source.stamp.time(), source.stamp.length(), source.hash));
          for (Made one : source.classes) {
            lines.add(
                tabs(
                    "C",
                    name,
                    one.name,
                    one.stamp.time(),
                    one.stamp.length(),
                    one.face,
                    joined(one.parents),
                    joined(one.uses)));
          }
        });
    Files.createDirectories(file.getParent());
    Path next = file.resolveSibling(file.getFileName() + ".new");
    Files.write(next, lines);
    Files.move(next, file, StandardCopyOption.ATOMIC_MOVE);
  }

  private static String joined(Collection<String> words) {
    return String.join(" ", words);
  }

  private static String tabs(Object... fields) {
    return Arrays.stream(fields).map(Object::toString).collect(Collectors.joining("\t"));
  }
}
