// SPDX-License-Identifier: Apache-2.0
package coopcts.run;

import coopcts.device.DeviceUnavailableException;
import coopcts.plan.Verdict;
import coopcts.reports.Journal;
import coopcts.reports.JournalException;
import coopcts.reports.read.Row;
import coopcts.reports.read.Row.Try;
import coopcts.run.one.FailureEvidence;
import coopcts.run.one.Finding;
import coopcts.run.select.RunOptions;
import coopcts.run.worker.CaseExecutor;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.LinkedBlockingQueue;

/**
 * Brings cases to their verdicts and those into the journal, the moment they are known. A verdict
 * that the baseline does not expect is tried again in a process that no other case has been in;
 * another one then makes it a FLAKE, unless it comes out as before behind the cases that it
 * followed: then the device keeps a state. May be used by any thread.
 */
final class Verdicts {

  /** How often a process may be ended from outside before that is put down to its case. */
  private static final int KILLS = 3;

  /**
   * Surprises of one kind in a family that came out the same again before others of that kind are
   * believed at once: a driver that gets everything wrong is not to be asked everything twice.
   */
  private static final int CONFIRMED = 20;

  /** Verdicts in the journal that have not been shown yet. */
  private static final int SHOWN_BEHIND = 10_000;

  private final RunOptions options;
  private final Journal journal;
  private final PostRun aftermath;
  private final Recovery recovery;
  private final EarlierCases predecessors = new EarlierCases();
  private final Map<String, String> repros = new ConcurrentHashMap<>();
  private final FailureEvidence evidence;
  private final BlockingQueue<Optional<Row>> finished = new LinkedBlockingQueue<>(SHOWN_BEHIND);
  private final Map<String, Integer> confirmed = new HashMap<>();
  private final Set<String> running = new HashSet<>();
  private final Map<PlannedCase, Lost> deferred = new LinkedHashMap<>();
  private boolean stopped;
  private int unexpected;

  /** A case that lost the device each time beside others that did: what came of it. */
  private record Lost(Finding first, List<Try> tries) {}

  Verdicts(RunOptions options, Journal journal, PostRun aftermath, Hold hold) {
    this.options = options;
    this.journal = journal;
    this.aftermath = aftermath;
    this.recovery = new Recovery(options, () -> hold.await(this::isStopped));
    this.evidence = new FailureEvidence(options.out(), options.repro());
  }

  /** Takes the verdict of a case that needs no run. */
  void known(PlannedCase planned, Finding finding) {
    // What is missing before anybody ran it is a name.
    boolean isUnknown = finding.verdict() == Verdict.MISSING;
    end(planned, finding, new Finding.Ran(planned.place().number(), 0, null, List.of(), isUnknown));
  }

  /**
   * Runs a case.
   *
   * @param alone whether nothing else runs meanwhile
   * @return the wall time of the last try in milliseconds
   * @throws DeviceUnavailableException if the device cannot be opened here any more; then there is
   *     no verdict
   */
  long run(PlannedCase planned, CaseExecutor executor, int worker, boolean alone)
      throws DeviceUnavailableException {
    if (!begin(planned.name(), alone)) {
      return 0;
    }
    try {
      Lost before = deferred(planned);
      List<Try> tries = before == null ? new ArrayList<>() : before.tries;
      int lost = recovery.lost();
      long started = System.currentTimeMillis();
      Finding finding = undisturbed(planned, executor, tries);
      if (before != null && finding.verdict() != before.first.verdict()) {
        finding = flake(before.first, finding);
      } else if (before == null && isWorthAnother(planned, finding, executor)) {
        Finding first = finding;
        started = System.currentTimeMillis();
        finding = again(planned, finding, executor, tries);
        if (isLostBesideOthers(finding, lost)) {
          tries.add(finding.tried(started));
          defer(planned, new Lost(first, tries));
          return first.millis() + finding.millis();
        }
      }
      end(
          planned,
          finding,
          new Finding.Ran(planned.place().number(), started, worker, tries, false));
      if (!isStopped() && executor.isRenewable()) {
        recovery.note(
            planned,
            finding.verdict(),
            witness -> inFreshProcess(witness, executor),
            witness -> alone(witness, executor));
      }
      return finding.millis();
    } finally {
      finish(planned.name());
    }
  }

  private synchronized boolean begin(String name, boolean alone) {
    if (stopped) {
      return false;
    }
    if (alone) {
      journal.beginAlone(name);
    } else {
      journal.begin(name);
    }
    running.add(name);
    return true;
  }

  private synchronized void finish(String name) {
    running.remove(name);
  }

  /** What comes of a case when nobody ends its process from outside. */
  private Finding undisturbed(PlannedCase planned, CaseExecutor executor, List<Try> tries)
      throws DeviceUnavailableException {
    for (int kills = 0; ; kills++) {
      long started = System.currentTimeMillis();
      double uptime = KernelLog.now();
      Finding finding =
          withKernelLog(
              recovery.run(planned, executor, () -> execute(planned, executor)), planned, uptime);
      if (!finding.killed() || kills == KILLS || isStopped()) {
        return finding;
      }
      tries.add(finding.tried(started));
    }
  }

  private Finding inFreshProcess(PlannedCase planned, CaseExecutor executor)
      throws DeviceUnavailableException {
    executor.renew();
    return recovery.run(planned, executor, () -> execute(planned, executor));
  }

  /** What comes of a case in a fresh process with nothing beside it. */
  private Finding alone(PlannedCase planned, CaseExecutor executor)
      throws DeviceUnavailableException {
    executor.renew();
    return recovery.runAlone(planned, executor, () -> execute(planned, executor));
  }

  /** What the kernel said while a case ended badly, into its folder and its message. */
  private Finding withKernelLog(Finding finding, PlannedCase planned, double since) {
    if (!Recovery.isLoss(finding.verdict()) || finding.killed()) {
      return finding;
    }
    CrashLogs.keep(options.limits().crashLogs(), planned.name(), evidence);
    List<String> lines = KernelLog.since(since);
    if (lines.isEmpty()) {
      return finding;
    }
    evidence.add(planned.name(), "kernel.log", String.join("\n", lines) + "\n");
    return KernelLog.fault(lines)
        .map(line -> finding.as(finding.verdict(), finding.message() + "; the kernel: " + line))
        .orElse(finding);
  }

  /** Whatever a process has is before what follows in it, a search's cases too. */
  private Finding execute(PlannedCase planned, CaseExecutor executor)
      throws DeviceUnavailableException {
    try {
      Finding finding = executor.execute(planned.place(), planned.name());
      predecessors.note(executor, planned);
      return finding;
    } catch (JournalException e) {
      throw e;
    } catch (RuntimeException e) {
      return Finding.of(Verdict.MISSING, "the suite failed: " + e);
    }
  }

  private boolean isWorthAnother(PlannedCase planned, Finding finding, CaseExecutor executor) {
    if (options.limits().retries() == 0
        || !executor.isRenewable()
        || finding.verdict().isSuiteFault()
        || isReduced(finding)
        || options.baseline().expects(planned.name(), finding.verdict())
        || isStopped()) {
      return false;
    }
    synchronized (this) {
      return finding.verdict() == Verdict.CRASH
          || finding.verdict() == Verdict.DEVICE_LOST
          || confirmed.getOrDefault(kind(planned, finding), 0) < CONFIRMED;
    }
  }

  /** Whether it has been tried again already: what is left of a random program failed, too. */
  private boolean isReduced(Finding finding) {
    return options.programs().isPresent() && !Recovery.isLoss(finding.verdict());
  }

  private static String kind(PlannedCase planned, Finding finding) {
    return planned.place().family() + " " + finding.verdict();
  }

  private synchronized Lost deferred(PlannedCase planned) {
    return deferred.remove(planned);
  }

  /** Has a case wait until nothing is beside it: each that loses the device loses it for all. */
  private synchronized void defer(PlannedCase planned, Lost lost) {
    deferred.put(planned, lost);
    journal.release(planned.name());
  }

  /** Cases that wait until nothing is beside them. */
  synchronized List<PlannedCase> deferred() {
    return List.copyOf(deferred.keySet());
  }

  /**
   * Whether a case has lost the device each time that it was tried, and others did so meanwhile.
   *
   * @param lost how often the device had been lost before the first try
   */
  private boolean isLostBesideOthers(Finding finding, int lost) {
    int own = 1 + options.limits().retries();
    return finding.verdict() == Verdict.DEVICE_LOST && recovery.lost() > lost + own && !isStopped();
  }

  /** Tries again until it comes out otherwise, or as often as is wanted. */
  private Finding again(PlannedCase planned, Finding first, CaseExecutor executor, List<Try> tries)
      throws DeviceUnavailableException {
    Finding finding = first;
    List<PlannedCase> before = predecessors.before(executor);
    long started = System.currentTimeMillis() - first.millis();
    for (int i = 0; i < options.limits().retries() && !isStopped(); i++) {
      tries.add(finding.tried(started));
      executor.renew();
      started = System.currentTimeMillis();
      Finding next = undisturbed(planned, executor, tries);
      if (next.verdict().isSuiteFault()) {
        // That is not to hide in what looks like the driver's.
        return next.as(
            next.verdict(),
            "%s; before, it was %s: %s"
                .formatted(next.message(), finding.verdict(), finding.message()));
      }
      if (next.verdict() != finding.verdict()) {
        return stateful(planned, first, next, before, executor).orElseGet(() -> flake(first, next));
      }
      finding = next;
    }
    synchronized (this) {
      confirmed.merge(kind(planned, finding), 1, Integer::sum);
    }
    return finding;
  }

  /**
   * The first verdict, if a case that passes alone comes to it again behind those that its process
   * had before; with the fewest of them that it takes.
   */
  private Optional<Finding> stateful(
      PlannedCase planned,
      Finding first,
      Finding alone,
      List<PlannedCase> before,
      CaseExecutor executor)
      throws DeviceUnavailableException {
    if (first.verdict().isGood() || !alone.verdict().isGood() || isOfAll(first.verdict())) {
      return Optional.empty();
    }
    List<PlannedCase> cause =
        LeastGroup.of(
            before, some -> !isStopped() && behind(some, planned, executor) == first.verdict());
    if (cause.isEmpty()) {
      return Optional.empty();
    }
    List<String> names = cause.stream().map(PlannedCase::name).toList();
    repros.put(
        planned.name(),
        "%s --after %s %s"
            .formatted(options.repro(), String.join(" --after ", names), planned.name()));
    evidence.add(planned.name(), "after.txt", String.join("\n", names) + "\n");
    evidence.add(planned.name(), "repro.txt", repro(planned.name()) + "\n");
    return Optional.of(
        first.as(
            first.verdict(),
            "%s; it passes alone, and not after %s%s in the same process: state is left behind"
                .formatted(
                    first.message(),
                    names.getLast(),
                    names.size() == 1 ? "" : " and %d more".formatted(names.size() - 1))));
  }

  /** The command that writes a case as files, with those behind which alone it fails. */
  String repro(String name) {
    return repros.getOrDefault(name, options.repro() + " " + name);
  }

  /** Whether another process on the same device may have brought it about. */
  private static boolean isOfAll(Verdict verdict) {
    return verdict == Verdict.DEVICE_LOST || verdict == Verdict.TIMEOUT;
  }

  /** The verdict of a case that follows others in a fresh process. */
  private Verdict behind(List<PlannedCase> others, PlannedCase planned, CaseExecutor executor)
      throws DeviceUnavailableException {
    executor.renew();
    for (PlannedCase other : others) {
      recovery.run(other, executor, () -> execute(other, executor));
    }
    return recovery.run(planned, executor, () -> execute(planned, executor)).verdict();
  }

  /** What there is to show of it is of the try that was bad. */
  private static Finding flake(Finding first, Finding second) {
    Finding bad = first.verdict().isGood() ? second : first;
    return new Finding(
        Verdict.FLAKE,
        new Finding.Runs(Math.max(first.subcases(), second.subcases()), bad.failedSubcases()),
        "%s, and %s when it was retried in a fresh process: %s"
            .formatted(first.verdict(), second.verdict(), bad.message()),
        new Finding.Time(second.phases(), second.millis()),
        bad.details(),
        second.deviceUsable(),
        false,
        List.of());
  }

  private void end(PlannedCase planned, Finding finding, Finding.Ran ran) {
    boolean expected = options.baseline().expects(planned.name(), finding.verdict());
    Row result = finding.row(planned.name(), planned.assertions(), expected, ran);
    aftermath.known().accept(result);
    synchronized (this) {
      if (stopped) {
        return;
      }
      journal.end(result);
      unexpected += expected ? 0 : 1;
    }
    show(Optional.of(result));
  }

  private void show(Optional<Row> result) {
    try {
      finished.put(result);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Unexpected verdicts of this session. */
  synchronized int unexpected() {
    return unexpected;
  }

  private synchronized boolean isStopped() {
    return stopped;
  }

  /**
   * From now on no verdict is taken any more. Cases that are running are not to blame for having
   * none.
   */
  synchronized void stop() {
    recovery.kill();
    if (!stopped) {
      stopped = true;
      running.forEach(journal::release);
    }
  }

  /** Says that no more verdicts come. */
  void close() {
    show(Optional.empty());
  }

  /** Waits for the next verdict; empty at the end. */
  Optional<Row> next() throws InterruptedException {
    return finished.take();
  }
}
