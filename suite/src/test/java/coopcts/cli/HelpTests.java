// SPDX-License-Identifier: Apache-2.0
package coopcts.cli;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertFalse;
import static org.testng.Assert.assertTrue;

import coopcts.device.Device;
import coopcts.device.Devices;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
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
          lines.stream().filter(line -> line.matches("  (\\S+, )*" + command + "(,? .*)?")).count(),
          1,
          command);
    }
  }

  /** A command without an example fails, and so does an example that is wrong. */
  @Test
  public void everyHelpHasExamplesThatAreUnderstood() {
    List<String> wrong = new ArrayList<>();
    for (Map.Entry<String, CommandLine> command : Main.commands().getSubcommands().entrySet()) {
      // An alias shows the examples of its command.
      String name = command.getValue().getCommandName();
      List<String> examples = Examples.of(name);
      assertFalse(examples.isEmpty(), command.getKey());
      String help = command.getValue().getUsageMessage().replaceAll("\\s+", " ");
      for (String example : examples) {
        assertTrue(help.contains("run-cts.sh " + example.replaceAll(" +", " ")), help);
        String line = example.replaceFirst("  #.*", "");
        if (!line.startsWith(name) || !Main.understands(line.split(" "))) {
          wrong.add(line);
        }
      }
    }
    assertEquals(wrong, List.of());
  }

  /** What stood as an option is a second word as well. */
  @Test
  public void secondWordsAreOptions() {
    assertEquals(
        Subcommands.resolve("faults", "random", "400", "--terms", "2"),
        new String[] {"faults", "--random", "400", "--terms", "2"});
    assertEquals(
        Subcommands.resolve("faults", "hunt", "--only", "a"),
        new String[] {"faults", "--only", "a"});
    assertEquals(
        Subcommands.resolve("faults", "--random", "400"),
        new String[] {"faults", "--random", "400"});
    assertEquals(Subcommands.resolve("list"), new String[] {"list"});
    for (String word : List.of("hunt", "random", "prove", "explain", "fuzz")) {
      assertEquals(
          Subcommands.resolve("faults", word, "--help"), new String[] {"faults", "--help"});
    }
    for (String line : List.of("faults nothing", "tried list", "fuzz best x")) {
      assertFalse(Main.understands(line.split(" ")), line);
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
          systems.get(3), "vector: not available; the device does not report cooperativeVector");
    }
  }
}
