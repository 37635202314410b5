// SPDX-License-Identifier: Apache-2.0
package coopcts.reports.read;

/**
 * How long each phase of a case took, in microseconds; 0 for a phase that was not reached.
 *
 * @param compile time to make SPIR-V
 * @param pipeline time to make the pipeline
 * @param execute time of dispatches
 * @param judge time to compare with the oracle
 */
public record Phases(long compile, long pipeline, long execute, long judge) {

  /** No time was measured. */
  public static final Phases NONE = new Phases(0, 0, 0, 0);

  /**
   * {@return the sum of both, phase by phase}
   *
   * @param other times in microseconds
   */
  public Phases plus(Phases other) {
    return this == NONE
        ? other
        : new Phases(
            compile + other.compile,
            pipeline + other.pipeline,
            execute + other.execute,
            judge + other.judge);
  }
}
