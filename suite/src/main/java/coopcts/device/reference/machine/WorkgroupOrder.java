// SPDX-License-Identifier: Apache-2.0
package coopcts.device.reference.machine;

import java.util.HashMap;
import java.util.Map;

/**
 * What orders the accesses of workgroups to buffers: an invocation releases what it did, and what
 * its workgroup did before a barrier, by an atomic operation or a fence before one; an invocation
 * of another workgroup acquires that by an atomic operation or a fence behind one, for itself and
 * for its workgroup behind a barrier (V-MM: synchronizes-with). Workgroups run one after the other,
 * and whoever acquires is taken to see all that was released before, at any location: what is
 * ordered is never taken for a race, and a race may be taken for ordered.
 */
final class WorkgroupOrder {

  /** A place in a workgroup: how many of its barriers lie behind, and which invocation it is of. */
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

  /** The workgroup that runs; what follows is of it. */
  private int running = -1;

  /** Its last fence, or null. */
  private Point fence;

  private boolean isAtomic;

  /** Where it first acquired anything, or null. */
  private Point acquired;

  /** What others had released where it last acquired. */
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
