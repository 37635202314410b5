// SPDX-License-Identifier: Apache-2.0
package coopcts.cli;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertTrue;

import coopcts.host.ProcessTree;
import coopcts.testing.Temporary;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.regex.Pattern;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

/**
 * Damaged modules through {@code exec} and {@code check}, as their process has them: never a fault
 * of the suite, never Java's own words, nor a place in its sources where the interpreter gives up:
 * SPIRV-Tools comes first and names the rule. What ends the process, or takes too long, the command
 * tells of the front end or the reference device; there is little of it.
 */
public final class ModuleMutantsTests {

  /** Mutants for each command, in a build and, others, at night. */
  private static final int MUTANTS = 1_000;

  private static final int MANY = 20_000;

  /** Seconds for one, of the command's 60. */
  private static final int LIMIT = 30;

  /** One in so many may end its process or be late. */
  private static final int FEW = 100;

  private static final Pattern JAVA =
      Pattern.compile("(java|coopcts)\\.[a-z.]+\\w+|Exception|\\w\\.java\\b");

  @DataProvider
  Object[][] commands() {
    return new Object[][] {{"exec"}, {"check"}};
  }

  @Test(groups = "deep", dataProvider = "commands")
  public void noDamagedModuleIsAFaultOfTheSuite(String command) throws Exception {
    look(command, 0, MUTANTS);
  }

  @Test(dataProvider = "commands", groups = "nightly")
  public void noneOfManyIs(String command) throws Exception {
    look(command, MUTANTS, MUTANTS + MANY);
  }

  private static void look(String command, int first, int end) throws Exception {
    int few = (end - first) / FEW;
    Map<Integer, Integer> codes = new TreeMap<>();
    List<String> wrong = new ArrayList<>();
    List<Integer> ended = new ArrayList<>();
    int next = first;
    while (next < end && ended.size() <= few) {
      next = run(command, next, end, codes, wrong, ended);
    }
    assertEquals(String.join("\n", wrong), "", codes.toString());
    assertTrue(ended.size() <= few, "ended or late: " + ended);
    assertTrue(codes.containsKey(0) && codes.containsKey(Main.UNEXPECTED), codes.toString());
  }

  /** Runs mutants until the process ends; returns the first that has not been tried. */
  private static int run(
      String command,
      int first,
      int end,
      Map<Integer, Integer> codes,
      List<String> wrong,
      List<Integer> ended)
      throws IOException, InterruptedException, ExecutionException {
    Path folder = Temporary.folder("mutants");
    ProcessTree tree =
        ProcessTree.start(
            new ProcessBuilder(
                    Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                    "-Xmx1g",
                    "-XX:+UseSerialGC",
                    "-XX:-CreateCoredumpOnCrash",
                    "-XX:ErrorFile=" + folder.resolve("hs_err"),
                    "--enable-native-access=ALL-UNNAMED",
                    "--sun-misc-unsafe-memory-access=allow",
                    "-Dcoopcts.inside=" + folder.resolve("culprit"),
                    "-Djava.io.tmpdir=" + folder,
                    "-cp",
                    System.getProperty("java.class.path"),
                    MutantChild.class.getName(),
                    command,
                    folder.toString(),
                    Integer.toString(first),
                    Integer.toString(end))
                .redirectError(folder.resolve("log").toFile()));
    int next = first;
    try (BufferedReader lines = tree.root().inputReader(StandardCharsets.UTF_8)) {
      while (next < end) {
        String line = line(lines, next == first ? 2 * LIMIT : LIMIT);
        if (line == null) {
          ended.add(next);
          return next + 1;
        }
        String[] parts = line.split(" ", 3);
        if (parts.length < 3 || !parts[0].equals(Integer.toString(next))) {
          continue;
        }
        int code = Integer.parseInt(parts[1]);
        codes.merge(code, 1, Integer::sum);
        if (code == Main.SUITE_FAULT || JAVA.matcher(parts[2]).find()) {
          wrong.add(line);
        }
        next++;
      }
      return next;
    } finally {
      tree.kill();
    }
  }

  /** The next line; null where there is none in time. */
  private static String line(BufferedReader lines, int seconds)
      throws InterruptedException, ExecutionException {
    CompletableFuture<String> next =
        CompletableFuture.supplyAsync(
            () -> {
              try {
                return lines.readLine();
              } catch (IOException e) {
                return null;
              }
            },
            task -> Thread.ofPlatform().daemon().start(task));
    try {
      return next.get(seconds, TimeUnit.SECONDS);
    } catch (TimeoutException e) {
      return null;
    }
  }
}
