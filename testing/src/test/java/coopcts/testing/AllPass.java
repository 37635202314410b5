// SPDX-License-Identifier: Apache-2.0
package coopcts.testing;

import org.testng.annotations.Test;

/** Tests that pass, for {@link KeptVerdictsTests}. */
public final class AllPass {

  /** How many of them ran, and what happens while one does. */
  static int ran;

  static Runnable meanwhile = () -> {};

  @Test
  public void one() {
    ran++;
    meanwhile.run();
  }

  @Test(groups = "apart")
  public void two() {
    ran++;
  }
}
