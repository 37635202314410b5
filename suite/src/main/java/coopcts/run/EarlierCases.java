// SPDX-License-Identifier: Apache-2.0
package coopcts.run;

import coopcts.device.DeviceUnavailableException;
import coopcts.run.worker.CaseExecutor;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The cases that the present process of each executor has had. May be used by any thread. */
final class EarlierCases {

  /** As many of the latest cases of a process are remembered. */
  private static final int REMEMBERED = 256;

  /** Processes that a search for the least group of cases takes at most. */
  private static final int PROCESSES = 40;

  /**
   * No process of a search begins later, in nanoseconds: the other workers may have no more to do.
   */
  private static final long PATIENCE = 20_000_000_000L;

  /** One process of an executor and the cases that it had, oldest first. */
  private record Life(int process, List<PlannedCase> cases) {}

  /** Whether something is seen after a group of cases. */
  interface Shows {
    boolean after(List<PlannedCase> cases) throws DeviceUnavailableException;
  }

  private final Map<CaseExecutor, Life> lives = new HashMap<>();

  /** Takes note of the case that an executor's process has just had. */
  synchronized void note(CaseExecutor executor, PlannedCase planned) {
    Life life = lives.get(executor);
    if (life == null || life.process != executor.process()) {
      life = new Life(executor.process(), new ArrayList<>());
      lives.put(executor, life);
    }
    if (life.cases.size() > REMEMBERED) {
      life.cases.removeFirst();
    }
    life.cases.add(planned);
  }

  /** What an executor's process had before its latest case. */
  synchronized List<PlannedCase> before(CaseExecutor executor) {
    Life life = lives.get(executor);
    return life == null ? List.of() : List.copyOf(life.cases.subList(0, life.cases.size() - 1));
  }

  /**
   * As few of some cases as the search finds, in their order, after which it is seen all the same;
   * none where it is not seen after all of them.
   */
  static List<PlannedCase> least(List<PlannedCase> cases, Shows shows)
      throws DeviceUnavailableException {
    return least(cases, shows, PATIENCE);
  }

  /**
   * The same.
   *
   * @param patience nanoseconds after which nothing more is tried
   */
  static List<PlannedCase> least(List<PlannedCase> cases, Shows shows, long patience)
      throws DeviceUnavailableException {
    if (cases.isEmpty() || !shows.after(cases)) {
      return List.of();
    }
    List<PlannedCase> group = cases;
    long begun = System.nanoTime();
    int processes = 1;
    for (int piece = (group.size() + 1) / 2; piece > 0 && group.size() > 1; piece /= 2) {
      for (int from = 0; from < group.size() && group.size() > 1; ) {
        List<PlannedCase> rest = new ArrayList<>(group);
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
