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
public final class LeastGroupTests {

  private static final long FOR_EVER = Long.MAX_VALUE;

  private static List<PlannedCase> cases(int count) {
    return IntStream.range(0, count)
        .mapToObj(i -> new PlannedCase(new Cases.CasePlace(i, 0, i), "a." + i, List.of()))
        .toList();
  }

  private static List<String> names(List<PlannedCase> cases) {
    return cases.stream().map(PlannedCase::name).toList();
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
    List<PlannedCase> found =
        LeastGroup.of(cases(count), some -> names(some).containsAll(culprits), FOR_EVER);
    assertEquals(names(found), culprits.stream().sorted().toList());
  }

  @Test
  public void whatIsNotSeenBehindAllIsNotSearchedFor() throws Exception {
    List<Integer> asked = new ArrayList<>();
    assertEquals(LeastGroup.of(cases(9), some -> !asked.add(some.size()), FOR_EVER), List.of());
    assertEquals(asked, List.of(9));
  }

  /** What takes many together would take a process for each of them and more. */
  @Test
  public void aSearchEnds() throws Exception {
    List<Integer> asked = new ArrayList<>();
    List<PlannedCase> all = cases(200);
    assertEquals(
        LeastGroup.of(all, some -> asked.add(some.size()) && some.size() == all.size(), FOR_EVER),
        all);
    assertTrue(asked.size() <= 40, asked.toString());
  }

  /** Then more are named than it takes: each process of a slow device costs its time. */
  @Test
  public void aSearchThatTakesTooLongEndsWithWhatItHas() throws Exception {
    assertEquals(LeastGroup.of(cases(9), some -> true, 0), cases(9));
  }
}
