// SPDX-License-Identifier: Apache-2.0
package coopcts.testing;

import static org.testng.Assert.assertEquals;

import java.util.List;
import java.util.Map;
import org.testng.annotations.Test;

/** The order in which classes run while there is time. */
public final class RunnerTests {

  @Test
  public void theQuickestOfEqualNearnessGoesFirst() {
    Map<String, Double> cost = Map.of("a.Slow", 9.0, "a.Quick", 1.0, "b.Slow", 8.0, "b.Quick", 2.0);
    assertEquals(
        Runner.quickestFirst(
            List.of("!a.Slow", "!a.Quick", "--then", "b.Slow", "b.Quick", "--then", "a.Quick"),
            cost::get),
        List.of("!a.Quick", "!a.Slow", "b.Quick", "b.Slow", "a.Quick"));
  }
}
