package coopcts.run;

import coopcts.cases.Case;
import coopcts.cases.Verdict;
import coopcts.device.DeviceUnavailableException;
import coopcts.reports.Baseline;
import coopcts.reports.Journal;
import coopcts.reports.Result;

/** Takes verdicts in order, writes them to the journal, and keeps count. */
final class Reporter {

  private final Baseline baseline;
  private final Journal journal;
  private final Progress progress;
  private Scheduler.Task current;
  private DeviceUnavailableException gone;
  private boolean suiteFault;

  /** How a case came out against the baseline. */
  enum Standing {
    AS_EXPECTED,
    SKIPPED,
    UNEXPECTED
  }

  Reporter(Baseline baseline, Journal journal, Progress progress) {
    this.baseline = baseline;
    this.journal = journal;
    this.progress = progress;
  }

  /** The case whose verdict is asked for next. */
  void expect(Scheduler.Task task) {
    current = task;
  }

  Standing report(Scheduler scheduler) {
    Scheduler.Task task = current;
    Case tested = task.tested().tested();
    Finding finding;
    try {
      finding = scheduler.await(task);
    } catch (DeviceUnavailableException e) {
      gone = e;
      return Standing.UNEXPECTED;
    }
    boolean expected = baseline.expects(tested.name(), finding.verdict());
    Result result =
        new Result(
            tested.name(),
            finding.verdict(),
            expected,
            tested.assertions(),
            finding.subcases(),
            finding.failedSubcases(),
            finding.millis(),
            finding.message(),
            finding.phases(),
            finding.details());
    journal.end(result);
    suiteFault |= finding.verdict().isSuiteFault();
    progress.step(result);
    if (!expected) {
      return Standing.UNEXPECTED;
    }
    return finding.verdict() == Verdict.PASS || finding.verdict() == Verdict.WARN
        ? Standing.AS_EXPECTED
        : Standing.SKIPPED;
  }

  /** Whether no more cases can be run. */
  boolean isOver() {
    return gone != null;
  }

  DeviceUnavailableException gone() {
    return gone;
  }

  /** Whether a verdict speaks against the suite itself. */
  boolean suiteFault() {
    return suiteFault;
  }
}
