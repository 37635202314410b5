// SPDX-License-Identifier: Apache-2.0
package coopcts.run.one;

import coopcts.model.Executable;
import coopcts.plan.Verdict;
import coopcts.reports.Phases;
import java.util.List;

/**
 * What came of one case.
 *
 * @param verdict of the case
 * @param subcases number of runs of the shader
 * @param failedSubcases names of those that were not as expected
 * @param message one line for the journal; empty for a pass
 * @param phases where the time went
 * @param millis wall time
 * @param details folder of shader and mismatches, relative to the run's folder; empty where there
 *     is nothing to show
 * @param deviceUsable whether the device can take another case
 * @param killed whether someone outside ended the process that had the case, which says nothing of
 *     the case
 * @param executables what the driver says of its machine code, where it was asked
 */
public record Finding(
    Verdict verdict,
    int subcases,
    List<String> failedSubcases,
    String message,
    Phases phases,
    long millis,
    String details,
    boolean deviceUsable,
    boolean killed,
    List<Executable> executables) {

  /**
   * A finding without anything about machine code.
   *
   * @param verdict of the case
   * @param subcases number of runs of the shader
   * @param failedSubcases names of those that were not as expected
   * @param message one line for the journal; empty for a pass
   * @param phases where the time went
   * @param millis wall time
   * @param details folder below the run's folder, or empty
   * @param deviceUsable whether the device can take another case
   * @param killed whether someone outside ended the process
   */
  public Finding(
      Verdict verdict,
      int subcases,
      List<String> failedSubcases,
      String message,
      Phases phases,
      long millis,
      String details,
      boolean deviceUsable,
      boolean killed) {
    this(
        verdict,
        subcases,
        failedSubcases,
        message,
        phases,
        millis,
        details,
        deviceUsable,
        killed,
        List.of());
  }

  /** What came of a case that nobody disturbed. */
  Finding(
      Verdict verdict,
      int subcases,
      List<String> failedSubcases,
      String message,
      Phases phases,
      long millis,
      String details,
      boolean deviceUsable) {
    this(verdict, subcases, failedSubcases, message, phases, millis, details, deviceUsable, false);
  }

  /**
   * {@return a copy with another verdict and message}
   *
   * @param other verdict
   * @param text one line for the journal
   */
  public Finding as(Verdict other, String text) {
    return new Finding(
        other,
        subcases,
        failedSubcases,
        text,
        phases,
        millis,
        details,
        deviceUsable,
        killed,
        executables);
  }

  /**
   * {@return a finding about a case that did not run, which leaves the device usable}
   *
   * @param verdict of the case
   * @param message one line for the journal
   */
  public static Finding of(Verdict verdict, String message) {
    return new Finding(verdict, 0, List.of(), message, Phases.NONE, 0, "", true);
  }
}
