// SPDX-License-Identifier: Apache-2.0
package coopcts.run;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertTrue;

import coopcts.run.select.Cases;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

/** Of what a process had before, as little is named as it takes. */
public final class PredecessorsTests {

  private static final long FOR_EVER = Long.MAX_VALUE;

  private static List<Planned> cases(int count) {
    return IntStream.range(0, count)
        .mapToObj(i -> new Planned(new Cases.Place(i, 0, i), "a." + i, List.of()))
        .toList();
  }

  private static List<String> names(List<Planned> cases) {
    return cases.stream().map(Planned::name).toList();
  }

  @DataProvider
  Object[][] culprits() {
    return new Object[][] {
      {1, Set.of("a.0")},
      {2, Set.of("a.0")},
      {12, Set.of("a.10")},
      {200, Set.of("a.0")},
      {200, Set.of("a.199")},
      {200, Set.of("a.77")},
      {12, Set.of("a.3", "a.9")},
    };
  }

  @Test(dataProvider = "culprits")
  public void thoseThatItTakesAreFound(int count, Set<String> culprits) throws Exception {
    List<Planned> found =
        Predecessors.least(cases(count), some -> names(some).containsAll(culprits), FOR_EVER);
    assertEquals(names(found), culprits.stream().sorted().toList());
  }

  @Test
  public void whatIsNotSeenBehindAllIsNotSearchedFor() throws Exception {
    List<Integer> asked = new ArrayList<>();
    assertEquals(
        Predecessors.least(cases(9), some -> !asked.add(some.size()), FOR_EVER), List.of());
    assertEquals(asked, List.of(9));
  }

  /** What takes many together would take a process for each of them and more. */
  @Test
  public void aSearchEnds() throws Exception {
    List<Integer> asked = new ArrayList<>();
    List<Planned> all = cases(200);
    assertEquals(
        Predecessors.least(
            all, some -> asked.add(some.size()) && some.size() == all.size(), FOR_EVER),
        all);
    assertTrue(asked.size() <= 40, asked.toString());
  }

  /** Then more are named than it takes: each process of a slow device costs its time. */
  @Test
  public void aSearchThatTakesTooLongEndsWithWhatItHas() throws Exception {
    assertEquals(Predecessors.least(cases(9), some -> true, 0), cases(9));
  }
}
