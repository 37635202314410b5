// SPDX-License-Identifier: Apache-2.0
package coopcts.reports.read;

import java.util.Arrays;
import java.util.function.IntPredicate;

/**
 * Which row has which name, without holding names: by their hashes, and by a look at the row where
 * two hashes are the same.
 */
final class NameIndex {

  private static final long OFFSET = 0xcbf29ce484222325L;
  private static final long PRIME = 0x100000001b3L;

  private int[] slots = new int[1 << 12];
  private long[] hashes = new long[1 << 11];
  private int size;

  /**
   * The row that has a name already, or -1, and then the name is that of the next row.
   *
   * @param has whether a row that may have the name has it
   */
  int putIfAbsent(String name, IntPredicate has) {
    long hash = hash(name);
    int at = slot(hash);
    while (slots[at] != 0) {
      int row = slots[at] - 1;
      if (hashes[row] == hash && has.test(row)) {
        return row;
      }
      at = at + 1 & slots.length - 1;
    }
    if (size == hashes.length) {
      grow();
      at = slot(hash);
      while (slots[at] != 0) {
        at = at + 1 & slots.length - 1;
      }
    }
    hashes[size++] = hash;
    slots[at] = size;
    return -1;
  }

  private int slot(long hash) {
    return (int) (hash ^ hash >>> 32) & slots.length - 1;
  }

  private void grow() {
    hashes = Arrays.copyOf(hashes, 2 * hashes.length);
    slots = new int[2 * slots.length];
    for (int row = 0; row < size; row++) {
      int at = slot(hashes[row]);
      while (slots[at] != 0) {
        at = at + 1 & slots.length - 1;
      }
      slots[at] = row + 1;
    }
  }

  private static long hash(String name) {
    long hash = OFFSET;
    for (int i = 0; i < name.length(); i++) {
      hash = (hash ^ name.charAt(i)) * PRIME;
    }
    return hash;
  }
}
