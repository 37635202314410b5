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
import coopcts.reports.UsageException;
import coopcts.reports.read.JournalLine;
import coopcts.reports.read.Row;
import coopcts.reports.read.RowParser;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import org.testng.annotations.BeforeClass;
import org.testng.annotations.Test;
import tools.jackson.databind.json.JsonMapper;

/** What is left of a program has a name of its own, by which it is found again. */
public final class SmallerProgramsTests {

  private DeviceReport report;

  @BeforeClass
  void open() throws Exception {
    try (Device device = Devices.open("reference:lavapipe")) {
      report = device.report();
    }
  }

  private Case named(String name) {
    return Repro.find(Catalogue.families(), report, name);
  }

  private static String glsl(Case tested) {
    return ((ShaderPlan) tested.plan().get()).shader().glsl();
  }

  private static Row row(String name, String message) {
    byte[] text =
        JsonMapper.shared()
            .writeValueAsBytes(Map.of("case", name, "verdict", "FAIL", "message", message));
    return ((JournalLine.Case) new RowParser().line(text)).row();
  }

  @Test
  public void stepsOfChosenAndOfDrawnProgramsAreCases() {
    for (String name : List.of("found.array_component", "random.khr.4")) {
      Case whole = named(name);
      assertTrue(SmallerPrograms.isProgram(whole));
      List<Case> smaller = SmallerPrograms.of(whole, Long.MAX_VALUE);
      assertTrue(smaller.size() > 3, name);
      assertEquals(new HashSet<>(smaller.stream().map(Case::name).toList()).size(), smaller.size());
      Case first = smaller.getFirst();
      assertTrue(first.name().startsWith(name + ".r"), first.name());
      assertEquals(glsl(named(first.name())), glsl(first));
      // Less around a program, as the first steps leave, may be the same shader.
      assertTrue(smaller.stream().anyMatch(one -> glsl(one).length() < glsl(whole).length()));
      List<Case> further = SmallerPrograms.of(smaller.getLast(), Long.MAX_VALUE);
      assertTrue(further.stream().allMatch(one -> one.name().matches(".*\\.r\\d+-\\d+")));
    }
  }

  @Test
  public void whatIsNoStepIsNoCase() {
    for (String name : List.of("found.array_component.r999", "found.none.r1", "found.none")) {
      try {
        named(name);
      } catch (UsageException expected) {
        continue;
      }
      throw new AssertionError(name + " is found");
    }
    assertFalse(
        SmallerPrograms.isProgram(named("khr.load.float16.a.8x8.subgroup.row.buffer.float16")));
  }

  @Test
  public void aMessageNamesTheWay() {
    assertEquals(
        SmallerPrograms.onTheWay(
            row("random.khr.4", "the driver refuses the shader; as random.khr.4.r3-6-8: Copy(b)")),
        List.of("random.khr.4.r3-6-8", "random.khr.4.r3-6", "random.khr.4.r3"));
    assertEquals(
        SmallerPrograms.onTheWay(row("random.khr.4", "refused; as random.khr.4: Copy(b)")),
        List.of());
    assertEquals(SmallerPrograms.onTheWay(row("found.x", "SIGSEGV in a library")), List.of());
  }
}
