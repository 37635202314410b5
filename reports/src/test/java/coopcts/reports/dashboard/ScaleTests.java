// SPDX-License-Identifier: Apache-2.0
package coopcts.reports.dashboard;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertTrue;

import coopcts.reports.BigJournal;
import coopcts.reports.Folders;
import coopcts.reports.RunFolder;
import coopcts.testing.Temporary;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.testng.annotations.AfterClass;
import org.testng.annotations.BeforeClass;
import org.testng.annotations.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Reports and dashboards of many results in a heap that could not hold them, and in time that grows
 * as their number does.
 */
public final class ScaleTests {

  /** Enough for an index of so many cases and their names, and not for their rows. */
  private static final String HEAP = "-Xmx40m";

  /** What a process needs for any number of cases shows with so few. */
  private static final int ONE = 50;

  private static final int FEW = 30_000;
  private static final int MANY = 120_000;

  private Path folder;

  @BeforeClass(alwaysRun = true)
  void makeJournals() throws IOException {
    folder = Temporary.folder("scale");
    BigJournal.write(folder.resolve("one"), ONE);
    BigJournal.write(folder.resolve("few"), FEW);
    BigJournal.write(folder.resolve("many"), MANY);
  }

  @AfterClass(alwaysRun = true)
  void clean() throws IOException {
    Folders.delete(folder);
  }

  /** Makes what is named of a run, and says how many seconds of a processor it took. */
  public static void main(String[] arguments) throws Exception {
    Path run = Path.of(arguments[1]);
    if (arguments[0].equals("report")) {
      new RunFolder(run).render(run.resolve("none"));
    } else {
      Dashboard.write(run.resolveSibling(run.getFileName() + "-site"), List.of(run));
    }
    System.out.println(
        ProcessHandle.current().info().totalCpuDuration().orElseThrow().toMillis() / 1e3);
  }

  private double seconds(String what, String run) throws IOException, InterruptedException {
    Path log = folder.resolve(what + run + ".log");
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                HEAP,
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                ScaleTests.class.getName(),
                what,
                folder.resolve(run).toString())
            .redirectErrorStream(true)
            .redirectOutput(log.toFile())
            .start();
    assertTrue(process.waitFor(10, TimeUnit.MINUTES), what + " of " + run + " does not end");
    String said = Files.readString(log).strip();
    assertEquals(process.exitValue(), 0, said);
    return Double.parseDouble(said);
  }

  private void assertTimeGrowsAsCases(String what) throws IOException, InterruptedException {
    double one = seconds(what, "one");
    double few = seconds(what, "few") - one;
    double many = seconds(what, "many") - one;
    System.out.printf("%s: %,d cases %.1f s, %,d cases %.1f s%n", what, FEW, few, MANY, many);
    assertTrue(many < 2 * few * MANY / FEW, few + " s, then " + many + " s");
  }

  @Test(groups = "scale")
  void aReportHoldsNoRows() throws IOException, InterruptedException {
    assertTimeGrowsAsCases("report");
    Path run = folder.resolve("many");
    JsonNode summary = JsonMapper.shared().readTree(Files.readString(run.resolve("summary.json")));
    int failed = (int) IntStream.range(0, MANY).filter(i -> i % 50 == 7).count();
    int crashed = (int) IntStream.range(0, MANY).filter(i -> i % 5000 == 17).count();
    assertEquals(summary.path("counts").path("FAIL").asInt(), failed);
    assertEquals(summary.path("counts").path("CRASH").asInt(), crashed);
    assertEquals(summary.path("unexpected").asInt(), failed + crashed);
    try (Stream<String> lines = Files.lines(run.resolve("results.csv"))) {
      assertEquals(lines.count(), MANY + 1);
    }
    try (Stream<String> lines = Files.lines(run.resolve("junit.xml"), StandardCharsets.UTF_8)) {
      assertEquals(lines.filter(line -> line.contains("<testcase ")).count(), MANY);
    }
    List<String> results = new ArrayList<>();
    try (Stream<Path> files = Files.list(run.resolve("allure-results"))) {
      files.map(Path::toString).filter(name -> name.endsWith("-result.json")).forEach(results::add);
    }
    assertEquals(results.size(), failed + crashed, "those that somebody has to look at");
    assertTrue(
        Files.readString(run.resolve("allure-results/environment.properties"))
            .contains("leftOut=" + (MANY - failed - crashed)));
  }

  @Test(groups = "scale")
  void aDashboardHoldsNoRows() throws IOException, InterruptedException {
    assertTimeGrowsAsCases("dashboard");
  }
}
