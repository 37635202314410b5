package coopcts.cases.random;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertThrows;
import static org.testng.Assert.assertTrue;

import coopcts.device.Device;
import coopcts.device.Devices;
import coopcts.model.DeviceReport;
import org.testng.annotations.Test;

/** Programs as text, and where they can be run. */
public final class KeptTests {

  private static DeviceReport report(String device) throws Exception {
    try (Device opened = Devices.open(device)) {
      return opened.report();
    }
  }

  @Test
  void whatIsReadIsWhatWasWritten() throws Exception {
    DeviceReport report = report("reference:everything");
    for (int seed = 0; seed < 12; seed++) {
      RandomProgram program = Generator.program(report, true, seed, RandomFamily.SIZE);
      RandomProgram read = Kept.read(Kept.write(program));
      assertEquals(read.program(), program.program());
      assertEquals(read.inputs().push(), program.inputs().push());
      assertEquals(read.inputs().workgroups(), program.inputs().workgroups());
      for (int i = 0; i < program.inputs().buffers().size(); i++) {
        assertEquals(read.inputs().buffers().get(i), program.inputs().buffers().get(i));
      }
      assertEquals(FoundFamily.missing(report, read.program()).isPresent(), false);
    }
    assertThrows(IllegalArgumentException.class, () -> Kept.read("{}"));
  }

  @Test
  void devicesWithoutItsTypesSaySo() throws Exception {
    DeviceReport everything = report("reference:everything");
    RandomProgram program = Generator.program(everything, false, 1, RandomFamily.SIZE);
    assertTrue(FoundFamily.missing(report("reference:lavapipe"), program.program()).isPresent());
  }
}
