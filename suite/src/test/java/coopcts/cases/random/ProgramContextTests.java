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
import coopcts.model.Scope;
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
import coopcts.spirv.writer.SpirvOption;
import coopcts.spirv.writer.SpirvWriter;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

/** What stands around random programs. */
public final class ProgramContextTests {

  private static final int PROGRAMS = 60;

  /** Minor version of the modules. */
  private static final int NEWEST = 6;

  /** Programs that each form of a module is tried with. */
  private static final int FITTING = 5;

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
      {ModuleForm.GLOBALS, "OpVariable %_ptr_Private_"},
      {ModuleForm.VOLATILE, " Volatile|"},
      {ModuleForm.COHERENT, "|NonPrivatePointer %uint_5"},
      {ModuleForm.RESTRICT, " Restrict"},
      {ModuleForm.COPIED_OBJECTS, "= OpCopyObject "},
      {ModuleForm.COPIED_MEMORY, "OpCopyMemory "},
      {ModuleForm.PHI, "= OpPhi "},
      {ModuleForm.PHI_TAKEN, "= OpPhi "},
      {ModuleForm.CHAINED, "= OpAccessChain %_ptr_StorageBuffer__"},
      {ModuleForm.NONTEMPORAL_LOADS, " Nontemporal"},
      {ModuleForm.NONTEMPORAL_STORES, " Nontemporal"},
      {ModuleForm.LOADS_WITHOUT, "= OpCooperativeMatrixLoadKHR "},
      {ModuleForm.STORES_WITHOUT, "OpCooperativeMatrixStoreKHR "},
      {ModuleForm.WIDE_STRIDES, "= OpUConvert %ulong "},
      {ModuleForm.WIDE_STRIDES_STORED, "= OpUConvert %ulong "},
      {ModuleForm.NARROW_STRIDES, "= OpUConvert %ushort "},
      {ModuleForm.NARROW_STRIDES_STORED, "= OpUConvert %ushort "},
      {ModuleForm.NULL, "= OpConstantNull "},
      {ModuleForm.OPERANDS_NONE, " NoneKHR"},
      {ModuleForm.INSERTED, "= OpCompositeInsert "},
      {ModuleForm.LAYOUT_COPIED, "= OpCopyObject "},
      {ModuleForm.LAYOUT_RETURNED, "= OpFunctionCall "},
      {ModuleForm.LAYOUT_DERIVED, "= OpTensorLayout"},
      {ModuleForm.VIEW_DERIVED, "= OpTensorView"},
      {ModuleForm.LAYOUT_SPECIALIZED, " SpecId 1001"},
      {ModuleForm.REPLICATED, "= OpCompositeConstructReplicateEXT "},
      {ModuleForm.REPLICATED_CONSTANTS, "= OpConstantCompositeReplicateEXT "},
    };
  }

  @Test
  void everyFormIsTried() {
    assertEquals(Stream.of(forms()).map(row -> row[0]).toList(), List.of(ModuleForm.values()));
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
      DeviceCapabilities offer = DeviceCapabilities.of(report);
      Systems systems = Systems.of(List.of("khr", "nv2")).orElseThrow();
      ProgramContext setting = new ProgramContext(form.toString());
      int found = 0;
      for (int seed = 0; found < FITTING; seed++) {
        RandomProgram plain =
            Generator.program(offer, systems, seed, RandomFamily.SIZE).in(ProgramContext.PLAIN);
        if (plain.program().scope() != Scope.INVOCATION && form.fits(plain, report)) {
          found++;
          ShaderPlan plan = Programs.plan(plain.in(setting), report);
          String name = "%s of %d".formatted(form, seed);
          String text = text(plan.shader(), translator, tools);
          assertNotEquals(
              text, text(Programs.plan(plain, report).shader().written(), translator, tools), name);
          assertTrue(text.contains(instruction), name + "\n" + text);
          Finding finding = runner.run(Case.of(name, List.of(), () -> plan));
          assertEquals(finding.verdict(), Verdict.PASS, name + ": " + finding.message());
        }
      }
    }
  }

  /** Forms that leave out programs that they could change. */
  private static final Set<ModuleForm> NARROWER =
      EnumSet.of(
          ModuleForm.PHI_TAKEN,
          ModuleForm.WIDE_STRIDES,
          ModuleForm.WIDE_STRIDES_STORED,
          ModuleForm.NARROW_STRIDES,
          ModuleForm.NARROW_STRIDES_STORED);

  private static byte[] written(RandomProgram program, ModuleForm form) {
    return SpirvWriter.write(program.program(), NEWEST, Set.of(SpirvOption.valueOf(form.name())));
  }

  /** Where a program has nothing that a form is about, its module stays as it is. */
  @Test
  void formsFitWhereTheyChangeTheModule() throws Exception {
    try (Device device = Devices.open("reference:everything")) {
      DeviceReport report = device.report();
      DeviceCapabilities offer = DeviceCapabilities.of(report);
      Systems systems = Systems.of(List.of("khr", "nv2")).orElseThrow();
      Set<ModuleForm> without = EnumSet.noneOf(ModuleForm.class);
      for (int seed = 0; seed < PROGRAMS; seed++) {
        RandomProgram program = Generator.program(offer, systems, seed, RandomFamily.SIZE);
        for (ModuleForm form : ModuleForm.values()) {
          boolean fits = form.fits(program, report);
          boolean changes =
              !Arrays.equals(
                  written(program, form),
                  form == ModuleForm.PHI_TAKEN
                      ? written(program, ModuleForm.PHI)
                      : SpirvWriter.write(program.program(), NEWEST, Set.of()));
          if (fits || !NARROWER.contains(form)) {
            assertEquals(changes, fits, form + " of " + seed);
          }
          if (!fits) {
            without.add(form);
          }
        }
      }
      assertTrue(without.size() > ModuleForm.values().length / 2, without.toString());
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
