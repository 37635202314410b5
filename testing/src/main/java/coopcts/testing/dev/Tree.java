// SPDX-License-Identifier: Apache-2.0
package coopcts.testing.dev;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** One tree of sources: a module's main code or its tests. */
record Tree(Path root, String module, String kind) {

  /** In the order of their dependencies. */
  static final List<String> MODULES = List.of("testing", "generators", "cases", "reports", "suite");

  static final String MAIN = "main";
  static final String TEST = "test";

  static List<Tree> all(Path root, String kind) {
    return MODULES.stream().map(module -> new Tree(root, module, kind)).toList();
  }

  Path java() {
    return folder().resolve("java");
  }

  /**
   * Files that are copied beside the classes.
   *
   * @param from the folder that they lie in
   * @param to a folder below that of the classes, or empty
   */
  record Resources(Path from, String to) {}

  /** As the module's POM has them: its own, what Maven fetches, and the player. */
  List<Resources> resources() {
    List<Resources> all = new ArrayList<>();
    all.add(new Resources(folder().resolve("resources"), ""));
    if (kind.equals(MAIN)) {
      all.add(new Resources(target().resolve("generated-resources"), ""));
      if (module.equals("suite")) {
        all.add(new Resources(root.resolve("replay"), "coopcts/jobs"));
      }
    }
    return all;
  }

  private Path folder() {
    return root.resolve(module).resolve("src").resolve(kind);
  }

  Path target() {
    return root.resolve(module).resolve("target");
  }

  Path classes() {
    return target().resolve(kind.equals(MAIN) ? "classes" : "test-classes");
  }

  /** What is kept of this tree between two calls. */
  Path state() {
    return target().resolve("dev").resolve(kind + ".state");
  }

  /** Maven's memory of what it compiled: without it, it compiles with all its checks. */
  Path mavens() {
    return target()
        .resolve("maven-status/maven-compiler-plugin")
        .resolve(kind.equals(MAIN) ? "compile/default-compile" : "testCompile/default-testCompile")
        .resolve("inputFiles.lst");
  }

  /** All files below a folder, sorted; none if there is no such folder. */
  static List<Path> files(Path folder) throws IOException {
    if (!Files.isDirectory(folder)) {
      return List.of();
    }
    try (Stream<Path> files = Files.walk(folder)) {
      return files.filter(Files::isRegularFile).sorted().toList();
    }
  }
}
