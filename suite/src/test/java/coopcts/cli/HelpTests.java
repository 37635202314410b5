// SPDX-License-Identifier: Apache-2.0
package coopcts.cli;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertFalse;
import static org.testng.Assert.assertTrue;

import coopcts.device.Device;
import coopcts.device.Devices;
import java.util.Arrays;
import java.util.List;
import org.testng.annotations.Test;
import picocli.CommandLine;

/** What the command line says of itself and of devices, first of all. */
public final class HelpTests {

  /** A command that comes to the suite comes to a group, and stands there once. */
  @Test
  public void everyCommandStandsInAGroup() {
    CommandLine all = Main.commands();
    List<String> lines = Arrays.asList(all.getUsageMessage().split("\\R"));
    assertTrue(lines.contains("Run:"), lines.toString());
    assertTrue(lines.contains("For the suite's makers:"), lines.toString());
    assertFalse(lines.contains("Others:"), lines.toString());
    for (String command : all.getSubcommands().keySet()) {
      assertEquals(
          lines.stream().filter(line -> line.matches("  " + command + "( .*)?")).count(),
          1,
          command);
    }
  }

  @Test
  public void devicesSayWhichSystemsAreThere() throws Exception {
    try (Device device = Devices.open("reference:lavapipe")) {
      List<String> systems = DevicesCommand.systems(device.report());
      assertEquals(systems.size(), 5);
      assertTrue(
          systems.getFirst().matches("khr: cooperativeMatrix, \\d+ rows"), systems.getFirst());
      assertEquals(
          systems.get(3), "vector: not there, the device does not report cooperativeVector");
    }
  }
}
