// SPDX-License-Identifier: Apache-2.0
package coopcts.run.one;

import coopcts.model.Executable;
import coopcts.plan.Verdict;
import coopcts.reports.read.Phases;
import coopcts.reports.read.RecordedVerdict;
import coopcts.reports.read.Row;
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
   * How a case was run, beside what came of it.
   *
   * @param number its position in the plan, or null
   * @param started in milliseconds since 1970, or 0 where no worker had it
   * @param worker which of the workers had it, or null
   * @param earlier the tries before the last
   * @param unknown whether no case of the device has the name
   */
  public record Ran(
      Integer number, long started, Integer worker, List<Row.Try> earlier, boolean unknown) {

    /** A case that is in no run. */
    public static final Ran APART = new Ran(null, 0, null, List.of(), false);
  }

  /**
   * {@return the line of a journal for a case that came out so}
   *
   * @param name of the case
   * @param assertions what it checks
   * @param expected whether the baseline says so
   * @param ran how it was run
   */
  public Row row(String name, List<String> assertions, boolean expected, Ran ran) {
    return new Row(
        name,
        RecordedVerdict.of(verdict),
        expected,
        assertions,
        subcases,
        failedSubcases,
        millis,
        message,
        phases,
        details,
        ran.number,
        ran.started,
        ran.worker,
        ran.earlier,
        ran.unknown,
        executables);
  }

  /**
   * {@return what a journal says of a try that came out so and is not the last}
   *
   * @param started in milliseconds since 1970
   */
  public Row.Try tried(long started) {
    return new Row.Try(RecordedVerdict.of(verdict), message, started, millis);
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
