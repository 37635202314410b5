// SPDX-License-Identifier: Apache-2.0
package coopcts.reports.read;

import static org.testng.Assert.assertEquals;

import java.util.ArrayList;
import java.util.List;
import org.testng.annotations.Test;

/** Names of rows, many more than there is room for at first. */
public final class NameIndexTests {

  /** The index's first room doubles three times. */
  private static final int ROWS = 10_000;

  private final NameIndex index = new NameIndex();
  private final List<String> rows = new ArrayList<>();

  private int put(String name) {
    int row = index.putIfAbsent(name, one -> rows.get(one).equals(name));
    if (row < 0) {
      rows.add(name);
    }
    return row;
  }

  @Test
  public void everyNameHasItsRowHoweverManyComeBehindIt() {
    for (int i = 0; i < ROWS; i++) {
      assertEquals(put("khr.load.case." + i), -1, "a new name");
      assertEquals(put("khr.load.case." + i), i, "the name that came last");
      assertEquals(put("khr.load.case." + i / 2), i / 2, "a name of before");
    }
    for (int i = 0; i < ROWS; i++) {
      assertEquals(put("khr.load.case." + i), i);
    }
  }

  /** Two names may have one hash: the row itself says which it has. */
  @Test
  public void aRowThatDoesNotHaveTheNameIsNotTaken() {
    NameIndex own = new NameIndex();
    assertEquals(own.putIfAbsent("a", _ -> true), -1);
    assertEquals(own.putIfAbsent("a", _ -> false), -1, "another name with the hash of the first");
    assertEquals(own.putIfAbsent("a", row -> row == 1), 1, "the second of them");
    assertEquals(own.putIfAbsent("a", row -> row == 0), 0, "the first of them");
    assertEquals(own.putIfAbsent("b", _ -> true), -1, "a name of another hash is not compared");
    assertEquals(own.putIfAbsent("b", row -> row == 2), 2);
  }
}
