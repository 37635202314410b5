// SPDX-License-Identifier: Apache-2.0
package coopcts.cases.forms;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertTrue;

import coopcts.SharedModules;
import coopcts.cases.Profile;
import coopcts.catalogue.Catalogue;
import coopcts.device.Device;
import coopcts.device.Devices;
import coopcts.oracle.Strictness;
import coopcts.plan.Case;
import coopcts.plan.Verdict;
import coopcts.run.one.CaseRunner;
import coopcts.run.one.FailureEvidence;
import coopcts.run.one.Finding;
import coopcts.spirv.SpirvCache;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

/**
 * Whatever the specifications leave open, operations pass in all forms, launches and lengths:
 * wishes are left open too.
 */
public final class FormsFreedomTests {

  @DataProvider
  public Object[][] devices() {
    return new Object[][] {
      {"everything", 431, EnumSet.allOf(FormLaunch.class)},
      {"everything", 432, EnumSet.allOf(FormLaunch.class)},
      {"rare", 433, EnumSet.complementOf(EnumSet.of(FormLaunch.LENGTH_255))},
    };
  }

  @Test(dataProvider = "devices", groups = "deep")
  public void formsPassWhateverIsLeftOpen(String profile, long seed, Set<FormLaunch> wanted)
      throws Exception {
    Set<FormLaunch> met = EnumSet.noneOf(FormLaunch.class);
    Set<FormedOperation> operations = EnumSet.noneOf(FormedOperation.class);
    try (Device device = Devices.open("reference:" + profile + "?freedom=" + seed);
        SpirvCache cache = new SpirvCache(SharedModules.folder());
        CaseRunner runner =
            new CaseRunner(device, cache, seed, Strictness.USUAL, FailureEvidence.NONE)) {
      List<Case> cases =
          Catalogue.families().stream()
              .filter(FormsFamily.class::isInstance)
              .flatMap(family -> family.cases(device.report(), Profile.DEFAULT))
              .filter(one -> one.unsupported().isEmpty())
              .toList();
      for (Case one : cases) {
        List<String> parts = List.of(one.name().split("\\."));
        met.add(
            Arrays.stream(FormLaunch.values())
                .filter(launch -> launch.toString().equals(parts.getLast()))
                .findFirst()
                .orElse(FormLaunch.PLAIN));
        operations.add(FormedOperation.valueOf(parts.get(2).toUpperCase(Locale.ROOT)));
        Finding finding = runner.run(one);
        assertTrue(
            finding.verdict() == Verdict.PASS || finding.verdict() == Verdict.WARN,
            one.name() + ": " + finding.verdict() + ", " + finding.message());
      }
    }
    assertEquals(met, wanted);
    // This profile has no product both with saturation and without.
    operations.addAll(
        profile.equals("rare") ? Set.of(FormedOperation.MUL_ADD_FLAGS) : Set.<FormedOperation>of());
    assertEquals(operations, EnumSet.allOf(FormedOperation.class));
  }
}
