// SPDX-License-Identifier: Apache-2.0
package coopcts.reports.explain;

import static org.testng.Assert.assertEquals;

import coopcts.reports.explain.Rules.Example;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.testng.annotations.Test;

/** What a program cannot be without is named: what is taken away and takes the failure with it. */
public final class NeededPartsTests {

  private static Example example(String name, boolean fails, String... facts) {
    Set<Traits.Instruction> instructions = new LinkedHashSet<>();
    for (String fact : facts) {
      instructions.add(new Traits.Instruction(fact, Set.of(fact)));
    }
    Traits of = Traits.of(name);
    return new Example(name, fails, of.doing(Set.of(facts), Set.of(), instructions));
  }

  private static Optional<String> said(Example failing, List<Example> passing) {
    return NeededParts.of(
            List.of(failing), passing, System.nanoTime() + TimeUnit.MINUTES.toNanos(1))
        .map(SeparatingRule::words);
  }

  /** Each of five things but the store is needed, and no case has the four together. */
  @Test
  public void fourThingsThatAreNeededAreNamed() {
    String[] all = {
      "there is a load", "there is a store", "there is a product", "there is a loop", "it runs"
    };
    List<Example> passing = new ArrayList<>();
    for (int without : new int[] {0, 2, 3, 4}) {
      List<String> left = new ArrayList<>(List.of(all));
      left.remove(without);
      passing.add(example("random.khr.1.r" + without, false, left.toArray(String[]::new)));
    }
    assertEquals(
        said(example("random.khr.1", true, all), passing),
        Optional.of("where it runs and there is a load and a loop and a product"));
  }

  @Test
  public void whatPassesWithAllOfItLeavesNoRule() {
    Example failing = example("random.khr.1", true, "there is a load", "there is a store");
    Example same = example("random.khr.2", false, "there is a load", "there is a store");
    assertEquals(said(failing, List.of(same)), Optional.empty());
    assertEquals(said(failing, List.of()), Optional.empty());
  }

  /** Of two things that no passing case has the one is named that is said in fewer words. */
  @Test
  public void theFewestWordsAreEnough() {
    Example failing =
        example("random.khr.1", true, "there is a load", "there is a product of three matrices");
    assertEquals(
        said(failing, List.of(example("random.khr.2", false, "there is a store"))),
        Optional.of("where there is a load"));
  }
}
