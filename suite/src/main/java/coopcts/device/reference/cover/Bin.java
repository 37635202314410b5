// SPDX-License-Identifier: Apache-2.0
package coopcts.device.reference.cover;

import java.util.Set;

/**
 * One bin of a cover point.
 *
 * @param id its number in the table
 * @param point what it is a bin of
 * @param name tells it from the point's other bins
 * @param kinds the instructions that it is noted at
 * @param needs what a device must have: a feature, {@code -} for nothing, or a word of {@link
 *     Legality}
 * @param words its part of a sentence
 */
public record Bin(
    int id, String point, String name, Set<InstructionKind> kinds, String needs, String words) {

  /** The name in lists: {@code point.bin}. */
  @Override
  public String toString() {
    return point + "." + name;
  }
}
