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
import coopcts.cli.Main;
import coopcts.device.Device;
import coopcts.device.Devices;
import coopcts.device.Outcome;
import coopcts.model.DeviceReport;
import coopcts.oracle.Strictness;
import coopcts.plan.Case;
import coopcts.plan.Shader;
import coopcts.plan.ShaderPlan;
import coopcts.plan.Verdict;
import coopcts.program.Operation;
import coopcts.program.Program;
import coopcts.program.Walk;
import coopcts.reports.Folders;
import coopcts.run.one.CaseRunner;
import coopcts.run.one.FailureEvidence;
import coopcts.run.one.Finding;
import coopcts.run.one.Kernels;
import coopcts.run.one.Translator;
import coopcts.spirv.SpirvCache;
import coopcts.spirv.SpirvTools;
import coopcts.spirv.writer.SpirvWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
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
        assertEquals(compiled.shader().writer(), Shader.Writer.GLSL, name);
        assertEquals(written.shader().writer(), Shader.Writer.SPIRV, name);
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
        .filter(one -> shader(one).patches().isEmpty())
        .map(
            one ->
                one.planned(
                    () -> {
                      ShaderPlan plan = (ShaderPlan) one.plan().get();
                      return plan.with(plan.shader().by(Shader.Writer.SPIRV));
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
    Path folder = Files.createTempDirectory("writers");
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
}
