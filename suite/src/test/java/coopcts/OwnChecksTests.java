// SPDX-License-Identifier: Apache-2.0
package coopcts;

import static org.testng.Assert.assertTrue;

import coopcts.cases.Profile;
import coopcts.cases.rules.RuleFamily;
import coopcts.catalogue.Catalogue;
import coopcts.device.DeviceException;
import coopcts.device.Kernel;
import coopcts.device.Outcome;
import coopcts.device.reference.ReferenceDevice;
import coopcts.device.reference.ReferenceProvider;
import coopcts.model.Way;
import coopcts.plan.Case;
import coopcts.plan.RulePlan;
import coopcts.run.one.Translator;
import coopcts.spirv.SpirvCache;
import java.nio.file.Files;
import java.util.List;
import java.util.OptionalInt;
import java.util.TreeMap;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

/**
 * Rules that neither glslang nor SPIRV-Tools keeps: the reference device refuses what breaks them,
 * for that reason.
 */
public final class OwnChecksTests {

  @DataProvider
  public Object[][] rules() {
    return new Object[][] {
      {"KHR-TYPE-016", "7 is no use"},
      {"KHR-LOAD-029", "VUID 08973: a matrix of PRIVATE"},
      {"CV-EXT-003", "needs capability VulkanMemoryModel"},
      {"CV-COMP-005", "needs capability LongVectorEXT"},
    };
  }

  @Test(dataProvider = "rules")
  public void referenceDeviceKeepsTheRule(String id, String reason) throws Exception {
    try (ReferenceDevice device = new ReferenceProvider().open("everything");
        Translator translator =
            new Translator(new SpirvCache(Files.createTempDirectory("spirv")))) {
      for (RulePlan.Variant variant : broken(device, id)) {
        String refusal = refusal(device, variant, translator.module(variant));
        assertTrue(refusal.contains(reason), id + " " + variant.name() + ": " + refusal);
      }
    }
  }

  /** The variants that must be refused. */
  private static List<RulePlan.Variant> broken(ReferenceDevice device, String id) {
    Case rule =
        Catalogue.families().stream()
            .filter(family -> family instanceof RuleFamily)
            .flatMap(family -> family.cases(device.report(), Profile.FULL))
            .filter(one -> one.name().endsWith("." + Case.part(id)))
            .findFirst()
            .orElseThrow();
    return ((RulePlan) rule.plan().get())
        .variants().stream().filter(variant -> !variant.accepted()).toList();
  }

  private static String refusal(ReferenceDevice device, RulePlan.Variant variant, byte[] spirv)
      throws Exception {
    Kernel kernel =
        new Kernel(
            variant.name(),
            variant.stage(),
            new TreeMap<>(),
            spirv,
            "main",
            new TreeMap<>(),
            List.of(),
            0,
            OptionalInt.empty(),
            false,
            Way.PLAIN);
    try {
      device.prepare(kernel).close();
      return "is taken";
    } catch (DeviceException e) {
      return e.outcome() instanceof Outcome.Invalid invalid
          ? invalid.message()
          : "is not refused: " + e.outcome();
    }
  }
}
