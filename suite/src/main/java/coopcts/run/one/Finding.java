// SPDX-License-Identifier: Apache-2.0
package coopcts.run.one;

import coopcts.model.Executable;
import coopcts.plan.Verdict;
import coopcts.reports.read.Phases;
import coopcts.reports.read.RecordedVerdict;
import coopcts.reports.read.Row;
import java.util.List;

/**
 * What came of one case in one try.
 *
 * @param verdict of the case
 * @param runs of the shader
 * @param message one line for the journal; empty for a pass
 * @param time that it took
 * @param details folder of shader and mismatches, relative to the run's folder; empty where there
 *     is nothing to show
 * @param deviceUsable whether the device can take another case
 * @param killed whether something outside ended the process that had the case, which says nothing
 *     of the case
 * @param executables what the driver says of its machine code; empty where it was not asked
 */
public record Finding(
    Verdict verdict,
    Runs runs,
    String message,
    Time time,
    String details,
    boolean deviceUsable,
    boolean killed,
    List<Executable> executables) {

  /**
   * Runs of a case's shader.
   *
   * @param count of them
   * @param failed names of those that were not as expected
   */
  public record Runs(int count, List<String> failed) {

    /** It was not run. */
    public static final Runs NONE = new Runs(0, List.of());
  }

  /**
   * The time that a case took.
   *
   * @param phases where it went
   * @param millis wall time
   */
  public record Time(Phases phases, long millis) {

    /** None. */
    public static final Time NONE = new Time(Phases.NONE, 0);
  }

  /** {@return the number of runs of the shader; 0 if it did not run} */
  public int subcases() {
    return runs.count;
  }

  /** {@return the names of the runs that were not as expected; empty if all were} */
  public List<String> failedSubcases() {
    return runs.failed;
  }

  /** {@return how long each phase of the case took} */
  public Phases phases() {
    return time.phases;
  }

  /** {@return the wall time of the case in milliseconds} */
  public long millis() {
    return time.millis;
  }

  /**
   * {@return a copy with another verdict and message; all else stays}
   *
   * @param other verdict
   * @param text one line for the journal
   */
  public Finding as(Verdict other, String text) {
    return new Finding(other, runs, text, time, details, deviceUsable, killed, executables);
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
   * {@return the journal's line for a case with this finding}
   *
   * @param name of the case
   * @param assertions IDs of the assertions that the case checks
   * @param expected whether the baseline expects the verdict
   * @param ran how the case was run; {@link Ran#APART} for a case that is in no run
   */
  public Row row(String name, List<String> assertions, boolean expected, Ran ran) {
    return new Row(
        name,
        RecordedVerdict.of(verdict),
        expected,
        assertions,
        runs.count,
        runs.failed,
        time.millis,
        message,
        time.phases,
        details,
        ran.number,
        ran.started,
        ran.worker,
        ran.earlier,
        ran.unknown,
        executables);
  }

  /**
   * {@return the journal's entry for a try with this finding that was not the last one}
   *
   * @param started when the try began, in milliseconds since 1970
   */
  public Row.Try tried(long started) {
    return new Row.Try(RecordedVerdict.of(verdict), message, started, time.millis);
  }

  /**
   * {@return a finding about a case that did not run: no subcases, no times, and the device stays
   * usable}
   *
   * @param verdict of the case
   * @param message one line for the journal
   */
  public static Finding of(Verdict verdict, String message) {
    return new Finding(verdict, Runs.NONE, message, Time.NONE, "", true, false, List.of());
  }
}
