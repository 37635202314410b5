// SPDX-License-Identifier: Apache-2.0
package coopcts.causes;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertFalse;
import static org.testng.Assert.assertTrue;

import coopcts.catalogue.Catalogue;
import coopcts.device.Device;
import coopcts.device.Devices;
import coopcts.jobs.Repro;
import coopcts.model.DeviceReport;
import coopcts.plan.Case;
import coopcts.plan.ShaderPlan;
import coopcts.reports.explain.Buckets;
import coopcts.reports.explain.Causes;
import coopcts.reports.read.JournalLine;
import coopcts.reports.read.Row;
import coopcts.reports.read.RowParser;
import coopcts.reports.read.Rows;
import coopcts.spirv.SpirvCache;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.testng.annotations.BeforeClass;
import org.testng.annotations.Test;
import tools.jackson.databind.json.JsonMapper;

/**
 * A program that nothing else fails like is made smaller, and what it cannot be without is told.
 */
public final class LeastProgramsTests {

  private static final String PROGRAM = "found.array_component";

  private static final String REFUSED = "the driver refuses the shader";

  private DeviceReport report;

  /** What the device in the place of a driver refuses. */
  private static final String ARRAY = "g1[push.n1]";

  @BeforeClass
  void open() throws Exception {
    try (Device device = Devices.open("reference:lavapipe")) {
      report = device.report();
    }
  }

  private static String glsl(Case tested) {
    return ((ShaderPlan) tested.plan().get()).shader().glsl();
  }

  private static Row row(String name, boolean passes) {
    byte[] text =
        JsonMapper.shared()
            .writeValueAsBytes(
                Map.of(
                    "case",
                    name,
                    "verdict",
                    passes ? "PASS" : "FAIL",
                    "expected",
                    passes,
                    "message",
                    passes ? "" : REFUSED));
    return ((JournalLine.Case) new RowParser().line(text)).row();
  }

  private static List<Row> ran(List<Case> cases, Duration left) {
    return cases.stream().map(one -> row(one.name(), !glsl(one).contains(ARRAY))).toList();
  }

  private static long soon() {
    return System.nanoTime() + TimeUnit.MINUTES.toNanos(5);
  }

  @Test
  public void aProgramBecomesTheLeastThatFails() throws Exception {
    Case whole = Repro.find(Catalogue.families(), report, PROGRAM);
    Row failing = row(PROGRAM, false);
    LeastPrograms.Least least =
        new LeastPrograms(LeastProgramsTests::ran).of(Map.of(failing, whole), soon()).get(failing);
    assertTrue(least.isTried());
    assertTrue(glsl(least.tested()).contains(ARRAY));
    assertTrue(SmallerPrograms.statements(least.tested()) < SmallerPrograms.statements(whole));
    assertTrue(least.failed().contains(least.tested()));
    assertTrue(least.passed().stream().noneMatch(one -> glsl(one).contains(ARRAY)));
  }

  /** Without time, or a device that runs anything, the program is what it was. */
  @Test
  public void whatIsNotRunSaysNothing() throws Exception {
    Case whole = Repro.find(Catalogue.families(), report, PROGRAM);
    Row failing = row(PROGRAM, false);
    for (long end : new long[] {System.nanoTime(), soon()}) {
      LeastPrograms.Least least =
          new LeastPrograms((_, _) -> List.of()).of(Map.of(failing, whole), end).get(failing);
      assertEquals(least.tested(), whole);
      assertFalse(least.isTried());
    }
  }

  /** One program that fails has its rule, from what becomes of it and what else passes. */
  @Test
  public void aSingleProgramHasARule() throws Exception {
    RuleFinder[] finder = new RuleFinder[1];
    Causes.Where where = where(List.of(PROGRAM), finder);
    assertEquals(where.words(), "where there is a move of a matrix from a run-time index");
    assertFalse(where.failed().isEmpty());
    assertFalse(where.passed().isEmpty());
    assertTrue(finder[0].least().get(PROGRAM).name().startsWith(PROGRAM + ".r"));
  }

  /** What is said of a bucket is so of most of its programs. */
  @Test
  public void aRuleIsHeldAgainstTheOtherProgramsOfItsBucket() throws Exception {
    String other = "found.structure_member";
    assertEquals(
        where(List.of(PROGRAM, other), new RuleFinder[1]).words(),
        "mostly where there is a move of a matrix from a run-time index");
    assertEquals(
        where(List.of(PROGRAM, other, "found.narrow_load_components"), new RuleFinder[1]).words(),
        "");
  }

  /** What sets the one bucket of some refused programs apart. */
  private Causes.Where where(List<String> refused, RuleFinder[] made) throws Exception {
    List<Row> rows = new ArrayList<>(refused.stream().map(name -> row(name, false)).toList());
    Map<String, Case> cases = new HashMap<>();
    for (String type : List.of("uint8", "float16", "sint8")) {
      for (String layout : List.of("row", "col")) {
        for (String move : List.of("buffer." + type, "shared." + type)) {
          String name = "khr.load.%s.a.8x8.subgroup.%s.%s".formatted(type, layout, move);
          cases.put(name, Repro.find(Catalogue.families(), report, name));
          rows.add(row(name, true));
        }
      }
    }
    Buckets.Bucket bucket = Buckets.of(rows).causes().getFirst();
    try (ShaderFacts doings = new ShaderFacts(report, () -> new SpirvCache(null), 1, 2)) {
      doings.look(cases.values(), soon());
      made[0] =
          new RuleFinder(
              Catalogue.families(),
              report,
              cases,
              Rows.of(rows),
              new Boundary(doings, LeastProgramsTests::ran),
              new Troubles());
      return made[0].find(List.of(bucket), soon()).getOrDefault(bucket.id(), Causes.Where.NOWHERE);
    }
  }
}
