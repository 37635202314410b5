// SPDX-License-Identifier: Apache-2.0
package coopcts.jobs;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertTrue;

import coopcts.grammar.CapabilityNames;
import coopcts.grammar.Enumerants;
import coopcts.grammar.Opcode;
import java.lang.reflect.Field;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.lwjgl.util.spvc.Spv;
import org.testng.annotations.Test;

/** SPIR-V's numbers are called what LWJGL calls them, which the reference device does not know. */
public class SpirvNameTests {

  /** Limits of the numbers, which begin as their names do. */
  private static final Set<String> NO_NAMES =
      Set.of("SpvOpMax", "SpvOpCodeMask", "SpvCapabilityMax");

  @Test
  void namesAreThoseOfTheSpecification() throws Exception {
    Set<String> fields = new TreeSet<>();
    for (Field field : Spv.class.getFields()) {
      fields.add(field.getName());
    }
    int known = 0;
    for (Field field : Spv.class.getFields()) {
      boolean isOpcode = field.getName().startsWith("SpvOp");
      if (field.getType() == int.class
          && !NO_NAMES.contains(field.getName())
          && (isOpcode || field.getName().startsWith("SpvCapability"))) {
        int number = field.getInt(null);
        String name =
            isOpcode ? Opcode.of(number).name() : "Capability" + CapabilityNames.of(number);
        assertTrue(fields.contains("Spv" + name), field.getName() + ": " + name);
        assertEquals(Spv.class.getField("Spv" + name).getInt(null), number, name);
        known++;
      }
    }
    assertTrue(known > 500, known + " names");
    assertEquals(Opcode.of(Spv.SpvOpLoad).name(), "OpLoad");
  }

  @Test
  void enumerantsAreThoseOfTheSpecification() throws Exception {
    int known = 0;
    for (Enumerants kind : EnumSet.complementOf(EnumSet.of(Enumerants.FUNCTION))) {
      boolean isMask =
          EnumSet.range(Enumerants.FUNCTION_CONTROL, Enumerants.SELECTION_CONTROL).contains(kind);
      String words =
          Arrays.stream(kind.name().split("_"))
              .map(word -> word.charAt(0) + word.substring(1).toLowerCase(Locale.ROOT))
              .collect(Collectors.joining());
      for (String name : kind.all()) {
        Field field = Spv.class.getField("Spv" + words + name + (isMask ? "Shift" : ""));
        assertEquals(kind.of(field.getInt(null)), name);
        known++;
      }
    }
    assertTrue(known > 180, known + " names");
  }
}
