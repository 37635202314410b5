// SPDX-License-Identifier: Apache-2.0
package coopcts.run;

import coopcts.run.worker.CaseExecutor;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The cases that the present process of each executor has had. May be used by any thread. */
final class EarlierCases {

  /** As many of the latest cases of a process are remembered. */
  private static final int REMEMBERED = 256;

  /** One process of an executor and the cases that it had, oldest first. */
  private record Life(int process, List<PlannedCase> cases) {}

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
}
