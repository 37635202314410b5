// SPDX-License-Identifier: Apache-2.0
package coopcts;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertTrue;

import coopcts.cases.Family;
import coopcts.cases.Profile;
import coopcts.catalogue.Catalogue;
import coopcts.device.Device;
import coopcts.device.Devices;
import coopcts.oracle.Strictness;
import coopcts.plan.Case;
import coopcts.plan.RulePlan;
import coopcts.plan.Verdict;
import coopcts.run.one.CaseRunner;
import coopcts.run.one.FailureEvidence;
import coopcts.run.one.Finding;
import coopcts.spirv.SpirvCache;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.testng.annotations.Test;

/**
 * A few cases of each family on the reference device: what oracle, shaders and interpreter do not
 * agree on is mostly seen here, in seconds. {@link ReferenceRunTests} has all of a smoke run.
 */
public final class SampleRunTests {

  /** Cases of each family, spread over all that it has. */
  private static final int EACH = 3;

  @Test
  public void aFewCasesOfEachFamilyPass() throws Exception {
    Map<String, Integer> ran = new HashMap<>();
    try (Device opened = Devices.open("reference:everything");
        SpirvCache cache = new SpirvCache(SharedModules.folder());
        CaseRunner runner =
            new CaseRunner(opened, cache, 1, Strictness.STRICT, FailureEvidence.NONE)) {
      for (Family family : Catalogue.families()) {
        List<Case> cases = new ArrayList<>();
        family
            .cases(opened.report(), Profile.SMOKE)
            .filter(one -> one.unsupported().isEmpty())
            .forEach(cases::add);
        for (int i = 0; i < Math.min(EACH, cases.size()); i++) {
          Case tested = cases.get((int) ((long) i * cases.size() / Math.min(EACH, cases.size())));
          Finding finding = runner.run(tested);
          boolean frontEnd =
              finding.verdict() == Verdict.WARN && tested.plan().get() instanceof RulePlan;
          if (!frontEnd) {
            assertEquals(finding.verdict(), Verdict.PASS, tested.name() + ": " + finding.message());
          }
          ran.merge(family.name(), 1, Integer::sum);
        }
      }
    }
    assertTrue(ran.size() > 50, "families with cases: " + ran.keySet());
  }
}
