// SPDX-License-Identifier: Apache-2.0
package coopcts.cases.random;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertThrows;
import static org.testng.Assert.assertTrue;

import coopcts.device.Device;
import coopcts.device.Devices;
import coopcts.model.DeviceReport;
import java.util.List;
import org.testng.annotations.Test;

/** Programs as text, and where they can be run. */
public final class SavedProgramsTests {

  private static final Systems VECTOR = Systems.of(List.of("vector")).orElseThrow();
  private static final Systems MATRICES = Systems.of(List.of("khr", "nv2", "decode")).orElseThrow();

  private static final Systems LINES = Systems.of(List.of("khr", "qcom")).orElseThrow();

  private static DeviceReport report(String device) throws Exception {
    try (Device opened = Devices.open(device)) {
      return opened.report();
    }
  }

  @Test
  void whatIsReadIsWhatWasWritten() throws Exception {
    DeviceReport report = report("reference:everything");
    for (int seed = 0; seed < 24; seed++) {
      Systems systems = List.of(VECTOR, MATRICES, LINES).get(seed % 3);
      RandomProgram program =
          Generator.program(DeviceCapabilities.of(report), systems, seed, RandomFamily.SIZE);
      String text = SavedPrograms.write(program);
      RandomProgram read = SavedPrograms.read(text);
      assertEquals(SavedPrograms.write(read), text);
      assertEquals(Programs.plan(read, report).shader(), Programs.plan(program, report).shader());
      assertEquals(read.inputs().push(), program.inputs().push());
      assertEquals(read.inputs().workgroups(), program.inputs().workgroups());
      for (int i = 0; i < program.inputs().buffers().size(); i++) {
        assertEquals(read.inputs().buffers().get(i), program.inputs().buffers().get(i));
      }
      assertEquals(FoundFamily.missing(report, read).isPresent(), false);
    }
    assertThrows(IllegalArgumentException.class, () -> SavedPrograms.read("{}"));
  }

  @Test
  void devicesWithoutItsTypesSaySo() throws Exception {
    DeviceReport everything = report("reference:everything");
    RandomProgram program =
        Generator.program(DeviceCapabilities.of(everything), MATRICES, 1, RandomFamily.SIZE);
    assertTrue(FoundFamily.missing(report("reference:lavapipe"), program).isPresent());
  }
}
