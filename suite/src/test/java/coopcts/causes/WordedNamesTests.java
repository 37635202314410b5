// SPDX-License-Identifier: Apache-2.0
package coopcts.causes;

import static org.testng.Assert.assertEquals;

import java.util.List;
import org.testng.annotations.Test;

/** Names of cases by the words of rules. */
public final class WordedNamesTests {

  private static final String NEGATES = "vector.element.negate.sint8.5";
  private static final String OTHER_TYPE = "vector.element.negate.float16.5";
  private static final String CONVERTS = "vector.convert.sint8_uint32.5";
  private static final String NEITHER = "khr.load.float16.a.16x16";

  private static final List<String> NAMES = List.of(NEITHER, CONVERTS, OTHER_TYPE, NEGATES);

  @Test
  public void thoseOfMostWordsComeFirst() {
    List<String> rule = List.of("where there is a vector operator that negates of sint8");
    assertEquals(WordedNames.of(NAMES, rule, 1), List.of(NEGATES));
    List<String> all = WordedNames.of(NAMES, rule, 9);
    assertEquals(all.getFirst(), NEGATES);
    assertEquals(all.size(), 3, all.toString());
  }

  /** A type of 8 bits is none of 16, and numbers alone say nothing. */
  @Test
  public void typesAreWholeWords() {
    assertEquals(WordedNames.of(NAMES, List.of("of float32 with 16 rows"), 9), List.of());
    assertEquals(
        WordedNames.of(NAMES, List.of("there is a conversion of uint32"), 9), List.of(CONVERTS));
  }
}
