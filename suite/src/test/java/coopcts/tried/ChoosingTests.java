// SPDX-License-Identifier: Apache-2.0
package coopcts.tried;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertFalse;

import coopcts.catalogue.Catalogue;
import coopcts.device.reference.ReferenceProvider;
import coopcts.model.DeviceReport;
import coopcts.plan.Case;
import java.nio.file.Files;
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
  public void theSameAreChosenEachTimeAndNoneThatRunAnyway() throws Exception {
    DeviceReport report = new ReferenceProvider().open("everything").report();
    Trying trying = new Trying(report, Files.createTempDirectory("spirv"), 1);
    List<Case> some =
        Catalogue.programs().stream()
            .flatMap(family -> family.pool(report, 400))
            .filter(one -> !one.name().contains("size40"))
            .limit(8)
            .toList();
    List<String> chosen =
        new Choosing(report, trying, 500, 500)
            .choose(some.subList(0, 1).iterator(), some.iterator());
    assertFalse(chosen.isEmpty());
    assertFalse(chosen.contains(some.getFirst().name()));
    assertEquals(
        new Choosing(report, trying, 500, 500)
            .choose(some.subList(0, 1).iterator(), some.iterator()),
        chosen);
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
