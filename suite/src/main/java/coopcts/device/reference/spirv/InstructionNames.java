// SPDX-License-Identifier: Apache-2.0
package coopcts.device.reference.spirv;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;

/** What the specification calls instructions and capabilities, for messages. */
public final class InstructionNames {

  /** Kind, number and name of each, in lines. */
  private static final String TABLE = "names.tsv";

  private static final Map<String, String> ALL = read();

  private InstructionNames() {}

  /**
   * {@return the name of an instruction, such as {@code OpLoad}; {@code opcode N} where the number
   * has no name}
   *
   * @param number of the opcode, any number
   */
  public static String opcode(int number) {
    String name = ALL.get("Op\t" + number);
    return name == null ? "opcode " + number : "Op" + name;
  }

  /**
   * {@return the name of a capability, such as {@code Float16}; the number in decimal where it has
   * no name}
   *
   * @param number of the capability, any number
   */
  public static String capability(int number) {
    return ALL.getOrDefault("Capability\t" + number, Integer.toString(number));
  }

  private static Map<String, String> read() {
    Map<String, String> names = new HashMap<>();
    try (BufferedReader lines =
        new BufferedReader(
            new InputStreamReader(
                InstructionNames.class.getResourceAsStream(TABLE), StandardCharsets.UTF_8))) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        int name = line.lastIndexOf('\t');
        names.put(line.substring(0, name), line.substring(name + 1));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return names;
  }
}
