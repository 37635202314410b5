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
import coopcts.plan.RulePlan;
import coopcts.reports.explain.Traits;
import coopcts.spirv.SpirvCache;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.testng.annotations.AfterClass;
import org.testng.annotations.BeforeClass;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

/** What shaders do, as rules have it. */
public final class ShaderFactsTests {

  private DeviceReport report;
  private ShaderFacts doings;

  @BeforeClass(alwaysRun = true)
  void open() throws Exception {
    try (Device device = Devices.open("reference")) {
      report = device.report();
    }
    doings = new ShaderFacts(report, () -> new SpirvCache(null), 1, 2);
  }

  @AfterClass(alwaysRun = true)
  void close() {
    doings.close();
  }

  private Case named(String name) {
    return Repro.find(Catalogue.families(), report, name);
  }

  private Set<String> facts(String name) {
    Traits whole = doings.whole(named(name));
    assertTrue(whole.facts().size() > 9, name + " " + whole);
    Set<String> facts = new HashSet<>(whole.facts());
    facts.addAll(whole.data());
    return facts;
  }

  /** What two cases differ by. */
  @DataProvider
  Object[][] pairs() {
    return new Object[][] {
      {
        "nv2.load.float16.a.16x16.subgroup.blocks_odd.literal",
        "nv2.load.float16.a.16x16.subgroup.blocks.literal",
        "there is a tensor layout of a dimension that is no multiple of its block"
      },
      {
        "nv2.load.float16.a.16x16.subgroup.four.literal",
        "nv2.load.float16.a.16x16.subgroup.three.literal",
        "there is a tensor layout of 4 and more dimensions"
      },
      {
        "nv2.load.float16.a.16x16.subgroup.inner_stride.literal",
        "nv2.load.float16.a.16x16.subgroup.dense.literal",
        "there is a tensor layout with an innermost stride other than 1"
      },
      {
        "khr.moves.float16.a.16x16.subgroup.narrow_stride_run_time",
        "khr.load.float16.a.16x16.subgroup.row.buffer.float16",
        "there is a load with a stride of 16 or 64 bits that is known at run time"
      },
      {
        "khr.load.float16.a.16x16.subgroup.row.buffer.float16x2",
        "khr.load.float16.a.16x16.subgroup.row.buffer.float16",
        "there is a load without array elements as wide as the component"
      },
      {
        "khr.load.float16.a.16x16.subgroup.row.buffer.float16",
        "khr.load.float16.a.16x8.subgroup.row.buffer.float16",
        "there is a load with 9 and more columns"
      },
      {
        "khr.moves.float16.a.16x16.subgroup.copy_memory",
        "khr.moves.float16.a.16x16.subgroup.global",
        "its module has OpCopyMemory"
      },
      {
        "vector.element.scalar.float16.4",
        "vector.element.listed.float16.4",
        "there is a construction of a vector of one scalar"
      },
      {
        "khr.convert.sint8_sint16.a.16x16.subgroup",
        "khr.convert.float16_bfloat16.a.16x16.subgroup",
        "there is a conversion from signed integers"
      },
      {
        "khr.convert.sint8_sint16.a.16x16.subgroup",
        "khr.convert.float16_bfloat16.a.16x16.subgroup",
        "there is a conversion from signed integers to signed integers of more bits"
      },
    };
  }

  @Test(dataProvider = "pairs", groups = "deep")
  public void aFactTellsThemApart(String with, String without, String fact) {
    assertTrue(facts(with).contains(fact), fact + " not in " + facts(with));
    assertTrue(!facts(without).contains(fact), without);
  }

  /** The same, whether looked at one by one or together; and nothing when the time is over. */
  @Test
  public void severalAreLookedAtTogether() throws Exception {
    List<Case> cases =
        List.of(
            named("khr.load.float16.a.16x16.subgroup.row.buffer.float16"),
            named("khr.load.float16.b.16x16.subgroup.col.shared.float16"),
            named("khr.store.float16.b.16x16.subgroup.row.buffer.float16x2"));
    try (ShaderFacts together = new ShaderFacts(report, () -> new SpirvCache(null), 1, 3)) {
      assertFalse(together.look(cases, System.nanoTime() - 1));
      assertTrue(cases.stream().noneMatch(together::isKnown));
      assertTrue(together.look(cases, Long.MAX_VALUE));
      assertTrue(together.look(cases, System.nanoTime() - 1), "they are known");
      for (Case one : cases) {
        assertTrue(together.isKnown(one));
        assertEquals(together.of(one), doings.of(one));
      }
    }
  }

  /** Who has no shader is known; of what could not be looked at nothing is. */
  @Test
  public void whatCannotBeLookedAtIsNotKnown() throws Exception {
    Case tested = named("khr.load.float16.a.16x16.subgroup.row.buffer.float16");
    Case shaderless = tested.planned(() -> new RulePlan(List.of()));
    Case broken =
        tested.planned(
            () -> {
              throw new StackOverflowError();
            });
    assertTrue(isKnown(tested));
    assertTrue(isKnown(shaderless));
    assertFalse(isKnown(broken));
  }

  private boolean isKnown(Case tested) throws Exception {
    try (ShaderFacts one = new ShaderFacts(report, () -> new SpirvCache(null), 1, 1)) {
      assertTrue(one.look(List.of(tested), Long.MAX_VALUE));
      RuleFinder.Sides sides = new RuleFinder.Sides(Map.of(), List.of(tested), List.of());
      Boundary boundary = new Boundary(one, FurtherCases.NONE);
      assertEquals(boundary.examples(sides, Long.MAX_VALUE).isEmpty(), !one.isKnown(tested));
      return one.isKnown(tested);
    }
  }
}
