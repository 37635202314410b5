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
import coopcts.reports.explain.Rules.Example;
import coopcts.reports.explain.SeparatingRule;
import coopcts.reports.explain.TraitCondition;
import coopcts.reports.read.JournalLine;
import coopcts.reports.read.Row;
import coopcts.reports.read.RowParser;
import coopcts.spirv.SpirvCache;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.testng.annotations.AfterMethod;
import org.testng.annotations.BeforeMethod;
import org.testng.annotations.Test;

/** What is looked at for a rule ends with the time, and what was not looked at says nothing. */
public final class BoundaryTests {

  private static final String FAILS = "khr.load.float16.a.16x16.subgroup.row.buffer.float16";

  private static final String PASSES = "khr.load.float16.a.16x8.subgroup.row.buffer.float16";

  private ShaderFacts doings;
  private Boundary boundary;
  private Case failing;
  private RuleFinder.Sides sides;

  @BeforeMethod
  void open() throws Exception {
    DeviceReport report;
    try (Device device = Devices.open("reference")) {
      report = device.report();
    }
    doings = new ShaderFacts(report, () -> new SpirvCache(null), 1, 1);
    boundary = new Boundary(doings, FurtherCases.NONE);
    failing = Repro.find(Catalogue.families(), report, FAILS);
    Case passing = Repro.find(Catalogue.families(), report, PASSES);
    sides = new RuleFinder.Sides(Map.of(row(), failing), List.of(passing), List.of());
  }

  @AfterMethod
  void close() {
    doings.close();
  }

  private static Row row() {
    String line =
        "{\"case\":\"%s\",\"verdict\":\"FAIL\",\"expected\":false,\"subcases\":1,\"message\":\"\"}"
            .formatted(FAILS);
    return ((JournalLine.Case) new RowParser().line(line.getBytes(StandardCharsets.UTF_8))).row();
  }

  private static long soon() {
    return System.nanoTime() + TimeUnit.MINUTES.toNanos(2);
  }

  @Test
  public void whatTheTimeDidNotSufficeForIsNoExample() {
    assertEquals(boundary.examples(sides, System.nanoTime()), List.of());
    List<Example> examples = boundary.examples(sides, soon());
    assertTrue(examples.stream().anyMatch(Example::fails), examples.toString());
    assertTrue(examples.stream().anyMatch(one -> !one.fails()), examples.toString());
  }

  /** What was looked at before stays known when the time is over. */
  @Test
  public void whatIsKnownStaysAnExample() {
    doings.look(List.of(failing), soon());
    List<Example> examples = boundary.examples(sides, System.nanoTime());
    assertTrue(
        !examples.isEmpty() && examples.stream().allMatch(Example::fails), examples.toString());
  }

  @Test
  public void aRuleExplainsNothingThatWasNotLookedAt() {
    SeparatingRule rule =
        new SeparatingRule(List.of(new TraitCondition.AtLeast("columns", 16)), 2, 0, 3);
    assertFalse(boundary.explains(rule, sides.failing(), System.nanoTime()));
    assertTrue(boundary.explains(rule, sides.failing(), soon()));
  }
}
