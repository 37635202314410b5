// SPDX-License-Identifier: Apache-2.0
package coopcts.testing.dev;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The commands of {@code ./dev} that need the compiler: build, test, fmt and mutants. The script
 * starts it.
 */
public final class Dev {

  private static final String HEADER = "// SPDX-License-Identifier: Apache-2.0";

  /** Mistakes that are planted where no number is given. */
  private static final int MUTANTS = 20;

  private final Workspace workspace;

  private Dev(Path root) {
    workspace = new Workspace(root);
  }

  /**
   * Runs one command and ends the process: with 1 if a test fails or a source does not compile, 2
   * if the request is wrong, 3 if it could not be carried out, else 0.
   *
   * @param arguments the project's folder, a command and its words
   */
  public static void main(String[] arguments) {
    Locale.setDefault(Locale.ROOT);
    int code;
    try {
      code =
          new Dev(Path.of(arguments[0]).toAbsolutePath().normalize())
              .run(arguments[1], List.of(arguments).subList(2, arguments.length));
    } catch (Usage e) {
      System.err.println("dev: " + e.getMessage());
      code = 2;
    } catch (Exception e) {
      System.err.println("dev: " + e);
      code = 3;
    }
    System.exit(code);
  }

  private int run(String command, List<String> words) throws Exception {
    return switch (command) {
      case "build" -> workspace.build() ? 0 : 1;
      case "test" -> test(words);
      case "fmt" -> format(words);
      case "mutants" -> mutants(words);
      default -> throw new Usage("no command '" + command + "'; ./dev help");
    };
  }

  private int test(List<String> words) throws Exception {
    List<String> wishes = new ArrayList<>();
    List<String> asked = new ArrayList<>();
    String since = null;
    for (int i = 0; i < words.size(); i++) {
      switch (words.get(i)) {
        case "--all" -> wishes.add("--all");
        case "--seconds" -> wishes.addAll(List.of("--seconds", value(words, ++i)));
        case "--since" -> since = value(words, ++i);
        default -> {
          if (words.get(i).startsWith("-")) {
            throw new Usage("no option '" + words.get(i) + "'; ./dev help");
          }
          asked.add(words.get(i));
        }
      }
    }
    if (!workspace.build()) {
      return 1;
    }
    TestSelection selection = new TestSelection(workspace.root());
    for (String word : asked) {
      selection.add(word);
    }
    if (asked.isEmpty()) {
      Set<Path> changed = changed(since);
      System.out.println("dev: changed: " + shown(changed));
      selection.addFiles(changed);
      selection.addSaying(
          new RemovedWords(workspace.git("diff", "-U0", base(since), "--", "*/src/main/*.java")));
    }
    Map<TestSelection.TestClass, TestSelection.Nearness> chosen = selection.chosen();
    if (chosen.isEmpty()) {
      System.out.println("dev: no test belongs to it; ./mvnw verify runs all");
      return 0;
    }
    return new TestRun(workspace, wishes).run(chosen) ? 0 : 1;
  }

  private int mutants(List<String> words) throws Exception {
    long seed = 1;
    int count = MUTANTS;
    int only = 0;
    for (int i = 0; i < words.size(); i += 2) {
      String value = value(words, i + 1);
      if (!value.matches("\\d{1,9}")) {
        throw new Usage(words.get(i) + " wants a number, not '" + value + "'");
      }
      switch (words.get(i)) {
        case "--seed" -> seed = Long.parseLong(value);
        case "--count" -> count = Integer.parseInt(value);
        case "--only" -> only = Integer.parseInt(value);
        default -> throw new Usage("no option '" + words.get(i) + "'; ./dev help");
      }
    }
    return new Mutants(workspace, seed).run(count, only) ? 0 : 1;
  }

  private static String value(List<String> words, int at) {
    if (at >= words.size()) {
      throw new Usage(words.get(at - 1) + " wants a value");
    }
    return words.get(at);
  }

  private String shown(Set<Path> files) {
    List<String> names =
        files.stream().map(file -> workspace.root().relativize(file).toString()).toList();
    return names.size() > 5
        ? "%s and %d more".formatted(String.join(", ", names.subList(0, 4)), names.size() - 4)
        : String.join(", ", names);
  }

  /**
   * The commit that a change is compared with: the last one, or, where nothing differs, the one
   * before.
   */
  private String base(String since) throws IOException, InterruptedException {
    if (since != null) {
      return since;
    }
    boolean differs =
        !workspace.git("diff", "--name-only", "HEAD").isEmpty() || !untracked().isEmpty();
    return differs ? "HEAD" : "HEAD~1";
  }

  private String untracked() throws IOException, InterruptedException {
    return workspace.git("ls-files", "--others", "--exclude-standard");
  }

  /** Files that differ from a commit. */
  private Set<Path> changed(String since) throws IOException, InterruptedException {
    String base = base(since);
    String differing = workspace.git("diff", "--name-only", base);
    if (differing.equals("unknown")) {
      throw new Usage("git knows no commit '" + base + "'");
    }
    Set<Path> files = new LinkedHashSet<>();
    for (String name : (differing + "\n" + untracked()).split("\n")) {
      if (!name.isBlank()) {
        files.add(workspace.root().resolve(name));
      }
    }
    return files;
  }

  /** Formats what differs from the last commit and, with a word, from that one. */
  private int format(List<String> words) throws Exception {
    if (words.size() > 1) {
      throw new Usage("./dev fmt [COMMIT]");
    }
    List<Path> files = new ArrayList<>();
    for (Path file : changed(words.isEmpty() ? "HEAD" : words.getFirst())) {
      if (file.toString().endsWith(".java") && Files.exists(file)) {
        files.add(file);
        String text = Files.readString(file);
        if (!text.startsWith(HEADER)) {
          Files.writeString(file, HEADER + "\n" + text);
        }
      }
    }
    if (files.isEmpty()) {
      return 0;
    }
    workspace.prepare();
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    for (String part : List.of("api", "code", "file", "parser", "tree", "util")) {
      command.add("--add-exports=jdk.compiler/com.sun.tools.javac." + part + "=ALL-UNNAMED");
    }
    command.addAll(
        Arrays.asList(
            "-XX:TieredStopAtLevel=1",
            "-cp",
            workspace.ownLibraries().stream()
                .map(Path::toString)
                .collect(Collectors.joining(File.pathSeparator)),
            "com.google.googlejavaformat.java.Main",
            "-i"));
    files.forEach(file -> command.add(file.toString()));
    return new ProcessBuilder(command).inheritIO().start().waitFor() == 0 ? 0 : 1;
  }
}
