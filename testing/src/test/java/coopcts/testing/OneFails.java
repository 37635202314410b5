// SPDX-License-Identifier: Apache-2.0
package coopcts.testing;

import org.testng.annotations.Test;

/** Tests of which one fails, for {@link KeptVerdictsTests}. */
public final class OneFails {

  @Test
  public void passes() {}

  @Test
  public void fails() {
    throw new IllegalStateException("as it should");
  }
}
