// SPDX-License-Identifier: Apache-2.0
package coopcts.jobs;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertFalse;
import static org.testng.Assert.assertTrue;

import coopcts.cases.Family;
import coopcts.cases.Profile;
import coopcts.cases.random.ProgramRun;
import coopcts.catalogue.Catalogue;
import coopcts.device.Device;
import coopcts.device.Devices;
import coopcts.glsl.GlslWriter;
import coopcts.model.DeviceReport;
import coopcts.model.ShaderStage;
import coopcts.oracle.Strictness;
import coopcts.plan.Case;
import coopcts.plan.Shader;
import coopcts.plan.ShaderPlan;
import coopcts.testing.Temporary;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

/** A case that is written of a program is made smaller on the program, not by lines. */
public final class ProgramMinimizerTests {

  private static final String DEVICE = "reference:everything";

  /** Time for a reduction, in seconds; it takes a few. */
  private static final int BUDGET = 120;

  private static final int SEED = 1;

  private static DeviceReport report() throws Exception {
    try (Device device = Devices.open(DEVICE)) {
      return device.report();
    }
  }

  /** Cases with a fault that they find, and how many lines are left at most. */
  @DataProvider
  public Object[][] cases() {
    return new Object[][] {
      {"khr.load.float16.a.16x16.subgroup.row.shared.float16", "khr.load_pointer_first", 3},
      {"khr.gemm.uint8_sint8_sint32_sint32.m16n16k16.subgroup", "khr.muladd.b_sign_of_a", 8},
      {"khr.negate.float16.a.16x16.subgroup", "khr.negate.float_positive_only", 4},
      {"qcom.line.to_matrix.float16.a.16x16.plain.row", "qcom.lines_wrap", 7},
      // Matrices that are read back; what lies behind one.
      {"vector.training.float16.8x16", "vector.training_sum_coarse", 8},
      {"vector.training.float16.8x16", "vector.outer_behind", 8},
      // The fault has nothing to do with the frame, which goes.
      {
        "khr.framed.cube_y_called_before_far_larger.negate.float16.a.16x16.subgroup",
        "khr.negate.float_positive_only",
        4
      },
      // The fault is one of the stage, which stays.
      {"vector.stage.fragment.element.copy.float16.127", "vector.load_in_fragment", 5}
    };
  }

  @Test(dataProvider = "cases", groups = "deep")
  public void whatIsLeftIsWrittenOfAProgram(String name, String fault, int most) throws Exception {
    boolean isInStage = name.startsWith("vector.stage.");
    Path folder = Temporary.folder("smaller");
    DeviceReport report = report();
    Case tested = Repro.find(Catalogue.families(), report, name);
    Repro repro = Repro.of(tested, report, folder.resolve("cache"));
    Repro.Written written = repro.write(folder, SEED);
    try (JobRunner runner =
        JobRunner.of(
            DEVICE + "?fault=" + fault,
            folder.resolve("cache"),
            written.folder(),
            Strictness.USUAL)) {
      JobRunner.Answer answer = runner.run(written.jobs().getFirst(), false);
      Minimizer.Minimized least =
          repro
              .minimize(written, 0, runner, answer, SEED, Duration.ofSeconds(BUDGET))
              .orElseThrow();
      String text =
          Files.readString(least.job().resolveSibling(isInStage ? "shader.frag" : "shader.comp"));
      String own = GlslWriter.brief(least.program().orElseThrow());
      assertTrue(isInStage || text.equals(own), text);
      assertTrue(least.lines() <= most, text);
      assertTrue(runner.run(least.job(), false).isRed(), text);
    }
  }

  /** All cases with a program in a compute shader can be made smaller on it. */
  @Test
  public void everyProgramHasSteps() throws Exception {
    DeviceReport report = report();
    Set<String> forms = new HashSet<>();
    List<String> lacking = new ArrayList<>();
    for (Family family : Catalogue.families()) {
      family
          .cases(report, Profile.SMOKE)
          .filter(one -> one.unsupported().isEmpty() && forms.add(one.form()))
          .filter(one -> one.plan().get() instanceof ShaderPlan plan && isOfProgram(plan))
          .filter(one -> !hasSteps((ShaderPlan) one.plan().get()))
          .forEach(one -> lacking.add(one.name()));
    }
    assertEquals(lacking, List.of());
    assertFalse(forms.isEmpty());
  }

  private static boolean isOfProgram(ShaderPlan plan) {
    Shader shader = plan.shader();
    return shader.origin().program().isPresent() && shader.target().stage() == ShaderStage.COMPUTE;
  }

  private static boolean hasSteps(ShaderPlan plan) {
    return ProgramRun.of(plan, 0, SEED).stream()
        .flatMap(run -> run.steps().stream())
        .anyMatch(step -> step.get().isPresent());
  }
}
