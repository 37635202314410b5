// SPDX-License-Identifier: Apache-2.0
package coopcts;

import static org.testng.Assert.assertEquals;

import coopcts.cases.Family;
import coopcts.cases.Profile;
import coopcts.catalogue.Catalogue;
import coopcts.device.Device;
import coopcts.device.Devices;
import coopcts.device.reference.ReferenceProvider;
import coopcts.oracle.Strictness;
import coopcts.plan.Case;
import coopcts.plan.RulePlan;
import coopcts.plan.Verdict;
import coopcts.run.one.CaseRunner;
import coopcts.run.one.FailureEvidence;
import coopcts.run.one.Finding;
import coopcts.spirv.SpirvCache;
import java.util.ArrayList;
import java.util.List;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

/**
 * All families on all profiles of the reference device, with the smoke profile and several seeds.
 */
public final class ReferenceRunTests {

  @DataProvider
  public Object[][] devices() {
    List<Object[]> rows = new ArrayList<>();
    long seed = 1;
    for (String profile : new ReferenceProvider().names()) {
      rows.add(new Object[] {"reference:" + profile, seed});
      seed++;
    }
    return rows.toArray(new Object[0][]);
  }

  /** What the specifications leave open, decided by a seed: wishes are left open too. */
  @Test(groups = "nightly", dataProvider = "devices")
  public void allCasesPassWhateverIsLeftOpen(String device, long seed) throws Exception {
    allCasesPass(device + "?freedom=" + seed, seed, Strictness.USUAL);
  }

  /** The same of the profile that has most. */
  @Test(groups = "deep")
  public void mostCasesPassWhateverIsLeftOpen() throws Exception {
    allCasesPass("reference:everything?freedom=77", 77, Strictness.USUAL);
  }

  /** A known deviation of the front end is a warning, whatever the device. */
  @Test(groups = "deep", dataProvider = "devices")
  public void allCasesPassStrictly(String device, long seed) throws Exception {
    allCasesPass(device, seed, Strictness.STRICT);
  }

  private static void allCasesPass(String device, long seed, Strictness strictness)
      throws Exception {
    try (Device opened = Devices.open(device);
        SpirvCache cache = new SpirvCache(SharedModules.folder());
        CaseRunner runner = new CaseRunner(opened, cache, seed, strictness, FailureEvidence.NONE)) {
      for (Family family : Catalogue.families()) {
        for (Case tested :
            (Iterable<Case>) family.cases(opened.report(), Profile.SMOKE)::iterator) {
          Finding finding = runner.run(tested);
          boolean isWarning =
              finding.verdict() == Verdict.WARN
                  && (strictness == Strictness.USUAL || tested.plan().get() instanceof RulePlan);
          if (finding.verdict() != Verdict.NOT_SUPPORTED && !isWarning) {
            assertEquals(finding.verdict(), Verdict.PASS, tested.name() + ": " + finding.message());
          }
        }
      }
    }
  }
}
