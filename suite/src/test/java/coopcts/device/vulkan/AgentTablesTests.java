// SPDX-License-Identifier: Apache-2.0
package coopcts.device.vulkan;

import static org.testng.Assert.assertTrue;

import coopcts.model.ComponentType;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.testng.annotations.Test;

/** The agent's program asks devices for the same features as the suite's own Vulkan device. */
public final class AgentTablesTests {

  private static String program() throws IOException {
    Path here = Path.of("").toAbsolutePath();
    Path root = Files.isDirectory(here.resolve("agent")) ? here : here.getParent();
    // Adjacent literals are one.
    return Files.readString(root.resolve("agent/coopcts-agent.c")).replaceAll("\"\\s+\"", "");
  }

  @Test
  public void theProgramHasEveryStructure() throws IOException {
    String program = program().replaceAll("\\s+", " ");
    String wanted = program.replaceFirst(".*WANTED\\[] = \"([^\"]*)\".*", "$1");
    for (FeatureStruct struct : FeatureStruct.ALL) {
      if (FeatureStruct.WAYS.contains(struct.extension())) {
        continue;
      }
      String line =
          "{\"%s\", %d, \"%s\"}"
              .formatted(
                  struct.extension(), struct.structureType(), String.join(" ", struct.members()));
      assertTrue(program.contains(line), "agent/coopcts-agent.c lacks " + line);
      for (String member : struct.members()) {
        assertTrue(
            struct.isInScope() || struct.isWanted(member) == wanted.contains(" " + member + " "),
            "WANTED in agent/coopcts-agent.c differs in " + member);
      }
    }
    FeatureStruct.NEEDED.stream()
        .filter(name -> !FeatureStruct.WAYS.contains(name))
        .forEach(name -> assertTrue(program.contains("\"" + name + "\""), name));
  }

  @Test
  public void theProgramKnowsEveryComponentType() throws IOException {
    String program = program();
    for (ComponentType type : ComponentType.values()) {
      assertTrue(program.contains("\"" + type.label() + "\""), type.label());
    }
  }
}
