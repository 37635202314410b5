// SPDX-License-Identifier: Apache-2.0
package coopcts.coverage;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertFalse;

import coopcts.SharedModules;
import coopcts.catalogue.Catalogue;
import coopcts.device.reference.ReferenceProvider;
import coopcts.model.DeviceReport;
import coopcts.plan.Case;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.testng.annotations.Test;

/** Which cases of a pool are taken. */
public final class ProgramSelectionTests {

  private static ProgramSelection.Met met(int work, int... numbers) {
    return new ProgramSelection.Met(numbers, work);
  }

  private static ProgramSelection.Supply of(List<Case> cases) {
    return mine -> cases.stream().filter(one -> mine.test(one.name()));
  }

  @Test
  public void theSameAreChosenEachTimeAndNoneThatRunAnyway() throws Exception {
    DeviceReport report = new ReferenceProvider().open("everything").report();
    CoverageRun trying = new CoverageRun(report, SharedModules.folder(), 1);
    List<Case> some =
        Catalogue.pools(report).stream()
            .flatMap(pool -> pool.of(0, 3, name -> name.matches("random.[a-z]+.[0-2]")))
            .limit(8)
            .toList();
    assertEquals(some.size(), 8);
    List<Case> first = some.subList(0, 1);
    // Times differ from run to run.
    ProgramSelection.SelectionWork same = _ -> 1;
    ProgramSelection.Choice chosen =
        new ProgramSelection(trying, 1, same, ProgramSelection.drawn(report, 500, 500))
            .choose(of(first), of(some), ProgramSelection.WITHOUT_END);
    assertFalse(chosen.names().isEmpty());
    assertFalse(chosen.names().contains(some.getFirst().name()));
    assertEquals(
        new ProgramSelection(trying, 3, same, ProgramSelection.drawn(report, 500, 500))
            .choose(of(first), of(some), ProgramSelection.WITHOUT_END),
        chosen,
        "3 threads");
  }

  @Test
  public void thoseThatAddMostComeFirstAndThoseThatAddLittleNotAtAll() {
    Map<String, ProgramSelection.Met> met = new LinkedHashMap<>();
    met.put("inner", met(10, 1, 2, 3));
    met.put("most", met(10, 1, 2, 3, 4, 5));
    met.put("other", met(10, 3, 4, 5, 6, 7, 8));
    met.put("one_more", met(10, 1, 2, 9));
    assertEquals(ProgramSelection.greedy(met), List.of("other", "one_more"));
    met.put("b", met(10, 20, 21));
    met.put("a", met(10, 20, 21));
    assertEquals(ProgramSelection.greedy(met), List.of("other", "one_more", "a"));
    met.put("short", met(1, 20, 21));
    assertEquals(ProgramSelection.greedy(met), List.of("short", "other", "one_more"));
  }
}
