// SPDX-License-Identifier: Apache-2.0
package coopcts.reports.explain;

import static org.testng.Assert.assertEquals;

import coopcts.numbers.IntegerFormat;
import coopcts.oracle.Acceptance;
import coopcts.oracle.MismatchEvidence;
import coopcts.oracle.Rule;
import java.util.List;
import java.util.stream.IntStream;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

/** Words for where wrong elements are, by drawings: {@code #} is wrong. */
public final class RegionTests {

  private static MismatchGrid look(String drawing) {
    List<String> lines = List.of(drawing.split(" "));
    int columns = lines.getFirst().length();
    String all = String.join("", lines);
    long[] expected = new long[all.length()];
    Acceptance[] accepted = new Acceptance[expected.length];
    for (int i = 0; i < expected.length; i++) {
      accepted[i] = new Acceptance.OneOf(0);
    }
    return new MismatchGrid(
        new MismatchEvidence.Grid(
            0,
            "result",
            0,
            IntegerFormat.signed(32),
            lines.size(),
            columns,
            new MismatchEvidence.Elements(
                IntStream.range(0, expected.length).map(i -> 4 * i).toArray(),
                accepted,
                expected,
                all.chars().mapToLong(one -> one == '#' ? 1 : 0).toArray()),
            Rule.must("KHR-LOAD-001")),
        null);
  }

  @DataProvider
  Object[][] drawings() {
    return new Object[][] {
      {"#### #### ####", "every element"},
      // 19 of 20, and 18 of them.
      {"##### ##### ##### ####.", "every element"},
      {".... ..#. ....", "row 1, column 2 alone"},
      {".... #### ####", "rows 1 to 2"},
      {"#### .... ....", "row 0"},
      {"...# ...# ...#", "the last column"},
      {".... ..## ..##", "rows 1 to 2, columns 2 to 3"},
      // Three quarters of a block are one, a half is none.
      {".... ..## ..#.", "rows 1 to 2, columns 2 to 3"},
      {".#.... ...... ...... ....#.", ""},
      {"#... .#.. ..#. ...#", "the diagonal"},
      {"#... .... ..#. ....", "the diagonal"},
      {".### #.## ##.# ###.", "all but the diagonal"},
      {"...... #..#.. ..#..# ......", "within rows 1 to 2"},
      {".#.. ..#. .#.. ..#.", "within columns 1 to 2"},
      {"#### .... #### .... ####", "even rows"},
      {".... #### .... #### .... ####", "odd rows"},
      {"## .. .. ## .. .. ##", "one row in 3, from row 0 on"},
      {"## .. .. ## ..", "rows 0, 3"}
    };
  }

  @Test(dataProvider = "drawings")
  public void words(String drawing, String wanted) {
    assertEquals(Region.of(look(drawing)), wanted);
  }

  /** What is wrong in one of several runs is in the region. */
  @Test
  public void severalGrids() {
    assertEquals(Region.of(List.of(look("#### .... ...."), look(".... #### ...."))), "rows 0 to 1");
    assertEquals(Region.sized(look(".#.... ...... ...... ....#.")), "scattered of 4x6");
    assertEquals(Region.sized(look("#### .... ....")), "row 0 of 3x4");
  }
}
