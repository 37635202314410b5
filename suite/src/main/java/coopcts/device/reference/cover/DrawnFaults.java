// SPDX-License-Identifier: Apache-2.0
package coopcts.device.reference.cover;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/**
 * Deviations that are written down, each with a name by which it is switched on: {@code
 * faults.tsv}.
 */
public final class DrawnFaults {

  private DrawnFaults() {}

  /**
   * A deviation with the name that it is switched on by.
   *
   * @param name by which it is switched on
   * @param deviation what is done wrong where
   */
  public record Written(String name, DrawnFault deviation) {}

  /**
   * {@return all deviations of {@code faults.tsv}, in its order, in an unmodifiable list} The file
   * is read anew at each call.
   *
   * @throws IllegalArgumentException if the file names an unknown kind, bin or effect
   * @throws IllegalStateException if an effect changes nothing at its kind of instruction, or a
   *     line has other than four columns
   */
  public static List<Written> written() {
    return Bins.rows("faults.tsv", 4).stream()
        .map(
            row -> {
              InstructionKind kind = InstructionKind.valueOf(row[1].toUpperCase(Locale.ROOT));
              List<Bin> terms = Arrays.stream(row[2].split("\\+")).map(Bins::named).toList();
              Change effect = Change.valueOf(row[3].toUpperCase(Locale.ROOT));
              if (!Change.of(kind).contains(effect)) {
                throw new IllegalStateException(row[0] + ": " + effect + " changes nothing there");
              }
              return new Written(kind.system() + "." + row[0], new DrawnFault(kind, terms, effect));
            })
        .toList();
  }
}
