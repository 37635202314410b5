// SPDX-License-Identifier: Apache-2.0
package coopcts.reports.explain;

import static org.testng.Assert.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.testng.annotations.Test;

/** What a run said of sixty faults drawn at random, as {@code docs/data/explained.md} has it. */
public final class ExplainedTitlesTests {

  /** The columns of a row of the table; those of the page's other tables are fewer. */
  private static final int COLUMNS = 9;

  private static final int TITLE = 4;

  /** What is wrong in a sentence's length, and a rule of two conditions. */
  private static final int LONGEST = 40;

  @Test
  public void eachTitleIsASentenceWithItsNumbers() throws IOException {
    List<String> titles = new ArrayList<>();
    for (String line : Files.readAllLines(Path.of("..", "docs", "data", "explained.md"))) {
      String[] cells = line.split(" \\| ", -1);
      if (line.startsWith("| `") && cells.length == COLUMNS) {
        titles.add(cells[TITLE - 1].strip());
      }
    }
    assertEquals(titles.size(), 60);
    List<String> complaints = new ArrayList<>();
    titles.forEach(title -> complaints.addAll(Sentences.complaints(title, LONGEST)));
    assertEquals(String.join("\n", complaints), "");
  }
}
