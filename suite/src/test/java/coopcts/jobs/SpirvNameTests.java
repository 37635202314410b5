// SPDX-License-Identifier: Apache-2.0
package coopcts.jobs;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertTrue;

import coopcts.device.reference.spirv.InstructionNames;
import java.lang.reflect.Field;
import java.util.Set;
import java.util.TreeSet;
import org.lwjgl.util.spvc.Spv;
import org.testng.annotations.Test;

/** The reference device calls SPIR-V's numbers what LWJGL calls them, which it does not know. */
public class SpirvNameTests {

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
          && (isOpcode || field.getName().startsWith("SpvCapability"))) {
        int number = field.getInt(null);
        String name =
            isOpcode
                ? InstructionNames.opcode(number)
                : "Capability" + InstructionNames.capability(number);
        assertTrue(fields.contains("Spv" + name), field.getName() + ": " + name);
        assertEquals(Spv.class.getField("Spv" + name).getInt(null), number, name);
        known++;
      }
    }
    assertTrue(known > 500, known + " names");
    assertEquals(InstructionNames.opcode(Spv.SpvOpLoad), "OpLoad");
    assertEquals(InstructionNames.opcode(99_999), "opcode 99999");
  }
}
