// SPDX-License-Identifier: Apache-2.0
package coopcts.cases.random;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertFalse;
import static org.testng.Assert.assertNotEquals;
import static org.testng.Assert.assertThrows;
import static org.testng.Assert.assertTrue;

import coopcts.device.Device;
import coopcts.device.Devices;
import coopcts.model.DeviceReport;
import coopcts.model.SubmissionPath;
import coopcts.oracle.Strictness;
import coopcts.plan.Case;
import coopcts.plan.Shader;
import coopcts.plan.ShaderPlan;
import coopcts.plan.Verdict;
import coopcts.run.one.CaseRunner;
import coopcts.run.one.FailureEvidence;
import coopcts.run.one.Finding;
import coopcts.run.one.Translator;
import coopcts.spirv.SpirvCache;
import coopcts.spirv.SpirvTools;
import java.util.List;
import java.util.stream.IntStream;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

/** What stands around random programs. */
public final class ProgramContextTests {

  private static final int PROGRAMS = 60;

  private static RandomProgram program(DeviceCapabilities offer, int seed) {
    Systems khr = Systems.of(List.of("khr")).orElseThrow();
    return Generator.program(offer, khr, seed, RandomFamily.SIZE);
  }

  private static List<RandomProgram> programs(DeviceReport report) {
    DeviceCapabilities offer = DeviceCapabilities.of(report);
    return IntStream.range(0, PROGRAMS)
        .mapToObj(seed -> program(offer, seed))
        .filter(program -> !program.setting().equals(ProgramContext.PLAIN))
        .toList();
  }

  @Test
  void waysFramesAndFormsStandAroundPrograms() throws Exception {
    try (Device device = Devices.open("reference:everything")) {
      DeviceReport report = device.report();
      int ways = 0;
      int frames = 0;
      int forms = 0;
      for (RandomProgram program : programs(report)) {
        Shader plain = Programs.plan(program.in(ProgramContext.PLAIN), report).shader();
        Shader set = Programs.plan(program, report).shader();
        assertNotEquals(set, plain, program.setting().name());
        if (SubmissionPath.of(program.setting().name()).isPresent()) {
          assertEquals(set.target().way().toString(), program.setting().name());
          ways++;
        } else if (ModuleForm.of(program.setting().name()).isPresent()) {
          assertEquals(set.target(), plain.target());
          forms++;
        } else {
          assertNotEquals(set.glsl(), plain.glsl());
          frames++;
        }
      }
      assertTrue(
          ways > 3 && frames > 3 && forms > 3,
          ways + " ways, " + frames + " frames, " + forms + " forms");
    }
  }

  @DataProvider
  Object[][] forms() {
    return new Object[][] {
      {ModuleForm.PHI, "= OpPhi "},
      {ModuleForm.PHI_TAKEN, "= OpPhi "},
      {ModuleForm.NARROW_STRIDES_STORED, "= OpUConvert %ushort "},
    };
  }

  /** The module is another one that means the same. */
  @Test(dataProvider = "forms")
  void programsInAnotherFormAreLegalAndRight(ModuleForm form, String instruction) throws Exception {
    try (Device device = Devices.open("reference:everything");
        SpirvCache cache = new SpirvCache(null);
        Translator translator = new Translator(cache);
        SpirvTools tools = new SpirvTools();
        CaseRunner runner =
            new CaseRunner(device, cache, 1, Strictness.USUAL, FailureEvidence.NONE)) {
      DeviceReport report = device.report();
      ProgramContext setting = new ProgramContext(form.toString());
      int found = 0;
      for (int seed = 0; seed < 2 * PROGRAMS; seed++) {
        RandomProgram plain = program(DeviceCapabilities.of(report), seed).in(ProgramContext.PLAIN);
        Shader shader = Programs.plan(plain, report).shader();
        if (form.fits(shader, report)) {
          found++;
          ShaderPlan plan = Programs.plan(plain.in(setting), report);
          String name = "%s of %d".formatted(form, seed);
          assertFalse(text(shader, translator, tools).contains(instruction), name);
          assertTrue(text(plan.shader(), translator, tools).contains(instruction), name);
          Finding finding = runner.run(Case.of(name, List.of(), () -> plan));
          assertEquals(finding.verdict(), Verdict.PASS, name + ": " + finding.message());
        }
      }
      assertTrue(found > 12, form + ": " + found);
    }
  }

  private static String text(Shader shader, Translator translator, SpirvTools tools)
      throws Exception {
    return tools.disassemble(translator.spirv(shader));
  }

  /** The first step of a reduction takes the setting away. */
  @Test
  void reductionBeginsWithThePlainProgram() throws Exception {
    try (Device device = Devices.open("reference:everything")) {
      RandomProgram program = programs(device.report()).getFirst();
      ProgramReduction reduction =
          new ProgramReduction(
              "random.khr.0", List.of(), program, SourceVariant.DRAWN, device.report());
      RandomProgram plain = reduction.after(0).orElseThrow();
      assertEquals(plain.setting(), ProgramContext.PLAIN);
      assertEquals(plain.program(), program.program());
      assertFalse(
          new ProgramReduction(
                  "random.khr.0", List.of(0), plain, SourceVariant.DRAWN, device.report())
              .after(0)
              .isPresent(),
          "nothing is left to take away");
    }
  }

  @Test
  void aSettingThatNoFrameHasIsNone() throws Exception {
    try (Device device = Devices.open("reference:everything")) {
      RandomProgram program =
          programs(device.report()).getFirst().in(new ProgramContext("no_such"));
      assertThrows(IllegalStateException.class, () -> Programs.plan(program, device.report()));
    }
  }
}
