// SPDX-License-Identifier: Apache-2.0
package coopcts.testing.dev;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Which test classes belong to a file, a package or a name, the nearest first: the test itself, the
 * one that is named after the class, those that say what a change took out, the tests of the same
 * package, those that {@code belongs.tsv} names for the place, and those that use the classes by
 * name.
 */
final class TestSelection {

  /** How near a test class stands to what was asked for. */
  enum Nearness {
    ITSELF,
    NAMESAKE,
    SAYS,
    PACKAGE,
    DECLARED,
    NAMES
  }

  /** A class of tests, as the source below a module's folder of tests. */
  record TestClass(String module, String source) {

    String name() {
      return source.substring(0, source.length() - ".java".length()).replace('/', '.');
    }

    String simple() {
      return name().substring(name().lastIndexOf('.') + 1);
    }

    private String folder() {
      return source.substring(0, source.lastIndexOf('/') + 1);
    }
  }

  private static final String JAVA = ".java";

  private final Path root;
  private final Map<TestClass, CompileState.Source> tests = new LinkedHashMap<>();
  private final Map<String, List<String>> declared = new TreeMap<>();
  private final Map<TestClass, Nearness> chosen = new LinkedHashMap<>();

  TestSelection(Path root) throws IOException {
    this.root = root;
    for (Tree tree : Tree.all(root, Tree.TEST)) {
      new CompileState(tree.state())
          .sources()
          .forEach(
              (source, state) -> {
                if (source.endsWith("Tests.java")) {
                  tests.put(new TestClass(tree.module(), source), state);
                }
              });
    }
    try (InputStream table = TestSelection.class.getResourceAsStream("belongs.tsv")) {
      new String(table.readAllBytes(), StandardCharsets.UTF_8)
          .lines()
          .filter(line -> !line.isBlank() && !line.startsWith("#"))
          .map(line -> line.split("\t"))
          .forEach(fields -> declared.put(fields[0], List.of(fields[1].split(" "))));
    }
    Set<String> known = tests.keySet().stream().map(TestClass::simple).collect(Collectors.toSet());
    declared.forEach(
        (place, names) -> {
          if (!known.containsAll(names)) {
            throw new Usage("belongs.tsv names a test for " + place + " that is not there");
          }
        });
  }

  /** The chosen classes, the nearest first. */
  Map<TestClass, Nearness> chosen() {
    Map<TestClass, Nearness> sorted = new LinkedHashMap<>();
    for (Nearness near : Nearness.values()) {
      chosen.forEach(
          (test, how) -> {
            if (how == near) {
              sorted.put(test, how);
            }
          });
    }
    return sorted;
  }

  /**
   * Adds what belongs to a path, a package or a class by name, or test classes by a glob.
   *
   * @throws Usage if nothing has that name
   */
  void add(String word) throws IOException {
    Path path = root.resolve(word);
    if (Files.exists(path)) {
      addFiles(Files.isDirectory(path) ? Tree.files(path) : List.of(path));
      return;
    }
    Pattern glob =
        Pattern.compile(
            Arrays.stream(word.split("\\*", -1))
                .map(Pattern::quote)
                .collect(Collectors.joining(".*")));
    Set<TestClass> named = new LinkedHashSet<>();
    for (TestClass test : tests.keySet()) {
      if (glob.matcher(test.simple()).matches() || glob.matcher(test.name()).matches()) {
        named.add(test);
      }
    }
    named.forEach(test -> add(test, Nearness.ITSELF));
    List<Path> files = named.isEmpty() ? named(word) : List.of();
    if (named.isEmpty() && files.isEmpty()) {
      throw new Usage(
          "no path, package, class or test is called '%s'; a package is named from its start or by its last parts (oracle, device.reference), a test by its class or a glob ('Run*')"
              .formatted(word));
    }
    addFiles(files);
  }

  /** Main sources of a package, or of a class. */
  private List<Path> named(String word) throws IOException {
    String suffix = "/" + word.replace('.', '/');
    List<Path> files = new ArrayList<>();
    for (Tree tree : Tree.all(root, Tree.MAIN)) {
      for (Path file : Tree.files(tree.java())) {
        String name = "/" + tree.java().relativize(file);
        if (name.endsWith(suffix + JAVA)
            || name.substring(0, name.lastIndexOf('/')).endsWith(suffix)) {
          files.add(file);
        }
      }
    }
    return files;
  }

  /** Adds what belongs to some files of the project. */
  void addFiles(Collection<Path> files) throws IOException {
    Set<String> used = new HashSet<>();
    for (Path file : files) {
      String place = root.relativize(file.toAbsolutePath().normalize()).toString();
      addDeclared(place);
      String[] parts = place.split("/src/(main|test)/(java|resources)/", 2);
      if (parts.length == 2) {
        String folder = parts[1].substring(0, parts[1].lastIndexOf('/') + 1);
        for (TestClass test : tests.keySet()) {
          if (test.source().equals(parts[1])) {
            add(test, Nearness.ITSELF);
          } else if (test.source().equals(parts[1].replaceFirst("\\.java$", "Tests.java"))) {
            add(test, Nearness.NAMESAKE);
          } else if (test.module().equals(parts[0]) && test.folder().equals(folder)) {
            add(test, Nearness.PACKAGE);
          }
        }
        used.add(parts[1].replaceFirst("\\.java$", ""));
      }
    }
    tests.forEach(
        (test, source) -> {
          if (source.classes().stream()
              .flatMap(one -> one.uses().stream())
              .anyMatch(name -> used.contains(name.replaceFirst("\\$.*", "")))) {
            add(test, Nearness.NAMES);
          }
        });
  }

  /** Adds what says a message or a name that a change took out. */
  void addSaying(RemovedWords removed) throws IOException {
    for (TestClass test : tests.keySet()) {
      Path source = new Tree(root, test.module(), Tree.TEST).java().resolve(test.source());
      if (Files.exists(source) && removed.isSaid(Files.readString(source))) {
        add(test, Nearness.SAYS);
      }
    }
  }

  private void addDeclared(String place) {
    declared.forEach(
        (start, names) -> {
          if (place.startsWith(start)) {
            tests.keySet().stream()
                .filter(test -> names.contains(test.simple()))
                .forEach(test -> add(test, Nearness.DECLARED));
          }
        });
  }

  private void add(TestClass test, Nearness near) {
    chosen.merge(test, near, (one, other) -> one.compareTo(other) <= 0 ? one : other);
  }
}
