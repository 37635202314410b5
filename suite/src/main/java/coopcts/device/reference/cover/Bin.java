// SPDX-License-Identifier: Apache-2.0
package coopcts.device.reference.cover;

import java.util.Set;

/**
 * One bin of a cover point. A cover point is a question about an executed instruction, such as how
 * many rows its matrix has; its bins are the answers that are told apart.
 *
 * @param id its number in the table, from 0
 * @param point name of the cover point
 * @param name tells it from the point's other bins
 * @param kinds the instructions at which it is noted
 * @param needs what a device must have: a feature, {@code -} for nothing, or one of {@code type},
 *     {@code number}, {@code compute}, {@code subgroup}, {@code size} and {@code stage}, which
 *     {@link Legality} looks up in the report
 * @param words its part of a sentence behind the instruction, such as {@code with 8 rows}
 */
public record Bin(
    int id, String point, String name, Set<InstructionKind> kinds, String needs, String words) {

  /** {@return whether it is known behind an instruction only, by the result} */
  public boolean isOfResult() {
    return point.equals("out");
  }

  /** The name in lists: {@code point.bin}. */
  @Override
  public String toString() {
    return point + "." + name;
  }
}
