// SPDX-License-Identifier: Apache-2.0
package coopcts.device.reference.spirv;

import java.lang.reflect.Field;
import java.util.HashMap;
import java.util.Map;
import org.lwjgl.util.spvc.Spv;

/** What the specification calls instructions and capabilities, for messages. */
public final class Names {

  private static final String PREFIX = "Spv";

  private static final Map<Integer, String> OPCODES = named("Op");
  private static final Map<Integer, String> CAPABILITIES = named("Capability");

  private Names() {}

  /** Such as {@code OpLoad}; {@code opcode N} where the number has no name. */
  public static String opcode(int number) {
    String name = OPCODES.get(number);
    return name == null ? "opcode " + number : "Op" + name;
  }

  /** Such as {@code Float16}; the number where it has no name. */
  public static String capability(int number) {
    return CAPABILITIES.getOrDefault(number, Integer.toString(number));
  }

  /** The shortest name of each number, which is the one without the suffix of an extension. */
  private static Map<Integer, String> named(String kind) {
    Map<Integer, String> names = new HashMap<>();
    for (Field field : Spv.class.getFields()) {
      String start = PREFIX + kind;
      if (field.getType() == int.class && field.getName().startsWith(start)) {
        try {
          names.merge(
              field.getInt(null),
              field.getName().substring(start.length()),
              (a, b) -> b.length() < a.length() ? b : a);
        } catch (IllegalAccessException e) {
          throw new AssertionError("public fields can be read", e);
        }
      }
    }
    return names;
  }
}
