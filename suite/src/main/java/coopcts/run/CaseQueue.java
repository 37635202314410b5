// SPDX-License-Identifier: Apache-2.0
package coopcts.run;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.LongSupplier;

/**
 * Which case is next: those that take longest first, so that no worker has a long one when the
 * others have nothing left. How long a case takes is known from an earlier run, or guessed from the
 * others of its family; of a family of which nothing is known, one case tells. Cases that ended
 * their process before are kept apart, so that a new one is there when the next of them is taken.
 * Where an order is given, that is it, and nothing is learnt. May be used by any thread.
 */
final class CaseQueue {

  /** A case of which an earlier run says so many milliseconds goes before its family. */
  private static final long LONG = 1000;

  /** Nanoseconds between cases that end their process: a driver opens its device meanwhile. */
  static final long PAUSE = 3_000_000_000L;

  private final List<Lane> lanes = new ArrayList<>();
  private final Map<Integer, Lane> byFamily = new TreeMap<>();
  private final Deque<PlannedCase> fatal = new ArrayDeque<>();
  private final LongSupplier clock;
  private final boolean inOrder;
  private long lastFatal;
  private int left;

  /**
   * @param history what cases did before
   * @param inOrder whether all come in the order in which they are given
   */
  CaseQueue(List<PlannedCase> cases, CaseHistory history, boolean inOrder) {
    this(cases, history, inOrder, System::nanoTime);
  }

  /** The same by a clock that counts nanoseconds. */
  CaseQueue(List<PlannedCase> cases, CaseHistory history, boolean inOrder, LongSupplier clock) {
    this.inOrder = inOrder;
    this.clock = clock;
    this.lastFatal = clock.getAsLong();
    this.left = cases.size();
    for (PlannedCase one : cases) {
      Lane lane = byFamily.computeIfAbsent(lane(one), _ -> new Lane());
      if (!inOrder && history.fatal().contains(one.name())) {
        fatal.add(one);
      } else {
        lane.add(one, history.times());
      }
    }
    lanes.addAll(byFamily.values());
    lanes.forEach(Lane::sort);
  }

  /** In a given order all stand in one lane. */
  private int lane(PlannedCase one) {
    return inOrder ? 0 : one.place().family();
  }

  /** The cases of a family that are still to run, and what is known of their times. */
  private final class Lane {
    private final List<PlannedCase> slow = new ArrayList<>();
    private final Map<PlannedCase, Long> times = new HashMap<>();
    private final Deque<PlannedCase> cases = new ArrayDeque<>();
    private long total;
    private long samples;
    private long since;

    void add(PlannedCase one, Map<String, Long> known) {
      Long millis = known.get(one.name());
      if (millis != null) {
        total += millis;
        samples++;
      }
      if (millis != null && millis >= LONG && !inOrder) {
        slow.add(one);
        times.put(one, millis);
      } else {
        cases.add(one);
      }
    }

    void sort() {
      slow.sort(Comparator.comparing(times::get));
      slow.forEach(cases::addFirst);
    }

    /** Milliseconds that its next case is likely to take. */
    double estimate() {
      Long known = times.get(cases.peekFirst());
      if (known != null) {
        return known;
      }
      if (samples > 0) {
        return (double) total / samples;
      }
      return since == 0 ? Double.MAX_VALUE : (clock.getAsLong() - since) / 1e6;
    }

    PlannedCase take() {
      since = since == 0 ? clock.getAsLong() : since;
      return cases.removeFirst();
    }
  }

  /** The next case, or null where there is none left. */
  synchronized PlannedCase take() {
    PlannedCase next = !fatal.isEmpty() && isTimeForFatal() ? fatal.removeFirst() : longest();
    left -= next == null ? 0 : 1;
    return next;
  }

  /** Whether the last one is long enough ago, or nothing else is left. */
  private boolean isTimeForFatal() {
    long now = clock.getAsLong();
    if (now - lastFatal < PAUSE && left > fatal.size()) {
      return false;
    }
    lastFatal = now;
    return true;
  }

  private PlannedCase longest() {
    Lane best = null;
    double longest = -1;
    for (Lane lane : lanes) {
      if (!lane.cases.isEmpty()) {
        double estimate = inOrder ? 0 : lane.estimate();
        if (estimate > longest) {
          best = lane;
          longest = estimate;
        }
      }
    }
    return best == null ? null : best.take();
  }

  /** Takes a case back that could not be run. */
  synchronized void giveBack(PlannedCase one) {
    byFamily.get(lane(one)).cases.addFirst(one);
    left++;
  }

  /** Learns how long a case took. */
  synchronized void learn(PlannedCase one, long millis) {
    Lane lane = byFamily.get(lane(one));
    lane.total += millis;
    lane.samples++;
  }

  /** Cases that nobody has taken yet. */
  synchronized int left() {
    return left;
  }
}
