// SPDX-License-Identifier: Apache-2.0
package coopcts.oracle;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertNull;

import coopcts.numbers.FloatFormat;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.testng.annotations.Test;

/** Elements by their offsets behave as a tree of them. */
public final class OpenElementsTests {

  private static Expectation.Open element(long bits) {
    return new Expectation.Open(
        FloatFormat.FLOAT16, new Acceptance.OneOf(bits), Rule.must("KHR-STORE-001"));
  }

  @Test
  void elementsComeInOrderAndGoAgain() {
    SplittableRandom random = new SplittableRandom(5);
    OpenElements elements = new OpenElements();
    TreeMap<Integer, Expectation.Open> tree = new TreeMap<>();
    for (int i = 0; i < 4000; i++) {
      int offset = random.nextInt(3) == 0 ? random.nextInt(1 << 20) : 2 * random.nextInt(600);
      if (random.nextInt(4) == 0) {
        assertEquals(elements.set(offset, null), tree.remove(offset));
      } else {
        Expectation.Open one = element(i);
        assertEquals(elements.put(offset, one), tree.put(offset, one));
      }
    }
    assertEquals(elements.size(), tree.size());
    assertEquals(new ArrayList<>(elements.entrySet()), new ArrayList<>(tree.entrySet()));
    List<Integer> part = new ArrayList<>();
    elements.forEach(100, 300, (offset, _) -> part.add(offset));
    assertEquals(part, List.copyOf(tree.subMap(100, 300).keySet()));
    assertNull(elements.get(-2));
    assertNull(elements.at(1 << 30));
  }

  @Test
  void aCopyKeepsWhatItHas() {
    OpenElements elements = new OpenElements();
    elements.set(300, element(1));
    OpenElements copy = elements.copy();
    elements.set(300, null);
    elements.set(4, element(2));
    assertEquals(List.copyOf(copy.keySet()), List.of(300));
    assertEquals(List.copyOf(elements.keySet()), List.of(4));
  }
}
