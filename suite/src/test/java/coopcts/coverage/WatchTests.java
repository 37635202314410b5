// SPDX-License-Identifier: Apache-2.0
package coopcts.coverage;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertFalse;
import static org.testng.Assert.assertTrue;

import coopcts.SharedModules;
import coopcts.cases.Family;
import coopcts.cases.Profile;
import coopcts.catalogue.Catalogue;
import coopcts.device.Device;
import coopcts.device.reference.ReferenceDevice;
import coopcts.device.reference.ReferenceProvider;
import coopcts.device.reference.cover.Bins;
import coopcts.device.reference.cover.Change;
import coopcts.device.reference.cover.CoverageWatch;
import coopcts.device.reference.cover.DrawnFault;
import coopcts.device.reference.cover.InstructionKind;
import coopcts.device.reference.cover.MetBins;
import coopcts.device.reference.machine.Check;
import coopcts.faults.RandomFaults;
import coopcts.model.DeviceReport;
import coopcts.plan.Case;
import coopcts.plan.ShaderPlan;
import coopcts.plan.Trial;
import coopcts.run.one.Kernels;
import coopcts.run.one.Translator;
import coopcts.spirv.SpirvCache;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.stream.Stream;
import org.testng.annotations.Test;

/** What is noted of a run, and faults that are drawn from it. */
public final class WatchTests {

  private static final String CASE = "khr.load.float16.a.16x16.subgroup.";

  private static DrawnFault load(Change effect, String... bins) {
    return new DrawnFault(
        InstructionKind.LOAD, Arrays.stream(bins).map(Bins::named).toList(), effect);
  }

  private static Case first(DeviceReport report, String start) {
    Stream<Family> families =
        Catalogue.families().stream().filter(family -> start.startsWith(family.name()));
    return families
        .flatMap(family -> family.cases(report, Profile.DEFAULT))
        .filter(one -> one.name().startsWith(start))
        .findFirst()
        .orElseThrow();
  }

  @Test
  public void aRunIsNotedAndADeviationShowsWhereItsConditionIsMet() throws Exception {
    MetBins tried = new MetBins();
    CoverageWatch watch = new CoverageWatch(tried);
    DeviceReport report = new ReferenceProvider().open("everything").report();
    Case tested = first(report, CASE);
    ShaderPlan plan = (ShaderPlan) tested.plan().get();
    try (ReferenceDevice device =
            ReferenceProvider.watched(report, watch, EnumSet.noneOf(Check.class));
        SpirvCache cache = new SpirvCache(SharedModules.folder());
        Translator translator = new Translator(cache);
        Device.Pipeline pipeline =
            device.prepare(
                Kernels.of(
                    tested.name(), plan.shader(), translator.modules(plan.shader()), report))) {
      Trial trial = plan.subcases().getFirst().trial().apply(1);
      assertTrue(Kernels.run(device, pipeline, plan.shader(), trial).judgement().clean());
      for (String met :
          List.of("type.float16", "use.a", "rows.16", "flow.straight", "goal.store")) {
        assertTrue(
            tried.has(InstructionKind.LOAD, Bins.named(met), Bins.named("subgroup.second")), met);
      }
      assertFalse(tried.has(InstructionKind.LOAD, Bins.named("use.b"), Bins.named("use.b")));

      watch.plant(load(Change.LAST_ELEMENT_LOST, "use.a", "subgroup.second"));
      assertFalse(Kernels.run(device, pipeline, plan.shader(), trial).judgement().clean());
      assertTrue(watch.hasChanged());

      watch.plant(load(Change.LAST_ELEMENT_LOST, "use.b"));
      assertTrue(Kernels.run(device, pipeline, plan.shader(), trial).judgement().clean());
      assertFalse(watch.hasChanged());

      watch.plant(new DrawnFault(InstructionKind.STORE, List.of(), Change.LEFT_OUT));
      assertFalse(Kernels.run(device, pipeline, plan.shader(), trial).judgement().clean());

      watch.plant(null);
      assertTrue(Kernels.run(device, pipeline, plan.shader(), trial).judgement().clean());
    }
  }

  @Test
  public void drawsHangOnTheSeedAlone() throws Exception {
    DeviceReport report = new ReferenceProvider().open("everything").report();
    RandomFaults.Drawn<DrawnFault> one = new RandomFaults(report).draw(200, 2, 5);
    assertEquals(new RandomFaults(report).draw(200, 2, 5), one);
    assertFalse(new RandomFaults(report).draw(200, 2, 6).equals(one));
    assertEquals(one.faults().stream().map(DrawnFault::name).distinct().count(), 200);
    assertTrue(one.faults().stream().allMatch(fault -> fault.terms().size() == 2));
    assertFalse(one.setAside().isEmpty());
  }

  @Test
  public void devicesWithoutASystemHaveNoFaultsInIt() throws Exception {
    DeviceReport report = new ReferenceProvider().open("lavapipe").report();
    assertTrue(
        new RandomFaults(report)
            .draw(200, 1, 5).faults().stream()
                .noneMatch(fault -> fault.kind().system().equals("vector")));
    assertTrue(
        new RandomFaults(report)
            .drawTaps(200, 1, 5).faults().stream()
                .noneMatch(fault -> List.of("vector", "qcom").contains(fault.kind().system())));
  }

  /** A device of few types has no more than so many. */
  @Test(groups = "deep")
  public void drawsEndWhereThereAreNoOthers() throws Exception {
    DeviceReport report = new ReferenceProvider().open("lavapipe").report();
    int drawn = new RandomFaults(report).drawTaps(100_000, 1, 5).faults().size();
    assertTrue(drawn > 1000 && drawn < 100_000, drawn + " drawn");
  }
}
