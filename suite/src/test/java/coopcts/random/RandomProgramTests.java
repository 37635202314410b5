// SPDX-License-Identifier: Apache-2.0
package coopcts.random;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertFalse;
import static org.testng.Assert.assertNotEquals;
import static org.testng.Assert.assertThrows;
import static org.testng.Assert.assertTrue;

import coopcts.cases.Profile;
import coopcts.cases.random.RandomFamily;
import coopcts.cases.random.Systems;
import coopcts.cli.Main;
import coopcts.device.Device;
import coopcts.device.Devices;
import coopcts.device.reference.fault.Faults;
import coopcts.faults.FuzzHunt;
import coopcts.jobs.Repro;
import coopcts.model.DeviceReport;
import coopcts.oracle.Strictness;
import coopcts.plan.Case;
import coopcts.plan.Reducible;
import coopcts.plan.ShaderPlan;
import coopcts.plan.Trial;
import coopcts.plan.Verdict;
import coopcts.reports.Folders;
import coopcts.run.one.CaseRunner;
import coopcts.run.one.FailureEvidence;
import coopcts.run.one.Finding;
import coopcts.run.one.Translator;
import coopcts.spirv.ModuleWriter;
import coopcts.spirv.SpirvCache;
import coopcts.testing.Temporary;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import org.testng.annotations.AfterClass;
import org.testng.annotations.BeforeClass;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

/**
 * Random programs on the reference device: nothing unexpected, and faults are found and reduced.
 */
public final class RandomProgramTests {

  private static final Pattern BUILTIN = Pattern.compile("\\w+QCOM(?=\\()");

  /** What tests write, gone when they are over. */
  private Path made;

  @BeforeClass(alwaysRun = true)
  void makeFolder() throws IOException {
    made = Temporary.folder("random");
  }

  @AfterClass(alwaysRun = true)
  void deleteFolder() throws IOException {
    Folders.delete(made);
  }

  private static List<Case> cases(DeviceReport report, long first, int count) {
    return cases(report, first % 2 == 0 ? "khr,nv2,decode" : "khr", first, count);
  }

  private static List<Case> cases(DeviceReport report, String systems, long first, int count) {
    return new RandomFamily(systems(systems), first, count, RandomFamily.SIZE)
        .cases(report, Profile.DEFAULT)
        .toList();
  }

  /** Programs that a device has run, each with the right results; sums may be short of a wish. */
  private static List<Case> passed(String device, String systems, long first, int count)
      throws Exception {
    try (Device opened = Devices.open(device);
        SpirvCache cache = new SpirvCache(null);
        CaseRunner runner =
            new CaseRunner(opened, cache, 1, Strictness.USUAL, FailureEvidence.NONE)) {
      List<Case> cases = cases(opened.report(), systems, first, count);
      for (Case one : cases) {
        Finding finding = runner.run(one);
        boolean isRight =
            finding.verdict() == Verdict.PASS
                || finding.verdict() == Verdict.WARN && device.contains("freedom");
        assertTrue(isRight, one.name() + ": " + finding.verdict() + ": " + finding.message());
      }
      return cases;
    }
  }

  private static Systems systems(String names) {
    return Systems.of(List.of(names.split(","))).orElseThrow();
  }

  private static String glsl(Case one) {
    return ((ShaderPlan) one.plan().get()).shader().glsl();
  }

  private static Trial.Conversions conversions(Case one) {
    return ((ShaderPlan) one.plan().get()).subcases().getFirst().trial().apply(0).conversions();
  }

  @DataProvider
  Object[][] devices() {
    return new Object[][] {
      {"reference:everything?freedom=5", 20},
      {"reference:nvidia?freedom=6", 20},
      {"reference:intel?freedom=7", 20},
      {"reference:lavapipe?freedom=8", 20},
      {"reference:adreno?freedom=9", 8}
    };
  }

  /** All checks are on: a program that breaks a rule would be INVALID. */
  @Test(dataProvider = "devices")
  void programsAreLegalAndRightOnEveryProfile(String device, int count) throws Exception {
    passed(device, "khr,nv2,decode", 100, count);
  }

  /** Negated by way of float32, which stands in for doubles in the front end. */
  @Test
  void elementsWithoutArithmeticAreNotNegatedBesideDoubles() throws Exception {
    passed("reference:everything", "khr,nv2,decode", 90_730_657, 1);
  }

  @DataProvider
  Object[][] devicesWithLines() {
    return new Object[][] {
      {"reference:everything?freedom=5", 12},
      {"reference:adreno?freedom=6", 12}
    };
  }

  @Test(dataProvider = "devicesWithLines")
  void programsOfLinesAreLegalAndRight(String device, int count) throws Exception {
    Set<String> builtins = new HashSet<>();
    for (Case one : passed(device, "khr,qcom", 300, count)) {
      BUILTIN.matcher(glsl(one)).results().forEach(found -> builtins.add(found.group()));
    }
    assertTrue(
        builtins.containsAll(List.of("vectorToCoopmatQCOM", "coopmatToVectorQCOM")),
        builtins.toString());
  }

  @DataProvider
  Object[][] devicesWithVectors() {
    return new Object[][] {
      {"reference:everything?freedom=5", 20},
      {"reference:nvidia?freedom=6", 10}
    };
  }

  @Test(dataProvider = "devicesWithVectors")
  void programsOfVectorsAreLegalAndRight(String device, int count) throws Exception {
    passed(device, "vector", 200, count);
  }

  /** However a program's numbers are written and its module optimized, it means the same. */
  @Test
  void everyWayOfCompilingAgrees() throws Exception {
    try (Device opened = Devices.open("reference:everything");
        SpirvCache cache = new SpirvCache(null);
        Translator translator = new Translator(cache);
        CaseRunner runner =
            new CaseRunner(opened, cache, 1, Strictness.USUAL, FailureEvidence.NONE)) {
      for (String systems : List.of("khr,nv2,decode", "vector")) {
        Set<String> texts = new HashSet<>();
        for (Case one :
            new RandomFamily(systems(systems), 3, 3, RandomFamily.SIZE)
                .everyWay()
                .cases(opened.report(), Profile.DEFAULT)
                .toList()) {
          ShaderPlan plan = (ShaderPlan) one.plan().get();
          assertEquals(translator.complaint(plan.shader()), Optional.empty(), one.name());
          Finding finding = runner.run(one);
          assertEquals(finding.verdict(), Verdict.PASS, one.name() + ": " + finding.message());
          texts.add(plan.shader().glsl());
        }
        // One of four texts has two optimizers, unless the program as drawn stands in a setting.
        assertTrue(texts.size() >= 3 * 4 && texts.size() <= 3 * 5, systems + ": " + texts.size());
      }
    }
  }

  /** What finds a fault is made small on the device that has it. */
  @Test(groups = "deep")
  void plantedFaultsAreFoundAndReduced() throws Exception {
    List<Faults.Entry> faults =
        Faults.list().stream()
            .filter(
                entry ->
                    List.of(
                            "vector.product_last_row",
                            "vector.memory_offset_lost",
                            "vector.multiply_uniform")
                        .contains(entry.name()))
            .toList();
    assertEquals(faults.size(), 3);
    for (FuzzHunt.Catch one :
        new FuzzHunt("everything", 1, 100, ModuleWriter.GLSL).hunt(faults, 1)) {
      assertTrue(one.isFound(), one.fault().name());
      assertTrue(one.statements() <= 12, one.fault().name() + ": " + one.reduced());
    }
  }

  @Test
  void aSeedIsAProgram() throws Exception {
    try (Device opened = Devices.open("reference:everything")) {
      List<Case> cases = cases(opened.report(), 7, 3);
      assertEquals(
          cases.stream().map(Case::name).toList(),
          List.of("random.khr.7", "random.khr.8", "random.khr.9"));
      assertEquals(glsl(cases.get(0)), glsl(cases(opened.report(), 7, 1).get(0)));
      assertNotEquals(glsl(cases.get(0)), glsl(cases.get(1)));
      Case again =
          Repro.find(
              List.of(RandomFamily.named("random.khr.9").orElseThrow()),
              opened.report(),
              "random.khr.9");
      assertEquals(glsl(again), glsl(cases.get(2)));
    }
  }

  @Test
  void namesAreRead() {
    RandomFamily family = RandomFamily.named("random.khr.size20.12.r0-3-1").orElseThrow();
    assertEquals(
        family, new RandomFamily(systems("khr"), family.writings(), 12, 1, 20, List.of(0, 3, 1)));
    assertEquals(RandomFamily.parse(family.toString()), family);
    RandomFamily many = new RandomFamily(systems("khr,nv2"), 3, 500, RandomFamily.SIZE);
    assertEquals(many.toString(), "random.khr_nv2.3+500");
    assertEquals(RandomFamily.parse("random.khr_nv2.3+500"), many);
    RandomFamily every = many.everyWay();
    assertEquals(every.toString(), "random.khr_nv2.compilers.3+500");
    assertEquals(RandomFamily.parse(every.toString()), every);
    assertEquals(
        RandomFamily.named("random.vector.push.4.r1").orElseThrow().toString(),
        "random.vector.push.4.r1+1");
    assertTrue(RandomFamily.named("khr.load.float16").isEmpty());
    assertTrue(RandomFamily.named("random.khr_vector.1").isEmpty());
    assertTrue(RandomFamily.named("random.nv2_khr.1").isEmpty());
    assertThrows(IllegalArgumentException.class, () -> RandomFamily.parse("random.khr.3"));
  }

  /** No step takes away a barrier or a store that the rest needs. */
  @Test(dataProvider = "systems")
  void stepsOfReductionAreLegal(String systems) throws Exception {
    try (Device opened = Devices.open("reference:everything");
        SpirvCache cache = new SpirvCache(null);
        CaseRunner runner =
            new CaseRunner(opened, cache, 1, Strictness.USUAL, FailureEvidence.NONE)) {
      Case drawn =
          cases(opened.report(), systems, 0, 100).stream()
              .filter(one -> glsl(one).contains("barrier();") && glsl(one).contains("\nshared "))
              .findFirst()
              .orElseThrow();
      String name = drawn.name();
      Reducible smaller = ((ShaderPlan) drawn.plan().get()).smaller().orElseThrow();
      int taken = 0;
      for (int i = 0; i < smaller.steps(); i++) {
        ShaderPlan plan = smaller.step(i).orElse(null);
        if (plan != null) {
          taken++;
          Finding finding = runner.run(Case.of(name + " step " + i, List.of(), () -> plan));
          assertEquals(finding.verdict(), Verdict.PASS, i + ": " + finding.message());
        }
      }
      assertTrue(taken > 5, "steps: " + taken);
    }
  }

  @DataProvider
  Object[][] systems() {
    return new Object[][] {{"khr"}, {"khr,nv2,decode"}, {"khr,qcom"}, {"vector"}};
  }

  /** A program whose matrices the device converts is the same job as it is a case. */
  @Test
  void aJobOfConvertedMatricesPasses() throws Exception {
    Path folder = Files.createTempDirectory(made, "random");
    String name;
    try (Device opened = Devices.open("reference:everything")) {
      name =
          cases(opened.report(), "vector", 0, 100).stream()
              .filter(one -> !conversions(one).before().isEmpty())
              .findFirst()
              .orElseThrow()
              .name();
    }
    assertEquals(
        Main.execute("repro", name, "--device", "reference:everything", "--out", folder.toString()),
        0);
    String job = Files.readString(folder.resolve(name).resolve("once.json"));
    assertTrue(job.contains("\"convert\""), job);
    assertTrue(
        Files.readString(folder.resolve(name).resolve("readme.txt")).contains("once: PASS"), name);
  }

  /** A job names the buffer of a matrix that is reached by its address, and runs by that. */
  @Test
  void jobsHaveMatricesInBuffersThatAreReachedByAddress() throws Exception {
    String name;
    try (Device opened = Devices.open("reference:everything")) {
      name =
          cases(opened.report(), "vector", 0, 120).stream()
              .filter(one -> !conversions(one).before().isEmpty())
              .filter(
                  one ->
                      conversions(one).before().getFirst().buffer()
                          >= ((ShaderPlan) one.plan().get()).shader().buffers().size())
              .findFirst()
              .orElseThrow()
              .name();
    }
    Path folder = Files.createTempDirectory(made, "random");
    String[] repro = {"repro", name, "--device", "reference:everything", "--out", "" + folder};
    assertEquals(Main.execute(repro), 0);
    String job = folder.resolve(name).resolve("once.json").toString();
    assertEquals(Main.execute("exec", job, "--device", "reference:everything"), 0);
  }

  /** What is left of a failing program is a case of its own and still fails. */
  @Test
  void aFailingProgramIsReduced() throws Exception {
    Path folder = Files.createTempDirectory(made, "random");
    try (Device opened = Devices.open("reference:everything?fault=khr.load.last_column_zero_b");
        SpirvCache cache = new SpirvCache(null);
        CaseRunner runner =
            new CaseRunner(
                opened, cache, 1, Strictness.USUAL, new FailureEvidence(folder, "repro"))) {
      Case failing = null;
      Finding finding = null;
      for (Case one : cases(opened.report(), 5001, 20)) {
        finding = runner.run(one);
        if (finding.verdict() == Verdict.FAIL) {
          failing = one;
          break;
        }
      }
      String[] reduced =
          Files.readString(folder.resolve(finding.details()).resolve(FailureEvidence.REDUCED))
              .split("\n", 3);
      assertTrue(reduced[0].startsWith(failing.name() + ".r"), reduced[0]);
      assertTrue(finding.message().contains(reduced[0]), finding.message());
      assertTrue(
          reduced[2].lines().filter(line -> line.contains("coopMat")).count() <= 4, reduced[2]);
      Case smaller =
          Repro.find(
              List.of(RandomFamily.named(reduced[0]).orElseThrow()), opened.report(), reduced[0]);
      assertEquals(glsl(smaller), reduced[2]);
      assertEquals(runner.run(smaller).verdict(), Verdict.FAIL);
      Finding known = runner.run(failing, true);
      assertEquals(known.verdict(), Verdict.FAIL);
      assertFalse(known.message().contains("; as random."), known.message());
    }
  }
}
