// SPDX-License-Identifier: Apache-2.0
package coopcts.jobs;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertTrue;

import coopcts.reports.UsageException;
import coopcts.testing.Temporary;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

/**
 * Mistakes and kernels of somebody who had not seen the checks: what {@code check} tells of each
 * first is written down in {@code told.tsv}, with why where it is not what the author has in mind.
 */
public class OtherAuthorTests {

  private static final String FRONT_END = "front_end";

  private static final String NOTHING = "nothing";

  /** What has no class: what a job lacks. */
  private static final String UNCLASSED = "unclassed";

  /** What is first told of a mistake. */
  private record Told(String file, String check, int line, String why) {

    static Map<String, Told> all() throws IOException {
      return Files.readAllLines(OtherAuthor.FOLDER.resolve("told.tsv")).stream()
          .skip(1)
          .map(line -> line.split("\t", -1))
          .map(
              cells ->
                  new Told(
                      cells[0],
                      cells[1],
                      cells[2].isEmpty() ? 0 : Integer.parseInt(cells[2]),
                      cells[3]))
          .collect(Collectors.toMap(Told::file, Function.identity()));
    }

    /** Whether it is about this line, and a line where the author has none or another one. */
    boolean isOn(CheckFinding found, List<Integer> lines) {
      return why.isEmpty()
          ? lines.contains(found.line()) || lines.contains(found.otherLine())
          : found.line() == line;
    }
  }

  private static Path cache() throws IOException {
    return Temporary.folder("cache");
  }

  private static Object[][] rows(String folder) throws IOException {
    return OtherAuthor.all(folder).stream()
        .map(one -> new Object[] {one.file(), one})
        .toArray(Object[][]::new);
  }

  @DataProvider
  Object[][] mistakes() throws IOException {
    return rows("mistakes");
  }

  @DataProvider
  Object[][] kernels() throws IOException {
    return rows("kernels");
  }

  @Test
  void theyAreManyAndOfManyKinds() throws IOException {
    List<OtherAuthor> mistakes = OtherAuthor.all("mistakes");
    assertEquals(mistakes.size(), 65);
    assertTrue(mistakes.stream().map(OtherAuthor::kind).distinct().count() >= 40);
    assertEquals(OtherAuthor.all("kernels").size(), 52);
    List<String> unlike = new ArrayList<>();
    Told.all().values().stream()
        .filter(one -> one.check().equals(NOTHING) || one.why().startsWith("another cause"))
        .forEach(one -> unlike.add(one.file()));
    assertEquals(unlike.size(), 3, unlike.toString());
  }

  @Test(dataProvider = "mistakes", groups = "deep")
  void theCauseIsToldFirst(String name, OtherAuthor mistake) throws Exception {
    Told told = Told.all().get(name);
    CheckReport report;
    try {
      report = mistake.check(cache());
    } catch (UsageException e) {
      assertEquals(FRONT_END, told.check(), e.getMessage());
      return;
    }
    String text = String.join("\n", report.text());
    List<CheckFinding> found = report.findings().found();
    if (told.check().equals(NOTHING)) {
      assertTrue(found.isEmpty(), text);
      return;
    }
    String check = found.isEmpty() ? NOTHING : found.getFirst().check();
    assertEquals(check.isEmpty() ? UNCLASSED : check, told.check(), text);
    assertTrue(told.isOn(found.getFirst(), mistake.lines()), text);
  }

  @Test(dataProvider = "kernels", groups = "deep")
  void nothingIsToldOfKernels(String name, OtherAuthor kernel) throws Exception {
    CheckReport report = kernel.check(cache());
    assertTrue(
        report.findings().isClean() && !report.findings().completed().isEmpty(),
        String.join("\n", report.text()));
  }
}
