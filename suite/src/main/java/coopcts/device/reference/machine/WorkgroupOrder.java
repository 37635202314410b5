// SPDX-License-Identifier: Apache-2.0
package coopcts.device.reference.machine;

import java.util.HashMap;
import java.util.Map;

/**
 * What orders the accesses of workgroups to buffers: one releases what its invocations did before a
 * barrier with an atomic operation, another acquires that with one of its own, and lets its
 * invocations go on behind a barrier (V-MM: synchronizes-with). As workgroups run one after the
 * other, whoever acquires sees all that was released before; which location it was is not looked
 * at, so that what is ordered is never taken for a race.
 */
final class WorkgroupOrder {

  /** How many barriers of the workgroup lie behind, and whose it is. */
  private record Point(int barriers, int agent) {

    boolean isBehind(long tag) {
      return Races.barriers(tag) < barriers
          || Races.barriers(tag) == barriers && Races.agent(tag) == agent;
    }

    boolean isBefore(long tag) {
      return Races.barriers(tag) > barriers
          || Races.barriers(tag) == barriers && Races.agent(tag) == agent;
    }
  }

  private final Map<Integer, Point> released = new HashMap<>();

  /**
   * Of the workgroup that runs: where a fence was, whether an atomic operation, what it acquired.
   */
  private int running = -1;

  private Point fence;
  private boolean isAtomic;
  private Point acquired;
  private final Map<Integer, Point> seen = new HashMap<>();

  private void enter(int workgroup) {
    if (running != workgroup) {
      running = workgroup;
      fence = null;
      isAtomic = false;
      acquired = null;
      seen.clear();
    }
  }

  /** A barrier of the pipeline lies behind all. */
  void forget() {
    released.clear();
    enter(-1);
  }

  /**
   * Takes note of an atomic operation.
   *
   * @param barriers of the workgroup that lie behind it
   * @param agent the only invocation that does it, or what stands for several
   */
  void atomic(int workgroup, int barriers, int agent, boolean releases, boolean acquires) {
    enter(workgroup);
    isAtomic = true;
    Point now = new Point(barriers, agent);
    if (releases) {
      released.put(Races.shortened(workgroup), now);
    } else if (fence != null) {
      released.put(Races.shortened(workgroup), fence);
    }
    if (acquires) {
      acquire(now);
    }
  }

  /** Takes note of a fence for buffers that releases and acquires. */
  void fence(int workgroup, int barriers, int agent) {
    enter(workgroup);
    fence = new Point(barriers, agent);
    if (isAtomic) {
      acquire(fence);
    }
  }

  private void acquire(Point now) {
    if (acquired == null) {
      acquired = now;
    }
    seen.putAll(released);
  }

  /** Whether an access of another workgroup lies before one of the workgroup that runs. */
  boolean isOrdered(long before, long now) {
    Point theirs = seen.get(Races.workgroup(before));
    return theirs != null
        && Races.shortened(running) == Races.workgroup(now)
        && theirs.isBehind(before)
        && acquired.isBefore(now);
  }
}
