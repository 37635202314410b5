// SPDX-License-Identifier: Apache-2.0
package coopcts.run;

import coopcts.device.DeviceUnavailableException;
import java.util.ArrayList;
import java.util.List;

/** Finds the few things of many behind which something is seen in the same process. */
public final class LeastGroup {

  /** Processes that a search takes at most. */
  private static final int PROCESSES = 40;

  /**
   * No process of a search begins later, in nanoseconds: the other workers may have no more to do.
   */
  private static final long PATIENCE = 20_000_000_000L;

  private LeastGroup() {}

  /**
   * Whether something is seen behind a group, in a fresh process.
   *
   * @param <T> what a process has, one after the other
   */
  public interface Shows<T> {

    /**
     * {@return whether it is seen}
     *
     * @param group in the order of the process
     * @throws DeviceUnavailableException if no process can open the device
     */
    boolean after(List<T> group) throws DeviceUnavailableException;
  }

  /**
   * {@return as few of a group as a search of some seconds finds, in their order, behind which it
   * is seen all the same; none where it is not seen behind all of them}
   *
   * @param <T> what a process has, one after the other
   * @param all the whole group
   * @param shows asked 40 times at most
   * @throws DeviceUnavailableException if no process can open the device
   */
  public static <T> List<T> of(List<T> all, Shows<T> shows) throws DeviceUnavailableException {
    return of(all, shows, PATIENCE);
  }

  /**
   * The same.
   *
   * @param patience nanoseconds after which nothing more is tried
   */
  static <T> List<T> of(List<T> all, Shows<T> shows, long patience)
      throws DeviceUnavailableException {
    if (all.isEmpty() || !shows.after(all)) {
      return List.of();
    }
    List<T> group = all;
    long begun = System.nanoTime();
    int processes = 1;
    for (int piece = (group.size() + 1) / 2; piece > 0 && group.size() > 1; piece /= 2) {
      for (int from = 0; from < group.size() && group.size() > 1; ) {
        List<T> rest = new ArrayList<>(group);
        rest.subList(from, Math.min(group.size(), from + piece)).clear();
        if (processes++ == PROCESSES || System.nanoTime() - begun > patience) {
          return group;
        }
        if (!rest.isEmpty() && shows.after(rest)) {
          group = rest;
        } else {
          from += piece;
        }
      }
    }
    return group;
  }
}
