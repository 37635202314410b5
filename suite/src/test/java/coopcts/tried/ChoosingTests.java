// SPDX-License-Identifier: Apache-2.0
package coopcts.tried;

import static org.testng.Assert.assertEquals;

import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.testng.annotations.Test;

/** Which cases of a pool are taken. */
public final class ChoosingTests {

  private static BitSet set(int... numbers) {
    BitSet set = new BitSet();
    for (int number : numbers) {
      set.set(number);
    }
    return set;
  }

  @Test
  public void thoseThatAddMostComeFirstAndThoseThatAddLittleNotAtAll() {
    Map<String, BitSet> met = new LinkedHashMap<>();
    met.put("inner", set(1, 2, 3));
    met.put("most", set(1, 2, 3, 4, 5));
    met.put("other", set(3, 4, 5, 6, 7, 8));
    met.put("one_more", set(1, 2, 9));
    assertEquals(Choosing.greedy(met), List.of("other", "one_more"));
    met.put("b", set(20, 21));
    met.put("a", set(20, 21));
    assertEquals(Choosing.greedy(met), List.of("other", "one_more", "a"));
  }
}
