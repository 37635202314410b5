// SPDX-License-Identifier: Apache-2.0
package coopcts.device.reference.spirv;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;

/** What the specification calls capabilities, for messages. */
public final class CapabilityNames {

  /** Number and name of each, in lines. */
  private static final String TABLE = "capabilities.tsv";

  private static final Map<Integer, String> ALL = read();

  private CapabilityNames() {}

  /**
   * {@return the name of a capability, such as {@code Float16}; the number in decimal where it has
   * no name}
   *
   * @param number of the capability, any number
   */
  public static String of(int number) {
    return ALL.getOrDefault(number, Integer.toString(number));
  }

  private static Map<Integer, String> read() {
    Map<Integer, String> names = new HashMap<>();
    try (BufferedReader lines =
        new BufferedReader(
            new InputStreamReader(
                CapabilityNames.class.getResourceAsStream(TABLE), StandardCharsets.UTF_8))) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        int name = line.indexOf('\t');
        names.put(Integer.parseInt(line.substring(0, name)), line.substring(name + 1));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return names;
  }
}
