// SPDX-License-Identifier: Apache-2.0
package coopcts.run.one;

import coopcts.model.Executable;
import coopcts.plan.Verdict;
import coopcts.reports.Phases;
import java.util.List;

/**
 * What came of one case.
 *
 * @param message one line for the journal; empty for a pass
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

  /** What a driver that was not asked says of its machine code: nothing. */
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

  /** The same with another verdict and message. */
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

  /** A verdict without a run. */
  public static Finding of(Verdict verdict, String message) {
    return new Finding(verdict, 0, List.of(), message, Phases.NONE, 0, "", true);
  }
}
