// SPDX-License-Identifier: Apache-2.0
package coopcts.testing.dev;

import static org.testng.Assert.assertEquals;

import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

/** Which tests say what a change took out. */
public final class RemovedWordsTests {

  private static final String DIFF =
      """
      --- a/suite/src/main/java/coopcts/A.java
      +++ b/suite/src/main/java/coopcts/A.java
      -      print("the causes of %d failures are unknown: %s".formatted(count, why));
      -      print("it stays as it is");
      +      print("nobody knows the causes of %d: %s".formatted(count, why));
      +      print("it stays as it is");
      -  MAP_BLOCKS_REVERSED("blocks of B"),
      +  MAP_BLOCKS_TURNED("blocks of B"),
      -    return MOST_OF_ALL;
      +    return (MOST_OF_ALL);
      """;

  @DataProvider
  public static Object[][] tests() {
    return new Object[][] {
      {"assertTrue(log.contains(\"coopcts: the causes of 3 failures are unknown\"), log);", true},
      {"assertTrue(log.contains(\"failures are unknown\"), log);", true},
      {"assertTrue(log.contains(\"unknown\"), log);", false},
      {"List.of(\"layout.map_blocks_reversed\")", true},
      {"List.of(\"layout.map_blocks_turned\")", false},
      {"assertEquals(text, \"it stays as it is\");", false},
      {"int most_of_all = 1;", false},
      {"", false},
    };
  }

  @Test(dataProvider = "tests")
  public void aTestThatSaysItIsFound(String test, boolean isSaid) {
    assertEquals(new RemovedWords(DIFF).isSaid(test), isSaid);
  }

  @Test
  public void whatTakesNothingOutFindsNothing() {
    assertEquals(new RemovedWords("").isSaid("\"any text of some length\""), false);
  }
}
