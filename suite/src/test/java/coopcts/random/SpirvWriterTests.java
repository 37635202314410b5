// SPDX-License-Identifier: Apache-2.0
package coopcts.random;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertTrue;

import coopcts.cases.Family;
import coopcts.cases.Profile;
import coopcts.cases.khr.QueriedFamily;
import coopcts.cases.qcom.ArrayFamily;
import coopcts.cases.qcom.ChainFamily;
import coopcts.cases.qcom.ConvolutionFamily;
import coopcts.cases.qcom.LineFamily;
import coopcts.cases.random.RandomFamily;
import coopcts.cases.random.Systems;
import coopcts.cases.vector.ElementFamily;
import coopcts.cases.vector.NetworkFamily;
import coopcts.cases.vector.SequenceFamily;
import coopcts.cases.vector.TrainingFamily;
import coopcts.cases.vector.VectorConvertFamily;
import coopcts.cases.vector.VectorMemoryFamily;
import coopcts.catalogue.Catalogue;
import coopcts.cli.Main;
import coopcts.device.Device;
import coopcts.device.Devices;
import coopcts.device.Outcome;
import coopcts.jobs.Repro;
import coopcts.model.DeviceReport;
import coopcts.model.ShaderStage;
import coopcts.model.SubmissionPath;
import coopcts.oracle.Strictness;
import coopcts.plan.Case;
import coopcts.plan.Shader;
import coopcts.plan.ShaderPlan;
import coopcts.plan.Verdict;
import coopcts.program.Operation;
import coopcts.program.Program;
import coopcts.program.Walk;
import coopcts.reports.Folders;
import coopcts.reports.Journal;
import coopcts.reports.read.Recording;
import coopcts.reports.read.Row;
import coopcts.run.one.CaseRunner;
import coopcts.run.one.FailureEvidence;
import coopcts.run.one.Finding;
import coopcts.run.one.Kernels;
import coopcts.run.one.Translator;
import coopcts.run.one.Unwritten;
import coopcts.run.select.RunOptions;
import coopcts.spirv.Compiler;
import coopcts.spirv.ModuleOptions;
import coopcts.spirv.ModuleWriter;
import coopcts.spirv.SpirvCache;
import coopcts.spirv.SpirvTools;
import coopcts.spirv.writer.SpirvWriter;
import coopcts.testing.Temporary;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

/** A program written as SPIR-V does what the same program does that is compiled of GLSL. */
public final class SpirvWriterTests {

  private static final String DEVICE = "reference:everything";

  /** Systems, the first seed and how many: together they have every operation. */
  private static final List<Object[]> PROGRAMS =
      List.of(
          new Object[] {"khr,nv2,decode", 0, 50},
          new Object[] {"khr,qcom", 0, 20},
          new Object[] {"vector", 0, 30});

  @DataProvider
  Object[][] programs() {
    return PROGRAMS.toArray(Object[][]::new);
  }

  private static RandomFamily family(String systems, long first, long count) {
    return new RandomFamily(
        Systems.of(List.of(systems.split(","))).orElseThrow(), first, count, RandomFamily.SIZE);
  }

  private static List<Case> cases(RandomFamily family, Device device) {
    return family.cases(device.report(), Profile.DEFAULT).toList();
  }

  private static Program program(Case one) {
    return ((ShaderPlan) one.plan().get()).shader().origin().program().orElseThrow();
  }

  /** Both are right, and leave the same bytes in all buffers. */
  @Test(dataProvider = "programs")
  void bothWritersSayTheSame(String systems, int first, int count) throws Exception {
    try (Device device = Devices.open(DEVICE);
        SpirvCache cache = new SpirvCache(null);
        Translator translator = new Translator(cache);
        CaseRunner runner =
            new CaseRunner(device, cache, 1, Strictness.USUAL, FailureEvidence.NONE)) {
      List<Case> cases = cases(family(systems, first, count).byBothWriters(), device);
      assertEquals(cases.size(), 2 * count);
      for (int i = 0; i < cases.size(); i += 2) {
        for (Case one : cases.subList(i, i + 2)) {
          Finding finding = runner.run(one);
          assertEquals(finding.verdict(), Verdict.PASS, one.name() + ": " + finding.message());
        }
        String name = cases.get(i + 1).name();
        ShaderPlan compiled = (ShaderPlan) cases.get(i).plan().get();
        ShaderPlan written = (ShaderPlan) cases.get(i + 1).plan().get();
        assertEquals(compiled.shader().writer(), ModuleWriter.GLSL, name);
        assertEquals(written.shader().writer(), ModuleWriter.SPIRV, name);
        List<byte[]> wanted = memory(compiled, device, translator);
        List<byte[]> found = memory(written, device, translator);
        assertEquals(found.size(), wanted.size(), name);
        for (int buffer = 0; buffer < wanted.size(); buffer++) {
          assertEquals(found.get(buffer), wanted.get(buffer), name + ": buffer " + buffer);
        }
      }
    }
  }

  /** All buffers after a run, as they are judged. */
  private static List<byte[]> memory(ShaderPlan plan, Device device, Translator translator)
      throws Exception {
    Shader shader = plan.shader();
    try (Device.Pipeline pipeline =
        device.prepare(Kernels.of("writer", shader, translator.modules(shader), device.report()))) {
      Kernels.Ran ran =
          Kernels.run(device, pipeline, shader, plan.subcases().getFirst().trial().apply(1));
      assertEquals(ran.outcome().getClass(), Outcome.Completed.class);
      return ran.actual();
    }
  }

  /** Families of which some say what no random program does. */
  private static final List<Family> FAMILIES =
      List.of(
          new ElementFamily(),
          new VectorConvertFamily(),
          new VectorMemoryFamily(),
          new SequenceFamily(),
          new TrainingFamily(),
          new NetworkFamily(),
          new QueriedFamily(),
          new ArrayFamily(),
          new LineFamily(),
          new ChainFamily(),
          new ConvolutionFamily());

  /**
   * One case of each form, as the suite itself writes its program. SPIRV-Tools holds arrays of a
   * matrix's lines against what its sizes are before they are specialized: such are left out.
   */
  private static List<Case> written(DeviceReport report) {
    Map<String, Case> forms = new LinkedHashMap<>();
    for (Family family : FAMILIES) {
      family
          .cases(report, Profile.DEFAULT)
          .filter(one -> one.unsupported().isEmpty())
          .filter(one -> !one.name().matches("qcom\\..*\\.specialized"))
          .forEach(
              one ->
                  forms.putIfAbsent(
                      family.name() + one.name().split("\\.")[2] + " " + one.form(), one));
    }
    return forms.values().stream()
        .map(
            one ->
                one.planned(
                    () -> {
                      ShaderPlan plan = (ShaderPlan) one.plan().get();
                      return plan.with(plan.shader().by(ModuleWriter.SPIRV));
                    }))
        .toList();
  }

  private static Shader shader(Case one) {
    return ((ShaderPlan) one.plan().get()).shader();
  }

  @Test
  void familiesPassAsTheSuiteWritesThem() throws Exception {
    try (Device device = Devices.open(DEVICE);
        SpirvCache cache = new SpirvCache(null);
        CaseRunner runner =
            new CaseRunner(device, cache, 1, Strictness.USUAL, FailureEvidence.NONE)) {
      List<Case> cases = written(device.report());
      assertTrue(cases.size() > FAMILIES.size(), cases.toString());
      for (Case one : cases) {
        Finding finding = runner.run(one);
        assertEquals(finding.verdict(), Verdict.PASS, one.name() + ": " + finding.message());
      }
    }
  }

  /** A new operation is not tried before random programs or families have it. */
  @Test
  void everyOperationIsInThePrograms() throws Exception {
    Set<Class<?>> met = new HashSet<>();
    try (Device device = Devices.open(DEVICE)) {
      for (Object[] programs : PROGRAMS) {
        for (Case one :
            cases(
                family((String) programs[0], (int) programs[1], (int) programs[2]).asSpirv(),
                device)) {
          Walk.operations(program(one).body(), operation -> met.add(operation.getClass()));
        }
      }
      for (Case one : written(device.report())) {
        Walk.operations(program(one).body(), operation -> met.add(operation.getClass()));
      }
    }
    assertEquals(
        operations(Operation.class)
            .filter(one -> !met.contains(one))
            .map(Class::getSimpleName)
            .toList(),
        List.of());
  }

  private static Stream<Class<?>> operations(Class<?> type) {
    return type.isSealed()
        ? Arrays.stream(type.getPermittedSubclasses()).flatMap(SpirvWriterTests::operations)
        : Stream.of(type);
  }

  @DataProvider
  Object[][] versions() {
    return IntStream.rangeClosed(3, 6)
        .mapToObj(minor -> new Object[] {minor})
        .toArray(Object[][]::new);
  }

  /** Also in the versions of older devices. */
  @Test(dataProvider = "versions")
  void modulesAreValid(int minor) throws Exception {
    try (Device device = Devices.open(DEVICE);
        SpirvTools tools = new SpirvTools()) {
      for (Object[] programs : PROGRAMS) {
        for (Case one : cases(family((String) programs[0], 1000, 20).asSpirv(), device)) {
          byte[] module = SpirvWriter.write(program(one), minor, Set.of());
          assertEquals(module[5], minor, one.name());
          assertEquals(tools.validate(module), Optional.empty(), one.name());
        }
      }
    }
  }

  @Test
  void namesTellTheWriter() {
    RandomFamily both = family("khr", 3, 5).byBothWriters();
    assertEquals(both.toString(), "random.khr.writers.3+5");
    assertEquals(RandomFamily.parse(both.toString()), both);
    RandomFamily spirv = family("khr", 3, 5).asSpirv();
    assertEquals(spirv.toString(), "random.khr.spirv.3+5");
    assertEquals(RandomFamily.parse(spirv.toString()), spirv);
    assertEquals(
        RandomFamily.otherWriter("random.khr.glsl.3.r0-2"), Optional.of("random.khr.spirv.3.r0-2"));
    assertEquals(RandomFamily.otherWriter("random.khr.3"), Optional.empty());
  }

  @Test
  void fuzzRunsBoth() throws Exception {
    Path folder = Temporary.folder("writers");
    try {
      int code =
          Main.execute(
              "fuzz",
              "--device",
              DEVICE,
              "--writer",
              "both",
              "--seed",
              "5",
              "--count",
              "2",
              "--jobs",
              "0",
              "--out",
              folder.resolve("run").toString());
      assertEquals(code, 0);
      String names = Files.readString(folder.resolve("run").resolve("results.jsonl"));
      for (String name :
          List.of(
              "random.khr.glsl.5",
              "random.khr.spirv.5",
              "random.khr.glsl.6",
              "random.khr.spirv.6")) {
        assertTrue(names.contains("\"" + name + "\""), name + " in " + names);
      }
    } finally {
      Folders.delete(folder);
    }
  }

  /** A program, and a template. */
  private static final String NEGATED = "khr.negate.sint16.a.16x8.subgroup";

  private static final String TEMPLATE = "khr.moves.float16.a.16x16.subgroup.array_of_arrays";

  @Test
  void oneWriterMakesAllModulesOfARun() throws Exception {
    Path folder = Temporary.folder("writer");
    try {
      Path spirv = folder.resolve("spirv");
      assertEquals(run(spirv, "spirv"), 0);
      String journal = Files.readString(spirv.resolve("results.jsonl"));
      assertTrue(journal.contains("\"writer\":\"spirv\""), journal);
      assertEquals(messages(spirv, Verdict.PASS), Map.of(NEGATED, ""));
      assertEquals(
          messages(spirv, Verdict.NOT_SUPPORTED),
          Map.of(TEMPLATE, Unwritten.WORDS + "the shader is no program"));
      assertEquals(
          Unwritten.of(Recording.read(spirv).rows()), Map.of("the shader is no program", 1));
      Path glsl = folder.resolve("glsl");
      assertEquals(run(glsl, "glsl"), 0);
      assertEquals(messages(glsl, Verdict.PASS).keySet(), Set.of(NEGATED, TEMPLATE));
    } finally {
      Folders.delete(folder);
    }
  }

  private static int run(Path out, String writer) {
    return Main.execute(
        "run",
        "--device",
        DEVICE,
        "--writer",
        writer,
        "--filter",
        NEGATED,
        "--filter",
        TEMPLATE,
        "--jobs",
        "1",
        "--no-report",
        "--out",
        out.toString());
  }

  private static Map<String, String> messages(Path run, Verdict verdict) throws Exception {
    return Journal.read(run).stream()
        .filter(row -> row.verdict() == verdict)
        .collect(Collectors.toMap(Row::name, Row::message));
  }

  /** What a run by one writer found is written with the same module. */
  @Test
  void reprosAreWrittenAsInTheRun() throws Exception {
    Path folder = Temporary.folder("writer");
    try (Device device = Devices.open(DEVICE)) {
      assertEquals(repro(folder, "--writer", "spirv", NEGATED), 0);
      Shader shader = shader(Repro.find(Catalogue.families(), device.report(), NEGATED));
      assertEquals(
          Files.readAllBytes(folder.resolve(NEGATED).resolve("shader.spv")),
          SpirvWriter.write(
              shader.origin().program().orElseThrow(), shader.target().minor(), Set.of()));
      assertEquals(repro(folder, "--writer", "spirv", TEMPLATE), 2);
      assertEquals(repro(folder, "--writer", "spirv", "--optimize", "size", NEGATED), 2);
      assertEquals(repro(folder, "--writer", "both", NEGATED), 2);
    } finally {
      Folders.delete(folder);
    }
    ModuleOptions options =
        new ModuleOptions(Compiler.Optimization.NONE, Optional.of(ModuleWriter.SPIRV));
    assertTrue(RunOptions.repro(DEVICE, 1, options).contains(" --writer spirv "));
  }

  private static int repro(Path out, String... more) {
    return Main.execute(
        Stream.concat(
                Stream.of("repro", "--device", DEVICE, "--out", out.toString()), Stream.of(more))
            .toArray(String[]::new));
  }

  /** What GLSL has no words for is not compiled; what no program says is not written. */
  @Test
  void whatAWriterDoesNotWriteIsSaid() throws Exception {
    try (Device device = Devices.open(DEVICE)) {
      for (String name :
          List.of(
              "vector.element.nmin.float16.4.specialized",
              "khr.controls.preserve.convert.float32.accumulator.16x16.float16")) {
        Shader shader = shader(Repro.find(Catalogue.families(), device.report(), name));
        assertEquals(shader.unwritten(ModuleWriter.SPIRV), Optional.empty(), name);
        assertEquals(shader.by(ModuleWriter.SPIRV), shader, name);
        if (name.startsWith("vector")) {
          Shader stage = shader.in(ShaderStage.FRAGMENT, 32, false);
          assertEquals(stage.writer(), ModuleWriter.GLSL);
          assertTrue(stage.unwritten(ModuleWriter.SPIRV).isPresent());
        }
      }
      Shader shader = shader(Repro.find(Catalogue.families(), device.report(), NEGATED));
      assertEquals(shader.unwritten(ModuleWriter.GLSL), Optional.empty());
      for (Shader other :
          List.of(
              shader.source(shader.glsl()),
              shader.with(shader.target().by(SubmissionPath.SMALLER)),
              shader.with(shader.target().by(Compiler.Optimization.SIZE)))) {
        assertTrue(other.unwritten(ModuleWriter.SPIRV).isPresent(), other.toString());
      }
      assertTrue(shader.written().unwritten(ModuleWriter.GLSL).isPresent());
    }
  }
}
