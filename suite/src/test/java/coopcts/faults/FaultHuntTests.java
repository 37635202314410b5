// SPDX-License-Identifier: Apache-2.0
package coopcts.faults;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertTrue;

import coopcts.SharedModules;
import coopcts.cases.Profile;
import coopcts.device.reference.fault.Faults;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.testng.annotations.Test;

/** The suite finds planted bugs; the whole registry is hunted by {@code run-cts.sh faults}. */
public final class FaultHuntTests {

  @Test
  public void faultsHaveNamesOfTheirOwn() {
    Set<String> names = new HashSet<>();
    for (Faults.Entry fault : Faults.list()) {
      assertTrue(names.add(fault.name()), fault.name());
      assertTrue(fault.name().startsWith(fault.system() + "."), fault.name());
    }
    assertTrue(names.size() >= 150);
  }

  /** One of each kind of effect, the narrow ones of each among them. */
  @Test(groups = "deep")
  public void plantedFaultsAreFound() throws Exception {
    Set<String> wanted =
        Set.of(
            "khr.load.stride_zero_is_line_column",
            "khr.load.subnormals_flushed_e4m3",
            "khr.store.last_element_missing_shared",
            "khr.store.overrun_one_byte",
            "khr.muladd.sums_float16",
            "khr.muladd.b_sign_of_a",
            "khr.components.lane_7",
            "khr.length.one_short",
            "khr.constants.ignored_8bit");
    List<FaultHunt.Catch> catches =
        new FaultHunt(Profile.DEFAULT, "everything", SharedModules.folder(), 1)
            .hunt(wanted::contains, Map.of(), 2);
    assertEquals(catches.size(), wanted.size());
    for (FaultHunt.Catch one : catches) {
      assertTrue(one.reached() && one.firstCase() != null, one.fault().name() + " survived");
    }
  }
}
