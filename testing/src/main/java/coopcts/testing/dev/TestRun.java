// SPDX-License-Identifier: Apache-2.0
package coopcts.testing.dev;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Collectors;

/** Runs test classes, a JVM for each module, two at a time. */
final class TestRun {

  /** As the build starts its tests; short runs do without the second compiler. */
  private static final List<String> OPTIONS =
      List.of(
          "-ea",
          "--enable-native-access=ALL-UNNAMED",
          "--sun-misc-unsafe-memory-access=allow",
          "-XX:+UseSerialGC",
          "-XX:TieredStopAtLevel=1");

  private static final int AT_A_TIME = 2;

  private final Workspace workspace;
  private final List<String> wishes;

  /**
   * @param wishes options of {@code coopcts.testing.Runner}
   */
  TestRun(Workspace workspace, List<String> wishes) {
    this.workspace = workspace;
    this.wishes = wishes;
  }

  /**
   * Runs the classes in their order.
   *
   * @return whether all pass
   */
  boolean run(Map<TestSelection.TestClass, TestSelection.Nearness> classes) throws Exception {
    Map<String, List<TestSelection.TestClass>> modules =
        classes.keySet().stream()
            .collect(
                Collectors.groupingBy(
                    TestSelection.TestClass::module, LinkedHashMap::new, Collectors.toList()));
    boolean passed = true;
    try (ExecutorService executor = Executors.newFixedThreadPool(AT_A_TIME)) {
      List<Future<Integer>> codes = new ArrayList<>();
      for (Map.Entry<String, List<TestSelection.TestClass>> one : modules.entrySet()) {
        codes.add(executor.submit(() -> run(one.getKey(), one.getValue(), classes)));
      }
      for (Future<Integer> code : codes) {
        passed &= code.get() == 0;
      }
    }
    return passed;
  }

  private int run(
      String module,
      List<TestSelection.TestClass> tests,
      Map<TestSelection.TestClass, TestSelection.Nearness> nearness)
      throws IOException, InterruptedException {
    Tree tree = new Tree(workspace.root(), module, Tree.TEST);
    List<Path> path = new ArrayList<>(List.of(tree.classes()));
    path.addAll(workspace.classPath(tree));
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(OPTIONS);
    if (workspace.allure() != null) {
      command.add("-Dcoopcts.allure=" + workspace.allure());
    }
    command.add("-cp");
    command.add(path.stream().map(Path::toString).collect(Collectors.joining(File.pathSeparator)));
    command.add("coopcts.testing.Runner");
    command.add("--times");
    command.add(Files.createDirectories(tree.target().resolve("dev")).resolve("times").toString());
    command.addAll(wishes);
    TestSelection.Nearness before = null;
    for (TestSelection.TestClass test : tests) {
      TestSelection.Nearness near = nearness.get(test);
      boolean isAsked = near == TestSelection.Nearness.ITSELF;
      if (before != null && near != before) {
        command.add("--then");
      }
      before = near;
      command.add((isAsked ? "!" : "") + test.name());
    }
    return new ProcessBuilder(command)
        .directory(workspace.root().resolve(module).toFile())
        .inheritIO()
        .start()
        .waitFor();
  }
}
