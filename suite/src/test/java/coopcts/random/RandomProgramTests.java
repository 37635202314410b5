package coopcts.random;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertNotEquals;
import static org.testng.Assert.assertThrows;
import static org.testng.Assert.assertTrue;

import coopcts.cases.Profile;
import coopcts.cases.random.RandomFamily;
import coopcts.device.Device;
import coopcts.device.Devices;
import coopcts.jobs.Repro;
import coopcts.model.DeviceReport;
import coopcts.oracle.Strictness;
import coopcts.plan.Case;
import coopcts.plan.ShaderPlan;
import coopcts.plan.Verdict;
import coopcts.run.one.CaseRunner;
import coopcts.run.one.Details;
import coopcts.run.one.Finding;
import coopcts.spirv.SpirvCache;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

/**
 * Random programs on the reference device: nothing unexpected, and faults are found and reduced.
 */
public final class RandomProgramTests {

  private static List<Case> cases(DeviceReport report, long first, int count) {
    return new RandomFamily(first % 2 == 0, first, count, RandomFamily.SIZE)
        .cases(report, Profile.DEFAULT)
        .toList();
  }

  private static String glsl(Case one) {
    return ((ShaderPlan) one.plan().get()).shader().glsl();
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
    try (Device opened = Devices.open(device);
        SpirvCache cache = new SpirvCache(null);
        CaseRunner runner = new CaseRunner(opened, cache, 1, Strictness.USUAL, Details.NONE)) {
      for (Case one : cases(opened.report(), 100, count)) {
        Finding finding = runner.run(one);
        assertEquals(finding.verdict(), Verdict.PASS, one.name() + ": " + finding.message());
      }
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
    assertEquals(family, new RandomFamily(false, 12, 1, 20, List.of(0, 3, 1)));
    assertEquals(RandomFamily.parse(family.toString()), family);
    RandomFamily many = new RandomFamily(true, 3, 500, RandomFamily.SIZE);
    assertEquals(many.toString(), "random.khr_nv2.3+500");
    assertEquals(RandomFamily.parse("random.khr_nv2.3+500"), many);
    assertTrue(RandomFamily.named("khr.load.float16").isEmpty());
    assertThrows(IllegalArgumentException.class, () -> RandomFamily.parse("random.khr.3"));
  }

  /** What is left of a failing program is a case of its own and still fails. */
  @Test
  void aFailingProgramIsReduced() throws Exception {
    Path folder = Files.createTempDirectory("random");
    try (Device opened = Devices.open("reference:everything?fault=khr.load.last_column_zero_b");
        SpirvCache cache = new SpirvCache(null);
        CaseRunner runner =
            new CaseRunner(opened, cache, 1, Strictness.USUAL, new Details(folder, "repro"))) {
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
          Files.readString(folder.resolve(finding.details()).resolve(Details.REDUCED))
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
    }
  }
}
