// SPDX-License-Identifier: Apache-2.0
package coopcts.causes;

import static org.testng.Assert.assertEquals;

import coopcts.reports.explain.SeparatingRule;
import coopcts.reports.explain.TraitCondition;
import coopcts.reports.explain.Traits;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import org.testng.annotations.Test;

/** Which cases are a step away from one that fails. */
public final class OneChangeTests {

  private static final String FAILING = load("a", "8x8", "row");

  private static String load(String use, String size, String layout) {
    return "khr.load.float16." + use + "." + size + ".subgroup." + layout + ".buffer.float16";
  }

  /** The fewest changes come first, and the same change is made once. */
  @Test
  public void eachChangeIsMadeOnce() {
    assertEquals(
        OneChange.of(
            List.of(FAILING, load("a", "16x16", "row")),
            List.of(
                load("b", "16x16", "col"),
                load("b", "8x8", "row"),
                load("b", "16x16", "row"),
                load("a", "8x8", "col")),
            Function.identity(),
            9),
        List.of(load("b", "8x8", "row"), load("a", "8x8", "col"), load("b", "16x16", "col")));
  }

  /** Each condition of a rule is tried by cases that lack it alone. */
  @Test
  public void nearMissesLackOneCondition() {
    SeparatingRule rule =
        new SeparatingRule(
            List.of(
                new TraitCondition.OneOf("use", Set.of("a")),
                new TraitCondition.OneOf("layout", Set.of("row"))),
            3,
            0,
            6);
    assertEquals(
        OneChange.nearMisses(
            rule,
            List.of(FAILING),
            List.of(
                load("b", "8x8", "col"),
                load("a", "16x16", "row"),
                load("b", "16x16", "row"),
                load("b", "8x8", "row"),
                load("a", "16x16", "col"),
                load("accumulator", "8x8", "row")),
            Function.identity(),
            name -> List.of(Traits.of(name)),
            3),
        List.of(
            load("b", "8x8", "row"), load("accumulator", "8x8", "row"), load("a", "16x16", "col")));
  }
}
