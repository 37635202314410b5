package coopcts.run;

import coopcts.device.DeviceUnavailableException;
import coopcts.plan.Case;
import coopcts.plan.Verdict;
import coopcts.reports.Baseline;
import coopcts.reports.Journal;
import coopcts.reports.Result;
import coopcts.run.one.Finding;

/** Takes verdicts in order, writes them to the journal, and keeps count. */
public final class Reporter {

  private final Scheduler scheduler;
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

  Reporter(Scheduler scheduler, Baseline baseline, Journal journal, Progress progress) {
    this.scheduler = scheduler;
    this.baseline = baseline;
    this.journal = journal;
    this.progress = progress;
  }

  /** Whether there is another case, and a device to run it. */
  boolean hasNext() {
    return gone == null && scheduler.hasNext();
  }

  /** Goes on to the next case and returns its name. */
  String next() {
    current = scheduler.next();
    return current.tested().tested().name();
  }

  /** Waits for the verdict of the case that {@link #next} gave, and notes it. */
  Standing report() {
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

  /** Why the device cannot go on, or null. */
  DeviceUnavailableException gone() {
    return gone;
  }

  /** Whether a verdict speaks against the suite itself. */
  boolean suiteFault() {
    return suiteFault;
  }
}
