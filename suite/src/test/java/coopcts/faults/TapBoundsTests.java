// SPDX-License-Identifier: Apache-2.0
package coopcts.faults;

import static org.testng.Assert.assertFalse;
import static org.testng.Assert.assertTrue;

import coopcts.SharedModules;
import coopcts.cases.Profile;
import coopcts.catalogue.Catalogue;
import coopcts.device.Device;
import coopcts.device.Outcome;
import coopcts.device.reference.ReferenceDevice;
import coopcts.device.reference.ReferenceProvider;
import coopcts.plan.Case;
import coopcts.plan.ShaderPlan;
import coopcts.run.one.Kernels;
import coopcts.run.one.Translator;
import coopcts.spirv.SpirvCache;
import coopcts.testing.Temporary;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

/** Rows of a table of one's own: what they make of a value stays in its bounds. */
public final class TapBoundsTests {

  private static final int CASES = 4;

  @DataProvider
  public Object[][] taps() {
    return new Object[][] {
      {"vector.product", "vector_address.of"},
      {"vector.product", "vector_memory.of"},
      {"vector.product", "vector_product.of"},
      {"vector.product", "vector_product.layout"},
      {"vector.product", "vector_memory.count"},
      {"vector.product", "vector.of"},
      {"vector.training", "training.count"},
      {"nv2.store", "transfer.layout_of"},
      {"nv2.store", "transfer.base_of"},
      {"nv2.store", "transfer.stored"},
      {"qcom.line", "lines.instance"},
      {"qcom.line", "lines.line"},
      {"khr.store", "grid.lines"},
      {"khr.store", "grid.behind"},
    };
  }

  /** No value, however absurd, lets the interpreter give up. */
  @Test(dataProvider = "taps", groups = "deep")
  public void absurdChangesAreBounded(String family, String tap) throws Exception {
    boolean reached = false;
    for (String change : List.of("-7", "right + 1000003", "1 << 40")) {
      Path table = Temporary.file("mine", ".tsv");
      Files.writeString(table, "khr.mine\t%s\t-\t%s\t-\tmine%n".formatted(tap, change));
      try (SpirvCache spirv = new SpirvCache(SharedModules.folder());
          Translator translator = new Translator(spirv);
          ReferenceDevice device =
              new ReferenceProvider().open("everything?fault=" + table + ":khr.mine")) {
        for (Case one : cases(family, device)) {
          reached |= run(one, device, translator);
        }
      } finally {
        Files.delete(table);
      }
    }
    assertTrue(reached, tap + " is not reached");
  }

  private static List<Case> cases(String family, Device device) {
    return Catalogue.families("reference").stream()
        .filter(one -> one.name().equals(family))
        .flatMap(one -> one.cases(device.report(), Profile.SMOKE))
        .filter(one -> one.unsupported().isEmpty() && one.plan().get() instanceof ShaderPlan)
        .limit(CASES)
        .toList();
  }

  private static boolean run(Case one, ReferenceDevice device, Translator translator)
      throws Exception {
    ShaderPlan plan = (ShaderPlan) one.plan().get();
    try (Device.Pipeline pipeline =
        device.prepare(
            Kernels.of(
                one.name(), plan.shader(), translator.modules(plan.shader()), device.report()))) {
      Outcome outcome =
          Kernels.run(device, pipeline, plan.shader(), plan.subcases().getFirst().trial().apply(1L))
              .outcome();
      assertFalse(outcome instanceof Outcome.Unsupported, one.name() + ": " + outcome);
      return device.faultReached();
    }
  }
}
