// SPDX-License-Identifier: Apache-2.0
package coopcts.jobs;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertThrows;

import java.util.HashMap;
import org.testng.annotations.Test;

/** What earlier versions wrote of modules that are changed is read still. */
public final class RulePatchTests {

  @Test
  public void aPatchReplacesWhatItMatches() {
    Job.Patch patch = new Job.Patch("^(OpNop) (%\\w+)$", "$2 = $1");
    assertEquals(patch.in("OpNop %a\nOpNop %b\n", new HashMap<>()), "%a = OpNop\n%b = OpNop\n");
    assertThrows(IllegalStateException.class, () -> patch.in("OpNop\n", new HashMap<>()));
  }
}
