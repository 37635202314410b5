// SPDX-License-Identifier: Apache-2.0
package coopcts.device.reference.machine;

import java.util.Arrays;

/**
 * Finds the data races of a dispatch in one block of memory: two invocations touch a byte, at least
 * one writes it, and no barrier lies between (V-MM; KHR-MEM-003, KHR-STORE-015).
 *
 * <p>Of every byte it remembers the last write and the last reads as tags: who, in which workgroup,
 * and how many barriers of the workgroup and of the subgroup had passed. A cooperative access is
 * made by an invocation of the device's choice, so that it is ordered after nothing but barriers;
 * only a store over what the same scope instance loaded is let pass, as the value stored depends on
 * the load. Atomic accesses are not looked at.
 */
final class Races {

  /** The agent that stands for several invocations. */
  static final int EVERYONE = 0xFFF;

  /** The subgroup of an agent that is in several. */
  static final int ANY_SUBGROUP = 0xFF;

  private static final int ANY_WORKGROUP = 0x7FFF;
  private static final int COOPERATIVE = 0x800;

  private final long[] writes;
  private final long[] reads;

  Races(int bytes) {
    writes = new long[bytes];
    reads = new long[bytes];
  }

  /** Forgets all accesses: a barrier of the pipeline lies behind them. */
  void forget() {
    Arrays.fill(writes, 0);
    Arrays.fill(reads, 0);
  }

  /** Who accesses memory, and what lies behind them. */
  static long tag(int agent, int subgroup, int workgroup, int barriers, int subgroupBarriers) {
    return 1L << 62
        | (long) (workgroup % ANY_WORKGROUP) << 44
        | (long) (barriers & 0xFFFF) << 28
        | (long) (subgroupBarriers & 0xFF) << 20
        | (long) (subgroup & 0xFF) << 12
        | agent;
  }

  /** The agent that stands for all of a scope instance. */
  static int cooperative(int instance) {
    return COOPERATIVE | instance & 0x3FF;
  }

  static int agent(long tag) {
    return (int) tag & EVERYONE;
  }

  private static int subgroup(long tag) {
    return (int) (tag >>> 12) & 0xFF;
  }

  private static int workgroup(long tag) {
    return (int) (tag >>> 44) & ANY_WORKGROUP;
  }

  private static long barriers(long tag) {
    return tag >>> 28 & 0xFFFF;
  }

  private static long subgroupBarriers(long tag) {
    return tag >>> 20 & 0xFF;
  }

  /** Whether no barrier lies between two accesses of a workgroup. */
  static boolean haveSameBarriers(long one, long other) {
    return barriers(one) == barriers(other) && subgroupBarriers(one) == subgroupBarriers(other);
  }

  static boolean isCooperative(long tag) {
    return agent(tag) != EVERYONE && (agent(tag) & COOPERATIVE) != 0;
  }

  /** Notes a read, and says whether it races with a write. */
  boolean read(int at, int width, long tag) {
    boolean race = false;
    for (int b = at; b < at + width; b++) {
      race |= writes[b] != 0 && unordered(writes[b], tag);
      long before = reads[b];
      if (before != tag) {
        reads[b] = before == 0 ? tag : both(before, tag);
      }
    }
    return race;
  }

  /** Notes a write, and says whether it races with a read or a write. */
  boolean write(int at, int width, long tag) {
    boolean race = false;
    for (int b = at; b < at + width; b++) {
      long read = reads[b];
      boolean loadedBefore = isCooperative(tag) && agent(read) == agent(tag);
      race |= writes[b] != 0 && unordered(writes[b], tag);
      race |=
          read != 0 && !(loadedBefore && workgroup(read) == workgroup(tag)) && unordered(read, tag);
      writes[b] = tag;
    }
    return race;
  }

  private static boolean unordered(long before, long now) {
    if (workgroup(before) != workgroup(now)) {
      return true;
    }
    if (barriers(before) != barriers(now)) {
      return false;
    }
    if (agent(before) == agent(now) && !isCooperative(now) && agent(now) != EVERYONE) {
      return false;
    }
    return subgroup(before) != subgroup(now) || subgroupBarriers(before) == subgroupBarriers(now);
  }

  /** A tag that stands for the later of two reads, or for both. */
  private static long both(long before, long now) {
    if (workgroup(before) != workgroup(now)) {
      return now | (long) ANY_WORKGROUP << 44;
    }
    if (barriers(before) != barriers(now)) {
      return now;
    }
    if (subgroup(before) != subgroup(now)) {
      return now | ANY_SUBGROUP << 12 | EVERYONE;
    }
    return subgroupBarriers(before) != subgroupBarriers(now) ? now : now | EVERYONE;
  }
}
