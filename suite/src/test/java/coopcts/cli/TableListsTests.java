// SPDX-License-Identifier: Apache-2.0
package coopcts.cli;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertFalse;
import static org.testng.Assert.assertTrue;

import coopcts.device.reference.cover.Bins;
import java.util.List;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

/** What {@code faults list} prints of taps, bins, changes and constants. */
public final class TableListsTests {

  @DataProvider
  public Object[][] lists() {
    return new Object[][] {
      {TableLists.taps(), 6},
      {TableLists.bins(), 4},
      {TableLists.changes(), 4},
      {TableLists.constants(), 2},
    };
  }

  @Test(dataProvider = "lists")
  public void eachLineHasAllColumns(List<List<String>> lines, int columns) {
    assertFalse(lines.isEmpty());
    for (List<String> line : lines) {
      assertEquals(line.size(), columns, line.toString());
      assertTrue(line.stream().noneMatch(cell -> cell.isBlank() || cell.contains("\t")), line + "");
    }
  }

  @Test
  public void aLineSaysWhatARowMayName() {
    List<String> stride = line(TableLists.taps(), "grid.stride");
    assertTrue(stride.get(2).startsWith("right before rows columns bytes"), stride.get(2));
    assertEquals(stride.subList(3, 5), List.of("first", "load store"));
    assertTrue(
        stride.get(5).startsWith("right: bytes from line to line | before: "), stride.get(5));
    assertEquals(line(TableLists.taps(), "length.of").get(4), "-");
    assertEquals(TableLists.bins().size(), Bins.all().size());
    assertEquals(
        line(TableLists.bins(), "layout.blocks"),
        List.of("layout.blocks", "load store", "in blocks", "taps results"));
    assertEquals(line(TableLists.bins(), "out.zero").getLast(), "results");
    assertEquals(
        line(TableLists.changes(), "doubled"),
        List.of("doubled", "it is doubled", "right * 2", "taps"));
    assertEquals(
        line(TableLists.changes(), "neighbour").subList(2, 4), List.of("-", "store vector_store"));
    assertEquals(line(TableLists.constants(), "WORD").getLast(), "4294967295");
  }

  private static List<String> line(List<List<String>> lines, String name) {
    return lines.stream().filter(line -> line.getFirst().equals(name)).findFirst().orElseThrow();
  }
}
