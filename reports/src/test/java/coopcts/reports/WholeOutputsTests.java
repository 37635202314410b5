// SPDX-License-Identifier: Apache-2.0
package coopcts.reports;

import static org.testng.Assert.assertEquals;

import coopcts.reports.dashboard.RealRuns;
import coopcts.testing.Temporary;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.testng.annotations.AfterClass;
import org.testng.annotations.BeforeClass;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

/**
 * What other programs read of a run, word by word as it was last reviewed: of a lavapipe with a
 * planted fault, and of random programs on a GPU.
 */
public final class WholeOutputsTests {

  private static final Path GOLDEN = Path.of("src/test/resources/coopcts/reports/outputs");

  /** Writes the outputs anew where they are not as they should be. */
  private static final String UPDATE = "coopcts.golden.update";

  /** A run and which of its cases are taken: all, or each so many. */
  private static final Map<String, Integer> RUNS = Map.of("ref-lavapipe2", 3, "h200-programs", 4);

  private static final List<String> FILES =
      List.of(
          "results.csv",
          "failures.csv",
          "deqp-results.csv",
          "summary.md",
          "summary.json",
          "annotations.txt",
          "junit.xml",
          "findings.sarif");

  /** What differs from build to build. */
  private static final Pattern OWN = Pattern.compile("1\\.0\\.0(-SNAPSHOT)?[^\"<,]*");

  private Path folder;

  @BeforeClass
  void makeRuns() throws Exception {
    folder = Temporary.folder("outputs");
    for (Path run : RealRuns.into(folder)) {
      Integer each = RUNS.get(run.getFileName().toString());
      if (each != null) {
        thin(run.resolve("results.jsonl"), each);
        new RunFolder(run).render(folder.resolve("none"));
      }
    }
  }

  @AfterClass(alwaysRun = true)
  void clean() throws IOException {
    Folders.delete(folder);
  }

  /** Every line that is not of a case stays. */
  private static void thin(Path journal, int each) throws IOException {
    List<String> lines = new ArrayList<>();
    int cases = 0;
    for (String line : Files.readAllLines(journal)) {
      if (!line.startsWith("{\"case\"") || cases++ % each == 0) {
        lines.add(line);
      }
    }
    Files.write(journal, lines);
  }

  @DataProvider
  Object[][] files() {
    return RUNS.keySet().stream()
        .flatMap(run -> FILES.stream().map(file -> new Object[] {run, file}))
        .toArray(Object[][]::new);
  }

  @Test(dataProvider = "files")
  public void everyOutputIsAsReviewed(String run, String file) throws IOException {
    check(run + "/" + file, Files.readString(folder.resolve(run).resolve(file)));
  }

  @DataProvider
  Object[][] runs() {
    return RUNS.keySet().stream().map(run -> new Object[] {run}).toArray(Object[][]::new);
  }

  /** A line for each file of Allure's, in the order of its cases. */
  @Test(dataProvider = "runs")
  public void whatAllureReadsIsAsReviewed(String run) throws IOException {
    Map<String, String> lines = new TreeMap<>();
    try (Stream<Path> files = Files.list(folder.resolve(run).resolve("allure-results"))) {
      for (Path file : files.toList()) {
        String name = file.getFileName().toString();
        if (name.matches(".*(-result\\.json|\\.properties|categories\\.json)")) {
          String text =
              Files.readString(file)
                  .replaceAll("[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}", "UUID");
          lines.put(name.endsWith("-result.json") ? text : "# " + name, text);
        }
      }
    }
    check(run + "/allure.txt", lines.values().stream().collect(Collectors.joining("\n")) + "\n");
  }

  private void check(String name, String made) throws IOException {
    String text = OWN.matcher(made.replace(folder.toString(), "RUNS")).replaceAll("VERSION");
    Path golden = GOLDEN.resolve(name);
    if (Boolean.getBoolean(UPDATE)) {
      Files.createDirectories(golden.getParent());
      Files.writeString(golden, text);
    }
    assertEquals(text, Files.readString(golden), name + "; -D" + UPDATE + "=true rewrites it");
  }
}
