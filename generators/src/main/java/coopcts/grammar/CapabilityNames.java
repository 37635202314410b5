// SPDX-License-Identifier: Apache-2.0
package coopcts.grammar;

import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.Map;

/** What the specification calls capabilities. */
public final class CapabilityNames {

  private static final Map<Integer, String> NAMES = new HashMap<>();
  private static final Map<String, Integer> NUMBERS = new HashMap<>();

  static {
    GrammarTable.rows("capabilities.tsv")
        .forEach(
            row -> {
              int number = Integer.parseInt(row[0]);
              String[] names = row[1].split(" ");
              NAMES.put(number, names[0]);
              for (String name : names) {
                NUMBERS.put(name, number);
              }
            });
  }

  private CapabilityNames() {}

  /**
   * {@return the name of a capability, such as {@code Float16}; the number in decimal where it has
   * no name}
   *
   * @param number of the capability, any number
   */
  public static String of(int number) {
    return NAMES.getOrDefault(number, Integer.toString(number));
  }

  /** The number of a capability by any of its names. */
  static int number(String name) {
    return NUMBERS.get(name);
  }

  /** {@return the name of each capability, the first of several} */
  public static Collection<String> all() {
    return Collections.unmodifiableCollection(NAMES.values());
  }
}
