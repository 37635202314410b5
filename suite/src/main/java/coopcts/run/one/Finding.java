package coopcts.run.one;

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
 */
public record Finding(
    Verdict verdict,
    int subcases,
    List<String> failedSubcases,
    String message,
    Phases phases,
    long millis,
    String details,
    boolean deviceUsable) {

  /** A verdict without a run. */
  public static Finding of(Verdict verdict, String message) {
    return new Finding(verdict, 0, List.of(), message, Phases.NONE, 0, "", true);
  }
}
