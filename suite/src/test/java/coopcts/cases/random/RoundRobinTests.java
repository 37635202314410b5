// SPDX-License-Identifier: Apache-2.0
package coopcts.cases.random;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertNotEquals;

import java.util.HashSet;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.testng.annotations.Test;

/** Programs with seeds that follow each other try everything in turn. */
public final class RoundRobinTests {

  private static final List<Integer> ALL = IntStream.range(0, 12).boxed().toList();

  private static List<Integer> drawn(String list, long first) {
    return LongStream.range(first, first + ALL.size())
        .mapToObj(seed -> new RoundRobin(seed).of(list, ALL))
        .toList();
  }

  @Test
  void eachHasItsTurnBeforeOneComesAgain() {
    for (long round = 0; round < 5; round++) {
      assertEquals(new HashSet<>(drawn("one", 12 * round)), new HashSet<>(ALL));
    }
  }

  @Test
  void listsAndRoundsHaveOrdersOfTheirOwn() {
    assertEquals(drawn("one", 0), drawn("one", 0));
    assertNotEquals(drawn("one", 0), drawn("one", 12));
    assertNotEquals(drawn("one", 0), drawn("other", 0));
  }
}
