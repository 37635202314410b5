// SPDX-License-Identifier: Apache-2.0
package coopcts.run.one;

import coopcts.plan.ShaderPlan;
import java.time.Duration;
import java.util.Optional;

/**
 * Makes a failing shader smaller on the device that it fails on: takes every step after which it
 * still fails in the same way, until none is left or the time is over.
 */
public final class Reducer {

  /** Time for one shader. */
  private static final Duration BUDGET = Duration.ofSeconds(10);

  /** Runs a shader and says how it fails. */
  public interface Trial {
    /** The kind of failure, or empty if there is none. */
    Optional<String> failure(ShaderPlan plan);
  }

  private Reducer() {}

  /** The smallest plan that was found; the plan itself where no step holds. */
  public static ShaderPlan reduce(ShaderPlan failing, Trial trial) {
    return reduce(failing, trial, BUDGET);
  }

  /** The same within other bounds of time. */
  public static ShaderPlan reduce(ShaderPlan failing, Trial trial, Duration budget) {
    long end = System.nanoTime() + budget.toNanos();
    Optional<String> wanted = trial.failure(failing);
    ShaderPlan smallest = failing;
    boolean changed = wanted.isPresent();
    while (changed) {
      changed = false;
      for (int step = 0; step < smallest.smaller().orElseThrow().steps(); step++) {
        if (System.nanoTime() > end) {
          return smallest;
        }
        Optional<ShaderPlan> candidate = smallest.smaller().orElseThrow().step(step);
        if (candidate.isPresent() && trial.failure(candidate.get()).equals(wanted)) {
          smallest = candidate.get();
          changed = true;
        }
      }
    }
    return smallest;
  }
}
