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
import coopcts.model.SubmissionPath;
import coopcts.plan.Case;
import coopcts.plan.RulePlan;
import coopcts.run.one.Translator;
import coopcts.spirv.SpirvCache;
import java.util.List;
import java.util.TreeMap;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

/**
 * Rules that neither glslang nor SPIRV-Tools keeps: the reference device refuses what breaks them,
 * for that reason, and takes their corrected twins.
 */
public final class OwnChecksTests {

  private static final String TAKEN = "is taken";

  @DataProvider
  public Object[][] rules() {
    return new Object[][] {
      {"KHR-TYPE-016", "7 is no use"},
      {"KHR-LOAD-029", "VUID 08973: a matrix of PRIVATE"},
      {"KHR-EXT-009", "KHR-EXT-009: SPV_KHR_cooperative_matrix in a module of SPIR-V 1.2"},
      {"KHR-CONV-012", "KHR-CONV-012: OpBitcast"},
      {"KHR-LOAD-025", "KHR-LOAD-025: a matrix is stored to what is in no array"},
      {"KHR-STORE-011", "KHR-STORE-011: a matrix is"},
      {"KHR-MULADD-019", "KHR-MULADD-019: signed components"},
      {"NUM-SPV-003", "NUM-SPV-003: SaturatedToLargestFloat8NormalConversionEXT"},
      {"CM2-DEC-010", "CM2-DEC-010: the function"},
      {"CM2-RED-018", "CM2-RED-018: the function"},
      {"CM2-ELEM-009", "CM2-ELEM-009: the function"},
      {"DV-SIG-008", "DV-SIG-008: the function"},
      {"CV-TYPE-006", "CV-TYPE-006: a variable of WORKGROUP"},
      {"CV-EXT-003", "needs capability VulkanMemoryModel"},
      {"CV-COMP-005", "needs capability LongVectorEXT"},
    };
  }

  @Test(dataProvider = "rules")
  public void referenceDeviceKeepsTheRule(String id, String reason) throws Exception {
    try (ReferenceDevice device = new ReferenceProvider().open("everything?unchecked=support");
        Translator translator = new Translator(new SpirvCache(SharedModules.folder()))) {
      List<RulePlan.Variant> variants = variants(device, id);
      assertTrue(variants.stream().anyMatch(RulePlan.Variant::accepted), id);
      for (RulePlan.Variant variant : variants) {
        String refusal = refusal(device, variant, translator.module(variant));
        assertTrue(
            refusal.contains(variant.accepted() ? TAKEN : reason),
            id + " " + variant.name() + ": " + refusal);
      }
    }
  }

  /** What breaks the rule, and what is right. */
  private static List<RulePlan.Variant> variants(ReferenceDevice device, String id) {
    Case rule =
        Catalogue.families().stream()
            .filter(family -> family instanceof RuleFamily)
            .flatMap(family -> family.cases(device.report(), Profile.FULL))
            .filter(one -> one.name().endsWith("." + Case.part(id)))
            .findFirst()
            .orElseThrow();
    return ((RulePlan) rule.plan().get()).variants();
  }

  private static String refusal(ReferenceDevice device, RulePlan.Variant variant, byte[] spirv)
      throws Exception {
    Kernel kernel =
        new Kernel(
            variant.name(),
            variant.stage(),
            new TreeMap<>(),
            new Kernel.Code(spirv, "main", new TreeMap<>()),
            new Kernel.Inputs(List.of(), 0),
            Kernel.Subgroups.ANY,
            SubmissionPath.PLAIN);
    try {
      device.prepare(kernel).close();
      return TAKEN;
    } catch (DeviceException e) {
      return e.outcome() instanceof Outcome.Invalid invalid
          ? invalid.message()
          : "is not refused: " + e.outcome();
    }
  }
}
