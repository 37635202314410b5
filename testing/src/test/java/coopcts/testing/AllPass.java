// SPDX-License-Identifier: Apache-2.0
package coopcts.testing;

import org.testng.annotations.Test;

/** Tests that pass, for {@link KeptVerdictsTests}. */
public final class AllPass {

  @Test
  public void one() {}

  @Test(groups = "apart")
  public void two() {}
}
