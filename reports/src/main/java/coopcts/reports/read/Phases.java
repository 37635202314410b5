// SPDX-License-Identifier: Apache-2.0
package coopcts.reports.read;

/**
 * Where the time of a case went, in microseconds.
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
   * {@return the sum, phase by phase}
   *
   * @param other times
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
