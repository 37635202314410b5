// SPDX-License-Identifier: Apache-2.0
package coopcts.reports.explain;

import static org.testng.Assert.assertEquals;

import org.testng.annotations.Test;

/** Texts of a length that is shown whole, and of one more. */
public final class VaryingTextTests {

  /** Characters that a key has at most, and a text before its end is cut off. */
  private static final int LONGEST = 160;

  @Test
  public void whatIsShownWholeEndsWhereItEnds() {
    String whole = "x".repeat(LONGEST);
    assertEquals(VaryingText.key(whole), whole);
    assertEquals(VaryingText.key(whole + "x"), whole);
    assertEquals(new VaryingText(whole).toString(), whole);
    assertEquals(new VaryingText(whole + "x").toString(), whole + "…");
  }

  @Test
  public void whatDiffersIsNoPartOfTheKey() {
    assertEquals(VaryingText.key("row 3 of 'out', 17 wrong"), "row n of '...', n wrong");
    assertEquals(VaryingText.key("row 4 of 'in', 1 wrong"), "row n of '...', n wrong");
  }
}
