// SPDX-License-Identifier: Apache-2.0
package coopcts.device.reference.machine;

import java.util.Arrays;
import java.util.function.LongPredicate;

/**
 * Finds the data races of a dispatch in one block of memory: two invocations touch a byte, at least
 * one writes it, and no barrier lies between (V-MM; KHR-MEM-003, KHR-STORE-015).
 *
 * <p>Of every byte it remembers the last write and the last reads as tags: who, in which workgroup,
 * and how many barriers of the workgroup and of the subgroup had passed. A cooperative access is
 * made by an invocation of the device's choice, so that it is ordered after nothing but barriers;
 * only a store over what the same scope instance loaded is let pass, as the value stored depends on
 * the load. Atomic accesses are looked at only where a product reads what they modify: that nobody
 * may write.
 */
final class Races {

  /** The agent that stands for several invocations. */
  static final int EVERYONE = 0xFFF;

  /** The subgroup of an agent that is in several. */
  static final int ANY_SUBGROUP = 0xFF;

  private static final int ANY_WORKGROUP = 0x7FFF;
  private static final int COOPERATIVE = 0x800;

  /** Bytes that share a tag until one is accessed alone. */
  private static final int GRANULE = 32;

  /** What bytes are marked with that a product reads. */
  private static final long HELD = 1;

  /** What bytes are marked with that are modified atomically. */
  private static final long MODIFIED = 2;

  private final WorkgroupOrder order;
  private final Tags writes;
  private final Tags reads;

  /**
   * Marks of what nobody may write, or has written without a tag; null as long as there are none.
   */
  private Tags marks;

  /**
   * A tag for each byte. Bytes that are accessed together mostly have the same: a granule has one
   * for all of its bytes until an access takes a part of it alone.
   */
  private static final class Tags {

    private final long[] whole;

    /** The tags of the bytes of each granule that has no tag for all. */
    private final long[][] parts;

    Tags(int bytes) {
      whole = new long[(bytes + GRANULE - 1) / GRANULE];
      parts = new long[whole.length][];
    }

    /** The tags of a granule's bytes, each its own from now on. */
    long[] split(int granule) {
      long[] own = parts[granule];
      if (own == null) {
        own = new long[GRANULE];
        Arrays.fill(own, whole[granule]);
        parts[granule] = own;
      }
      return own;
    }

    long at(int granule, int b) {
      return parts[granule] == null ? whole[granule] : parts[granule][b];
    }

    void set(int granule, int from, int to, long tag) {
      if (to - from == GRANULE) {
        parts[granule] = null;
        whole[granule] = tag;
      } else if (parts[granule] != null || whole[granule] != tag) {
        Arrays.fill(split(granule), from, to, tag);
      }
    }

    void forget() {
      Arrays.fill(whole, 0);
      Arrays.fill(parts, null);
    }
  }

  Races(int bytes, WorkgroupOrder order) {
    this.order = order;
    writes = new Tags(bytes);
    reads = new Tags(bytes);
  }

  /** Forgets all accesses: a barrier of the pipeline lies behind them. */
  void forget() {
    writes.forget();
    reads.forget();
    marks = null;
  }

  /**
   * Notes a read of what nobody may write before the next barrier of the pipeline, and says whether
   * somebody has (CV-MUL-026).
   */
  boolean hold(int at, int width) {
    return mark(at, width, HELD, MODIFIED)
        | any(
            at,
            width,
            HELD,
            (granule, from, to, _) -> hasAny(writes, granule, from, to, tag -> tag != 0));
  }

  /** Notes an atomic modification, and says whether a product reads what is modified. */
  boolean modify(int at, int width) {
    return mark(at, width, MODIFIED, HELD);
  }

  /** Marks bytes, and says whether one had the other mark. */
  private boolean mark(int at, int width, long mark, long other) {
    if (marks == null) {
      marks = new Tags(GRANULE * writes.whole.length);
    }
    Tags all = marks;
    return any(
        at,
        width,
        mark,
        (granule, from, to, own) -> {
          boolean isMarked = hasAny(all, granule, from, to, tag -> tag == other);
          all.set(granule, from, to, own);
          return isMarked;
        });
  }

  /** Whether a byte of a granule has such a tag. */
  private static boolean hasAny(Tags tags, int granule, int from, int to, LongPredicate wanted) {
    for (int b = from; b < to; b++) {
      if (wanted.test(tags.at(granule, b))) {
        return true;
      }
    }
    return false;
  }

  /** Who accesses memory, and what lies behind them. */
  static long tag(int agent, int subgroup, int workgroup, int barriers, int subgroupBarriers) {
    return 1L << 62
        | (long) shortened(workgroup) << 44
        | (long) (barriers & 0xFFFF) << 28
        | (long) (subgroupBarriers & 0xFF) << 20
        | (long) (subgroup & 0xFF) << 12
        | agent;
  }

  /** A workgroup's number as tags have it. */
  static int shortened(int workgroup) {
    return workgroup % ANY_WORKGROUP;
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

  static int workgroup(long tag) {
    return (int) (tag >>> 44) & ANY_WORKGROUP;
  }

  static long barriers(long tag) {
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

  /** Something done to bytes of a granule, which says whether it races. */
  @FunctionalInterface
  private interface Access {
    boolean of(int granule, int from, int to, long tag);
  }

  private static boolean any(int at, int width, long tag, Access access) {
    boolean race = false;
    for (int b = at; b < at + width; ) {
      int from = b % GRANULE;
      int to = Math.min(from + at + width - b, GRANULE);
      race |= access.of(b / GRANULE, from, to, tag);
      b += to - from;
    }
    return race;
  }

  /** Notes a read, and says whether it races with a write. */
  boolean read(int at, int width, long tag) {
    return any(at, width, tag, this::read);
  }

  private boolean read(int granule, int from, int to, long tag) {
    if (writes.parts[granule] == null
        && reads.parts[granule] == null
        && (to - from == GRANULE || reads.whole[granule] == tag)) {
      long before = reads.whole[granule];
      reads.whole[granule] = before == 0 || before == tag ? tag : both(before, tag);
      return racesWith(writes.whole[granule], tag);
    }
    boolean race = false;
    long[] own = reads.split(granule);
    for (int b = from; b < to; b++) {
      race |= racesWith(writes.at(granule, b), tag);
      if (own[b] != tag) {
        own[b] = own[b] == 0 ? tag : both(own[b], tag);
      }
    }
    return race;
  }

  /** Whether another agent wrote a byte in this dispatch: no barrier orders private reads of it. */
  boolean isOfOthers(int at, int width, long tag) {
    return any(at, width, tag, this::isOfOthers);
  }

  private boolean isOfOthers(int granule, int from, int to, long tag) {
    return hasAny(
        writes,
        granule,
        from,
        to,
        before ->
            before != 0
                && (workgroup(before) != workgroup(tag)
                    || agent(before) != agent(tag)
                    || isCooperative(before)));
  }

  /** Notes a write, and says whether it races with a read or a write. */
  boolean write(int at, int width, long tag) {
    return any(at, width, tag, this::write);
  }

  private boolean write(int granule, int from, int to, long tag) {
    boolean race = racesAsWrite(granule, from, to, tag);
    writes.set(granule, from, to, tag);
    return race;
  }

  /** Whether an access races with a write. */
  boolean racesWithWrite(int at, int width, long tag) {
    return any(
        at,
        width,
        tag,
        (granule, from, to, own) ->
            hasAny(writes, granule, from, to, before -> racesWith(before, own)));
  }

  /** Whether a write would race with a read or a write. */
  boolean racesAsWrite(int at, int width, long tag) {
    return any(at, width, tag, this::racesAsWrite);
  }

  private boolean racesAsWrite(int granule, int from, int to, long tag) {
    boolean areAlike = writes.parts[granule] == null && reads.parts[granule] == null;
    boolean race = marks != null && hasAny(marks, granule, from, to, mark -> mark == HELD);
    long lastRead = 0;
    long lastWrite = 0;
    for (int b = from; b < (areAlike ? from + 1 : to); b++) {
      long read = reads.at(granule, b);
      long write = writes.at(granule, b);
      // Bytes of one number mostly have the same past.
      if (read != lastRead || write != lastWrite) {
        boolean loadedBefore = isCooperative(tag) && agent(read) == agent(tag);
        race |= racesWith(write, tag);
        race |= !(loadedBefore && workgroup(read) == workgroup(tag)) && racesWith(read, tag);
        lastRead = read;
        lastWrite = write;
      }
    }
    return race;
  }

  private boolean racesWith(long before, long now) {
    return before != 0 && unordered(before, now);
  }

  private boolean unordered(long before, long now) {
    if (workgroup(before) != workgroup(now)) {
      return !order.isOrdered(before, now);
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
