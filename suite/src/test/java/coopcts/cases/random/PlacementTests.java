// SPDX-License-Identifier: Apache-2.0
package coopcts.cases.random;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertFalse;
import static org.testng.Assert.assertNotEquals;
import static org.testng.Assert.assertTrue;
import static org.testng.Assert.expectThrows;

import coopcts.cases.context.Placement;
import coopcts.device.Device;
import coopcts.device.Devices;
import coopcts.model.DeviceReport;
import coopcts.model.Scope;
import coopcts.model.ShaderStage;
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
public final class PlacementTests {

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
        .filter(program -> !program.placement().equals(Placement.PLAIN))
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
        Shader plain = Programs.plan(program.plain(), report).shader();
        Shader set = Programs.plan(program, report).shader();
        Placement there = program.placement();
        assertNotEquals(set, plain, there.toString());
        if (there.way() != SubmissionPath.PLAIN) {
          assertEquals(set.target().way(), there.way());
          ways++;
        } else if (there.form().isPresent()) {
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
      {SpirvOption.GLOBALS, "OpVariable %_ptr_Private_"},
      {SpirvOption.INITIALIZED, " Function %"},
      {SpirvOption.INITIALIZED_GLOBALS, " Private %"},
      {SpirvOption.VOLATILE, " Volatile|"},
      {SpirvOption.COHERENT, "|NonPrivatePointer %uint_5"},
      {SpirvOption.RESTRICT, " Restrict"},
      {SpirvOption.COPIED_OBJECTS, "= OpCopyObject "},
      {SpirvOption.COPIED_MEMORY, "OpCopyMemory "},
      {SpirvOption.PHI, "= OpPhi "},
      {SpirvOption.PHI_TAKEN, "= OpPhi "},
      {SpirvOption.CHAINED, "= OpAccessChain %_ptr_StorageBuffer__"},
      {SpirvOption.NONTEMPORAL_LOADS, " Nontemporal"},
      {SpirvOption.NONTEMPORAL_STORES, " Nontemporal"},
      {SpirvOption.LOADS_WITHOUT, "= OpCooperativeMatrixLoadKHR "},
      {SpirvOption.STORES_WITHOUT, "OpCooperativeMatrixStoreKHR "},
      {SpirvOption.WIDE_STRIDES, "= OpUConvert %ulong "},
      {SpirvOption.WIDE_STRIDES_STORED, "= OpUConvert %ulong "},
      {SpirvOption.NARROW_STRIDES, "= OpUConvert %ushort "},
      {SpirvOption.NARROW_STRIDES_STORED, "= OpUConvert %ushort "},
      {SpirvOption.NULL, "= OpConstantNull "},
      {SpirvOption.OPERANDS_NONE, " NoneKHR"},
      {SpirvOption.INSERTED, "= OpCompositeInsert "},
      {SpirvOption.LAYOUT_COPIED, "= OpCopyObject "},
      {SpirvOption.LAYOUT_RETURNED, "= OpFunctionCall "},
      {SpirvOption.LAYOUT_DERIVED, "= OpTensorLayout"},
      {SpirvOption.VIEW_DERIVED, "= OpTensorView"},
      {SpirvOption.LAYOUT_SPECIALIZED, " SpecId 1001"},
      {SpirvOption.REPLICATED, "= OpCompositeConstructReplicateEXT "},
      {SpirvOption.REPLICATED_CONSTANTS, "= OpConstantCompositeReplicateEXT "},
    };
  }

  @Test
  void everyFormIsTried() {
    assertEquals(Stream.of(forms()).map(row -> row[0]).toList(), SpirvOption.forms());
  }

  /** The module is another one that means the same. */
  @Test(dataProvider = "forms")
  void programsInAnotherFormAreLegalAndRight(SpirvOption form, String instruction)
      throws Exception {
    try (Device device = Devices.open("reference:everything");
        SpirvCache cache = new SpirvCache(null);
        Translator translator = new Translator(cache);
        SpirvTools tools = new SpirvTools();
        CaseRunner runner =
            new CaseRunner(device, cache, 1, Strictness.USUAL, FailureEvidence.NONE)) {
      DeviceReport report = device.report();
      DeviceCapabilities offer = DeviceCapabilities.of(report);
      Systems systems = Systems.of(List.of("khr", "nv2")).orElseThrow();
      int found = 0;
      for (int seed = 0; found < FITTING; seed++) {
        RandomProgram plain = Generator.program(offer, systems, seed, RandomFamily.SIZE).plain();
        if (plain.program().scope() != Scope.INVOCATION && fits(form, plain, report)) {
          found++;
          ShaderPlan plan = Programs.plan(plain.in(Placement.by(form)), report);
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
  private static final Set<SpirvOption> NARROWER =
      EnumSet.of(
          SpirvOption.INITIALIZED_GLOBALS,
          SpirvOption.PHI_TAKEN,
          SpirvOption.WIDE_STRIDES,
          SpirvOption.WIDE_STRIDES_STORED,
          SpirvOption.NARROW_STRIDES,
          SpirvOption.NARROW_STRIDES_STORED);

  private static boolean fits(SpirvOption form, RandomProgram random, DeviceReport report) {
    return form.unfit(random.program(), random.inputs().push(), report).isEmpty();
  }

  private static byte[] written(RandomProgram program, SpirvOption form) {
    return SpirvWriter.write(program.program(), NEWEST, Set.of(form));
  }

  /** Where a program has nothing that a form is about, its module stays as it is. */
  @Test
  void formsFitWhereTheyChangeTheModule() throws Exception {
    try (Device device = Devices.open("reference:everything")) {
      DeviceReport report = device.report();
      DeviceCapabilities offer = DeviceCapabilities.of(report);
      Systems systems = Systems.of(List.of("khr", "nv2")).orElseThrow();
      Set<SpirvOption> without = EnumSet.noneOf(SpirvOption.class);
      for (int seed = 0; seed < PROGRAMS; seed++) {
        RandomProgram program = Generator.program(offer, systems, seed, RandomFamily.SIZE);
        for (SpirvOption form : SpirvOption.forms()) {
          boolean fits = fits(form, program, report);
          boolean changes =
              !Arrays.equals(
                  written(program, form),
                  form == SpirvOption.PHI_TAKEN
                      ? written(program, SpirvOption.PHI)
                      : SpirvWriter.write(program.program(), NEWEST, Set.of()));
          if (fits || !NARROWER.contains(form)) {
            assertEquals(changes, fits, form + " of " + seed);
          }
          if (!fits) {
            without.add(form);
          }
        }
      }
      assertTrue(without.size() > SpirvOption.forms().size() / 2, without.toString());
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
      assertEquals(plain.placement(), Placement.PLAIN);
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
  void placementsAreKept() throws Exception {
    try (Device device = Devices.open("reference:everything")) {
      RandomProgram program = programs(device.report()).getFirst();
      for (Placement there :
          List.of(
              Placement.PLAIN,
              Placement.by(SpirvOption.PHI).in(ShaderStage.MESH),
              Placement.by(SubmissionPath.BASE),
              Placement.builds().getFirst(),
              Placement.frames().getLast())) {
        String text = SavedPrograms.write(program.in(there));
        assertEquals(SavedPrograms.read(text).placement(), there, text);
      }
    }
  }

  /** What does not fit says why. */
  @Test
  void aProgramThatDoesNotFitSaysWhy() throws Exception {
    try (Device device = Devices.open("reference:everything")) {
      RandomProgram program =
          programs(device.report()).getFirst().in(Placement.by(SpirvOption.VIEW_DERIVED));
      assertEquals(
          expectThrows(
                  Placement.OutOfPlacement.class, () -> Programs.plan(program, device.report()))
              .getMessage(),
          "the program has nothing to be view_derived");
    }
  }
}
