// SPDX-License-Identifier: Apache-2.0
package coopcts.jobs;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertTrue;

import coopcts.device.vulkan.FeatureStruct;
import coopcts.model.ComponentType;
import coopcts.model.Enabled;
import coopcts.model.ShaderStage;
import coopcts.numbers.FloatFormat;
import coopcts.numbers.IntegerFormat;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.testng.annotations.Test;

/** What the player knows of Vulkan and of numbers is what the suite knows. */
public final class PlayerTablesTests {

  private static final String PLAYER = Packed.player();

  private record Feature(int capability, String name, int structure, String place) {}

  private static Stream<MatchResult> rows(String pattern) {
    return Pattern.compile("^    \\{" + pattern + "},", Pattern.MULTILINE)
        .matcher(PLAYER)
        .results();
  }

  private static List<Feature> features() {
    return rows("(\\d+), \"(\\w+)\", (\\d+), (\\d+|offsetof\\(VkPhysicalDeviceFeatures, \\w+\\))")
        .map(
            row ->
                new Feature(
                    Integer.parseInt(row.group(1)),
                    row.group(2),
                    Integer.parseInt(row.group(3)),
                    row.group(4)))
        .toList();
  }

  @Test
  public void capabilitiesAskForTheSameFeatures() {
    Map<Integer, String> known = new TreeMap<>();
    features().stream()
        .filter(one -> one.capability != 0)
        .forEach(one -> known.put(one.capability, one.name));
    assertEquals(known, new TreeMap<>(RequiredFeatures.FEATURES));
  }

  @Test
  public void featuresStandWhereTheyStandInTheirStructures() {
    for (Feature one : features()) {
      Optional<FeatureStruct> structure = FeatureStruct.of(one.name);
      if (structure.isEmpty()) {
        assertEquals(one.place, "offsetof(VkPhysicalDeviceFeatures, %s)".formatted(one.name));
        assertEquals(one.structure, 0, one.name);
      } else {
        assertEquals(one.structure, structure.get().structureType(), one.name);
        assertEquals(one.place, "" + structure.get().members().indexOf(one.name), one.name);
      }
    }
  }

  @Test
  public void structuresComeWithTheirExtensions() {
    Map<Integer, String> extensions = new TreeMap<>();
    rows("\"(\\w*)\", (\\d+), [01]")
        .forEach(row -> extensions.put(Integer.parseInt(row.group(2)), row.group(1)));
    assertTrue(extensions.size() > 10, extensions.toString());
    for (Feature one : features()) {
      FeatureStruct.of(one.name)
          .ifPresent(
              struct ->
                  assertEquals(
                      extensions.get(struct.structureType()), struct.extension(), one.name));
    }
  }

  @Test
  public void featuresOfStagesAndPathsAreKnown() {
    Set<String> names = new LinkedHashSet<>();
    features().forEach(one -> names.add(one.name));
    for (ShaderStage stage : ShaderStage.values()) {
      for (String feature : stage.features()) {
        assertTrue(names.contains(feature) || feature.equals("graphicsQueue"), feature);
      }
    }
    for (Enabled group : Enabled.values()) {
      assertTrue(names.containsAll(group.features()), group.features().toString());
    }
  }

  @Test
  public void componentsAreReadAlike() {
    List<MatchResult> rows =
        rows("\"(\\w+)\", (\\d+), '(.)', (\\d+), (\\d+), (\\d+), (\\d+), ([012])").toList();
    assertTrue(rows.size() > 14, rows.size() + " components");
    for (MatchResult row : rows) {
      ComponentType type = ComponentType.ofLabel(row.group(1));
      assertEquals(row.group(2), "" + type.vulkanValue());
      if (type.kind() == ComponentType.NumberKind.PACKED) {
        continue;
      }
      String said =
          switch (type.format()) {
            case FloatFormat real ->
                "f %d %d %d %d %d"
                    .formatted(
                        real.bits(),
                        real.exponentBits(),
                        real.mantissaBits(),
                        real.bias(),
                        2 - real.specials().ordinal());
            case IntegerFormat integer ->
                "%s %d 0 0 0 0".formatted(integer.isSigned() ? "i" : "u", integer.bits());
          };
      assertEquals(
          "%s %s %s %s %s %s"
              .formatted(
                  row.group(3),
                  row.group(4),
                  row.group(5),
                  row.group(6),
                  row.group(7),
                  row.group(8)),
          said,
          row.group(1));
    }
  }
}
