// SPDX-License-Identifier: Apache-2.0
package coopcts.run.one;

import coopcts.plan.ShaderPlan;
import java.time.Duration;
import java.util.Optional;

/**
 * Makes a failing shader smaller on the device that it fails on: takes every step after which it
 * still fails in the same way, until none is left or time is up.
 */
public final class Reducer {

  /** Time for one shader. */
  private static final Duration BUDGET = Duration.ofSeconds(10);

  /** Runs a shader and says how it fails. */
  public interface Trial {
    /**
     * {@return how a shader fails, as a text that is equal for failures of one kind; empty if it
     * does not fail}
     *
     * @param plan of a shader to run
     */
    Optional<String> failure(ShaderPlan plan);
  }

  private Reducer() {}

  /**
   * Makes a shader smaller, for ten seconds at most.
   *
   * @param failing plan whose {@link ShaderPlan#smaller} is present
   * @param trial runs a plan
   * @return the smallest plan found; {@code failing} itself if it does not fail again or no step
   *     keeps the failure
   */
  public static ShaderPlan reduce(ShaderPlan failing, Trial trial) {
    return reduce(failing, trial, BUDGET);
  }

  /**
   * Makes a shader smaller within a given time.
   *
   * @param failing plan whose {@link ShaderPlan#smaller} is present
   * @param trial runs a plan
   * @param budget time after which no step is begun
   * @return the smallest plan found; {@code failing} itself if it does not fail again or no step
   *     keeps the failure
   */
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
