// SPDX-License-Identifier: Apache-2.0
package coopcts.testing.dev;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.StandardLocation;
import javax.tools.ToolProvider;

/**
 * Compiles the sources of a tree that changed, then those that depend on what others see of them,
 * until no face changes any more. Trees are compiled in the order of {@link Tree#MODULES}, main
 * code before tests: the changed classes are carried from one to the next.
 *
 * <p>A source depends on a class if its class files name it, or its text does: a constant of
 * another class leaves no name in a class file, and a class that was new or is gone none either.
 */
final class Incremental {

  private static final Pattern WORD = Pattern.compile("\\b[A-Z]\\w*\\b");

  private final JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
  private final Function<Tree, List<String>> options;

  /** Classes whose face changed, with slashes. */
  private final Set<String> changed = new HashSet<>();

  private int compiled;

  /**
   * @param options of the compiler for a tree, beside folders and class path
   */
  Incremental(Function<Tree, List<String>> options) {
    this.options = options;
  }

  /** How many sources were compiled. */
  int compiled() {
    return compiled;
  }

  /**
   * Brings a tree's classes up to date.
   *
   * @param classPath of the tree, without its own classes
   * @return whether it compiles; what does not has been printed
   */
  boolean compile(Tree tree, List<Path> classPath) throws IOException {
    CompileState state = new CompileState(tree.state());
    Map<String, Path> present = sources(tree);
    remove(tree, state, present.keySet());
    Set<String> due = new TreeSet<>();
    for (Map.Entry<String, Path> one : present.entrySet()) {
      if (!isCurrent(tree, state, one.getKey(), one.getValue())) {
        due.add(one.getKey());
      }
    }
    Set<String> done = new HashSet<>();
    Map<String, Set<String>> words = new HashMap<>();
    while (true) {
      due.addAll(dependents(state, present, words));
      due.removeAll(done);
      if (due.isEmpty()) {
        state.write();
        return true;
      }
      if (!compile(tree, classPath, state, present, due)) {
        return false;
      }
      done.addAll(due);
      due.clear();
    }
  }

  /**
   * Takes what another compiler made of the sources as they stand as this one's own.
   *
   * @return whether there was something for each source
   */
  static boolean adopt(Tree tree) throws IOException {
    CompileState state = new CompileState(tree.state());
    state.sources().clear();
    Map<String, List<ClassFacts>> made = new HashMap<>();
    for (Path file : Tree.files(tree.classes())) {
      if (file.toString().endsWith(".class")) {
        ClassFacts facts = ClassFacts.of(file);
        made.computeIfAbsent(facts.source(), _ -> new ArrayList<>()).add(facts);
      }
    }
    Map<String, Path> present = sources(tree);
    boolean all = true;
    for (Map.Entry<String, Path> one : present.entrySet()) {
      List<ClassFacts> classes = made.getOrDefault(one.getKey(), List.of());
      // What speaks of a package alone leaves no class.
      all &= !classes.isEmpty() || one.getKey().endsWith("package-info.java");
      put(tree, state, one.getKey(), one.getValue(), classes);
    }
    state.write();
    return all;
  }

  private static Map<String, Path> sources(Tree tree) throws IOException {
    Map<String, Path> sources = new TreeMap<>();
    for (Path file : Tree.files(tree.java())) {
      if (file.toString().endsWith(".java")) {
        sources.put(tree.java().relativize(file).toString(), file);
      }
    }
    return sources;
  }

  /** Classes of sources that are gone go, and all that named them is compiled. */
  private void remove(Tree tree, CompileState state, Set<String> present) throws IOException {
    List<String> gone =
        state.sources().keySet().stream().filter(name -> !present.contains(name)).toList();
    for (String name : gone) {
      for (CompileState.Made one : state.sources().remove(name).classes()) {
        Files.deleteIfExists(file(tree, one.name()));
        changed.add(one.name());
      }
    }
    // Whoever else compiled here may have left classes that no source has.
    Set<String> known =
        state.sources().values().stream()
            .flatMap(source -> source.classes().stream())
            .map(CompileState.Made::name)
            .collect(Collectors.toSet());
    for (Path file : Tree.files(tree.classes())) {
      String name = tree.classes().relativize(file).toString();
      if (name.endsWith(".class") && !known.contains(name.substring(0, name.length() - 6))) {
        Files.delete(file);
      }
    }
    if (!gone.isEmpty()) {
      forgetMaven(tree);
      state.write();
    }
  }

  private static boolean isCurrent(Tree tree, CompileState state, String name, Path file)
      throws IOException {
    CompileState.Source source = state.sources().get(name);
    if (source == null || source.hash().equals(CompileState.DIRTY)) {
      return false;
    }
    for (CompileState.Made one : source.classes()) {
      if (!Stamp.of(file(tree, one.name())).equals(one.stamp())) {
        return false;
      }
    }
    Stamp stamp = Stamp.of(file);
    if (!source.stamp().equals(stamp)) {
      if (!Stamp.hash(Files.readAllBytes(file)).equals(source.hash())) {
        return false;
      }
      state.sources().put(name, new CompileState.Source(stamp, source.hash(), source.classes()));
    }
    return true;
  }

  private static Path file(Tree tree, String name) {
    return tree.classes().resolve(name + ".class");
  }

  private Set<String> dependents(
      CompileState state, Map<String, Path> present, Map<String, Set<String>> words)
      throws IOException {
    Set<String> due = new TreeSet<>();
    if (changed.isEmpty()) {
      return due;
    }
    Set<String> simple =
        changed.stream()
            .map(name -> name.substring(Math.max(name.lastIndexOf('/'), name.lastIndexOf('$')) + 1))
            .collect(Collectors.toSet());
    for (Map.Entry<String, Path> one : present.entrySet()) {
      CompileState.Source source = state.sources().get(one.getKey());
      if (source != null && source.uses(changed)) {
        due.add(one.getKey());
      } else {
        if (!words.containsKey(one.getKey())) {
          words.put(one.getKey(), words(one.getValue()));
        }
        if (words.get(one.getKey()).stream().anyMatch(simple::contains)) {
          due.add(one.getKey());
        }
      }
    }
    return due;
  }

  private static Set<String> words(Path file) throws IOException {
    return WORD.matcher(Files.readString(file))
        .results()
        .map(MatchResult::group)
        .collect(Collectors.toSet());
  }

  private boolean compile(
      Tree tree,
      List<Path> classPath,
      CompileState state,
      Map<String, Path> present,
      Set<String> due)
      throws IOException {
    // Until it has gone well they are no longer what their sources say.
    for (String name : due) {
      state.sources().computeIfPresent(name, (_, source) -> source.dirty());
    }
    state.write();
    forgetMaven(tree);
    Files.createDirectories(tree.classes());
    Map<String, Set<Path>> outputs = new HashMap<>();
    try (StandardJavaFileManager standard =
            compiler.getStandardFileManager(null, null, StandardCharsets.UTF_8);
        Outputs files = new Outputs(standard, tree.java(), outputs)) {
      standard.setLocationFromPaths(StandardLocation.CLASS_OUTPUT, List.of(tree.classes()));
      List<Path> path = new ArrayList<>(List.of(tree.classes()));
      path.addAll(classPath);
      standard.setLocationFromPaths(StandardLocation.CLASS_PATH, path);
      Iterable<? extends JavaFileObject> units =
          standard.getJavaFileObjectsFromPaths(due.stream().map(present::get).toList());
      if (!compiler.getTask(null, files, null, options.apply(tree), null, units).call()) {
        return false;
      }
    }
    compiled += due.size();
    for (String name : due) {
      List<ClassFacts> classes = new ArrayList<>();
      for (Path file : outputs.getOrDefault(name, Set.of())) {
        classes.add(ClassFacts.of(file));
      }
      CompileState.Source before = state.sources().get(name);
      compare(tree, before == null ? List.of() : before.classes(), classes);
      put(tree, state, name, present.get(name), classes);
    }
    inherit(state);
    return true;
  }

  private static void put(
      Tree tree, CompileState state, String name, Path file, List<ClassFacts> classes)
      throws IOException {
    List<CompileState.Made> made = new ArrayList<>();
    for (ClassFacts one : classes) {
      made.add(
          new CompileState.Made(
              one.name(),
              Stamp.of(file(tree, one.name())),
              Stamp.hash(one.face().getBytes(StandardCharsets.UTF_8)),
              one.parents(),
              one.uses()));
    }
    Stamp stamp = Stamp.of(file);
    state
        .sources()
        .put(name, new CompileState.Source(stamp, Stamp.hash(Files.readAllBytes(file)), made));
  }

  /** Which classes of a source are new, gone, or look different from outside. */
  private void compare(Tree tree, List<CompileState.Made> before, List<ClassFacts> now)
      throws IOException {
    Map<String, String> old = new HashMap<>();
    before.forEach(one -> old.put(one.name(), one.face()));
    for (ClassFacts one : now) {
      String face = Stamp.hash(one.face().getBytes(StandardCharsets.UTF_8));
      if (!face.equals(old.remove(one.name()))) {
        changed.add(one.name());
      }
    }
    for (String gone : old.keySet()) {
      Files.deleteIfExists(file(tree, gone));
      changed.add(gone);
    }
  }

  /** What a class inherits is seen in it too. */
  private void inherit(CompileState state) {
    boolean more = true;
    while (more) {
      more = false;
      for (CompileState.Source source : state.sources().values()) {
        for (CompileState.Made one : source.classes()) {
          if (one.parents().stream().anyMatch(changed::contains)) {
            more |= changed.add(one.name());
          }
        }
      }
    }
  }

  private static void forgetMaven(Tree tree) throws IOException {
    Files.deleteIfExists(tree.mavens());
  }
}
