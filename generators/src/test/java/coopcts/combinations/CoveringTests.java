// SPDX-License-Identifier: Apache-2.0
package coopcts.combinations;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

public final class CoveringTests {

  private static final List<String> FORMS = List.of("add", "negate", "copy", "scale", "fma", "mix");

  private static final List<List<?>> AXES =
      List.of(FORMS, List.of("row", "col"), List.of(1, 5, 17, 128), List.of(false, true));

  /** A way to take rows. */
  private interface Way {
    List<int[]> rows(List<? extends List<?>> axes);
  }

  @DataProvider
  public Object[][] ways() {
    Way each = axes -> Covering.each(axes, _ -> true);
    Way leading = axes -> Covering.leading(axes, _ -> true);
    Way pairs = axes -> Covering.pairs(axes, _ -> true);
    return new Object[][] {{each}, {leading}, {pairs}};
  }

  private static Set<List<Object>> named(List<? extends List<?>> axes, List<int[]> rows) {
    return rows.stream()
        .map(
            row ->
                IntStream.range(0, row.length)
                    .mapToObj(axis -> (Object) axes.get(axis).get(row[axis]))
                    .toList())
        .collect(Collectors.toSet());
  }

  @Test
  public void productHasEveryRowThatIsAllowed() {
    List<List<?>> axes = List.of(List.of(1, 2), List.of(1, 2, 3));
    assertEquals(Covering.product(axes, _ -> true).size(), 6);
    assertEquals(Covering.product(axes, _ -> true).get(4), new int[] {1, 1});
    assertEquals(Covering.product(axes, row -> row[1] > row[0]).size(), 3);
  }

  @Test
  public void eachHoldsEveryValueWithARowForEachOfTheLongestAxis() {
    List<int[]> rows = Covering.each(AXES, _ -> true);
    assertEquals(rows.size(), FORMS.size());
    for (int axis = 0; axis < AXES.size(); axis++) {
      int at = axis;
      assertEquals(
          rows.stream().map(row -> row[at]).distinct().count(), AXES.get(axis).size(), "" + axis);
    }
  }

  @Test
  public void eachKeepsToWhatIsAllowedAndStillHoldsEveryValue() {
    List<int[]> rows =
        Covering.each(AXES, row -> (row[0] != 2 || row[1] == 1) && (row[2] != 3 || row[3] == 0));
    assertTrue(rows.stream().anyMatch(row -> row[0] == 2 && row[1] == 1));
    assertTrue(rows.stream().noneMatch(row -> row[0] == 2 && row[1] == 0));
    assertTrue(rows.stream().anyMatch(row -> row[2] == 3 && row[3] == 0));
  }

  @Test
  public void pairsCoverEveryPairWithFewRows() {
    List<int[]> rows = Covering.pairs(AXES, _ -> true);
    assertTrue(rows.size() <= 27, "24 rows are the least, got " + rows.size());
    for (int i = 0; i < AXES.size(); i++) {
      for (int j = i + 1; j < AXES.size(); j++) {
        for (int a = 0; a < AXES.get(i).size(); a++) {
          for (int b = 0; b < AXES.get(j).size(); b++) {
            int[] wanted = {i, a, j, b};
            assertTrue(
                rows.stream()
                    .anyMatch(row -> row[wanted[0]] == wanted[1] && row[wanted[2]] == wanted[3]));
          }
        }
      }
    }
  }

  @Test(dataProvider = "ways")
  public void aValueInTheMiddleOfTheLongestAxisOnlyAddsItsOwnRows(Way way) {
    Set<List<Object>> before = named(AXES, way.rows(AXES));
    List<String> more = new ArrayList<>(FORMS);
    more.add(2, "reverse");
    List<List<?>> axes = new ArrayList<>(AXES);
    axes.set(0, more);
    Set<List<Object>> after = named(axes, way.rows(axes));
    assertTrue(after.containsAll(before));
    after.removeAll(before);
    assertTrue(!after.isEmpty() && after.stream().allMatch(row -> row.contains("reverse")));
  }

  @Test(dataProvider = "ways")
  public void theOrderOfValuesDoesNotMatter(Way way) {
    List<List<?>> turned = new ArrayList<>();
    AXES.forEach(axis -> turned.add(axis.reversed()));
    assertEquals(named(turned, way.rows(turned)), named(AXES, way.rows(AXES)));
  }

  @Test
  public void someTakesTheHighestAndKeepsThemWhenAnotherComes() {
    List<Integer> values = IntStream.range(0, 40).boxed().toList();
    List<Integer> drawn = Draw.some(10, values, "key");
    assertEquals(drawn.size(), 10);
    List<Integer> more = Draw.some(10, IntStream.range(0, 41).boxed().toList(), "key");
    assertTrue(more.stream().filter(drawn::contains).count() >= 9);
    assertEquals(Draw.some(50, values, "key"), values);
  }
}
