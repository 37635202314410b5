// SPDX-License-Identifier: Apache-2.0
package coopcts.run;

import coopcts.device.DeviceUnavailableException;
import coopcts.model.DeviceReport;
import coopcts.reports.Baseline;
import coopcts.reports.Header;
import coopcts.reports.Journal;
import coopcts.reports.RunFolder;
import coopcts.reports.RunLock;
import coopcts.reports.RunSession.End;
import coopcts.reports.Summary;
import coopcts.reports.UsageException;
import coopcts.run.select.RunOptions;
import coopcts.run.worker.CaseExecutor;
import coopcts.run.worker.LocalExecutor;
import coopcts.run.worker.OpenedDevice;
import coopcts.run.worker.RunNotes;
import coopcts.run.worker.WorkerProcess;
import java.io.PrintStream;
import java.nio.file.Files;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.testng.ISuite;
import org.testng.ISuiteListener;
import org.testng.TestNG;

/**
 * Carries a run out: opens the device, deals cases out to workers, lets TestNG take the verdicts,
 * and sums up. An object is for one run.
 */
public final class Coordinator {

  private final RunOptions options;
  private final PrintStream out;
  private final boolean terminal;
  private final RunFolder folder;
  private final PostRun aftermath;
  private final RunNotes notes = new RunNotes();

  /**
   * How a run ended.
   *
   * @param summary of the run
   * @param gone why the device could not go on, or null
   * @param stale lines of the baseline that are not true any more
   */
  public record Ending(Summary summary, DeviceUnavailableException gone, List<String> stale) {}

  /**
   * Prepares a run, of whose verdicts the caller does nothing.
   *
   * @param options of the run
   * @param out console, which gets progress and the summary
   * @param terminal whether the console is a terminal, on which a progress bar can be shown
   */
  public Coordinator(RunOptions options, PrintStream out, boolean terminal) {
    this(options, out, terminal, PostRun.NONE);
  }

  /**
   * Prepares a run, of whose verdicts the caller is told.
   *
   * @param options of the run
   * @param out console, which gets progress and the summary
   * @param terminal whether the console is a terminal, on which a progress bar can be shown
   * @param aftermath what is done with each verdict, and when a signal ends the run
   */
  public Coordinator(RunOptions options, PrintStream out, boolean terminal, PostRun aftermath) {
    this.aftermath = aftermath;
    this.options = options;
    this.out = out;
    this.terminal = terminal;
    this.folder = new RunFolder(options.out());
  }

  /**
   * Runs all selected cases and writes journal, device report and summary into the run's folder,
   * which exists. Reports are left to {@link coopcts.reports.RunFolder#render}.
   *
   * @return the summary, and why the run ended early if it did
   * @throws DeviceUnavailableException if there is no such device
   * @throws UsageException if nothing is selected, the device is not the expected one, the folder
   *     holds a run that is not to be resumed or none that is, or another process writes into it
   * @throws coopcts.reports.JournalException if the folder cannot be written any more
   */
  public Ending run() throws DeviceUnavailableException {
    try (RunLock _ = RunLock.of(options.out())) {
      if (Files.exists(options.out().resolve("results.jsonl")) != options.resume()) {
        throw new UsageException(
            options.resume()
                ? "--resume: " + options.out() + " holds no run"
                : options.out()
                    + " holds a run already; choose another --out, or go on with --resume");
      }
      WorkerProcess.sweep(options);
      try (Heartbeat _ = new Heartbeat(notes);
          Scheduler scheduler = new Scheduler(options, executors(), out)) {
        return run(scheduler);
      } finally {
        WorkerProcess.sweepLogs(options);
      }
    }
  }

  private List<CaseExecutor> executors() {
    if (options.jobs() == 0) {
      return List.of(new LocalExecutor(options));
    }
    return List.copyOf(WorkerProcess.all(options, notes));
  }

  private Ending run(Scheduler scheduler) throws DeviceUnavailableException {
    long started = System.currentTimeMillis();
    OpenedDevice opened = scheduler.open();
    DeviceReport report = opened.report();
    requireExpected(report.identity());
    CaseHistory history =
        options.origin().history() == null
            ? CaseHistory.NONE
            : CaseHistory.of(options.origin().history());
    Listing listing = Listing.of(options, report, history.times());
    options.baseline().requireGlobs(listing.names());
    Header header = Headers.of(options, opened, listing, history.times(), started);
    Resumption resumption =
        options.resume() ? Resumption.of(options, report, header) : Resumption.NONE;
    Listing left = listing.without(resumption.done());
    folder.writeDevice(report);
    out.printf(
        "%s: %d case%s%s, shard %d of %d, %s%n",
        header.deviceName(),
        listing.planned(),
        listing.planned() == 1 ? "" : "s",
        options.resume() ? " (" + left.planned() + " left)" : "",
        options.selection().shard(),
        options.selection().shards(),
        workers(options.jobs()));
    listing.said().forEach(out::println);
    sayIdleTimeouts(listing.names());
    try (Journal journal = new Journal(options.out(), options.resume());
        Progress progress = new Progress(out, left.planned(), terminal)) {
      if (options.resume()) {
        journal.resume(started, options.origin().commandLine(), options.jobs());
      } else {
        journal.start(header);
      }
      notes.to(note -> told(note, journal));
      CaseHistory known = resumption.history().with(history);
      Run run = new Run(report, scheduler, journal, left, resumption, known, unmatched(listing));
      Interruption hook =
          new Interruption(run, folder, options.origin().commandLine(), aftermath.interrupted());
      AtSignal signal = new AtSignal(hook);
      run.start();
      drive(new Reporter(run.verdicts(), progress));
      signal.close();
      notes.to(out::println);
      run.finish();
    }
    Journal.Read read = Journal.open(options.out());
    Summary summary = folder.sumUp();
    return new Ending(
        summary,
        scheduler.gone(),
        options.selection().isAll() && summary.end() == End.COMPLETE
            ? options.baseline().stale(read.results())
            : List.of());
  }

  private static String workers(int jobs) {
    return switch (jobs) {
      case 0 -> "in this process";
      case 1 -> "1 worker";
      default -> jobs + " workers";
    };
  }

  private void sayIdleTimeouts(Set<String> names) {
    options.limits().timeouts().stream()
        .map(RunOptions.Timeout::cases)
        .filter(glob -> names.stream().noneMatch(glob::matches))
        .forEach(glob -> out.println("--timeout " + glob + " matches no case of this run"));
  }

  private void told(String note, Journal journal) {
    out.println(note);
    journal.note(System.currentTimeMillis(), note);
  }

  private void requireExpected(DeviceReport.Identity identity) throws DeviceUnavailableException {
    String driver = identity.driver() + " " + identity.driverInfo();
    if (!Baseline.contains(identity.name(), options.origin().expectedDevice())) {
      throw new DeviceUnavailableException(
          "--expect-device %s: the device is '%s'"
              .formatted(options.origin().expectedDevice(), identity.name()));
    }
    if (!Baseline.contains(driver, options.origin().expectedDriver())) {
      throw new DeviceUnavailableException(
          "--expect-driver %s: the driver is '%s'"
              .formatted(options.origin().expectedDriver(), driver));
    }
    options.baseline().requireOf(identity);
  }

  private List<String> unmatched(Listing listing) {
    return options.baseline().vanished(listing.names());
  }

  /** The verdicts of a run from its first to its last. */
  private final class Run implements Interruption.Stoppable {
    private final DeviceReport report;
    private final Scheduler scheduler;
    private final Journal journal;
    private final Listing left;
    private final Resumption resumption;
    private final CaseHistory history;
    private final List<String> unmatched;
    private final Verdicts verdicts;
    private boolean ended;

    Run(
        DeviceReport report,
        Scheduler scheduler,
        Journal journal,
        Listing left,
        Resumption resumption,
        CaseHistory history,
        List<String> unmatched) {
      this.report = report;
      this.scheduler = scheduler;
      this.journal = journal;
      this.left = left;
      this.resumption = resumption;
      this.history = history;
      this.unmatched = unmatched;
      this.verdicts = new Verdicts(options, journal, aftermath, scheduler.hold());
    }

    Verdicts verdicts() {
      return verdicts;
    }

    /** On a thread of its own: verdicts are shown on this one. */
    void start() {
      Thread.ofPlatform().daemon().name("run").start(this::conduct);
    }

    private void conduct() {
      try {
        left.known().forEach(one -> verdicts.known(one.planned(), one.finding()));
        List<Listing.Known> guilty = resumption.guilty(left.toRun());
        guilty.forEach(one -> verdicts.known(one.planned(), one.finding()));
        List<PlannedCase> suspects = resumption.suspects(left.toRun());
        Set<PlannedCase> aside = new HashSet<>(suspects);
        guilty.forEach(one -> aside.add(one.planned()));
        boolean endsEarly = options.limits().time() != null && options.programs().isEmpty();
        List<PlannedCase> toRun = endsEarly ? left.bestFirst(report) : left.toRun();
        CaseQueue agenda =
            new CaseQueue(
                toRun.stream().filter(one -> !aside.contains(one)).toList(),
                history,
                endsEarly || options.jobs() == 0);
        scheduler.start(agenda, verdicts);
        scheduler.await();
        scheduler.runAlone(suspects, agenda, verdicts);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      } catch (RuntimeException | Error e) {
        scheduler.fail(e);
      } finally {
        verdicts.close();
      }
    }

    @Override
    public synchronized boolean interrupt() {
      if (ended) {
        return false;
      }
      ended = true;
      verdicts.stop();
      scheduler.kill();
      journal.finish(System.currentTimeMillis(), End.INTERRUPTED, "by a signal", unmatched);
      return true;
    }

    /** Writes the last line, or throws what went wrong on the way. */
    void finish() {
      if (scheduler.failure() != null) {
        scheduler.kill();
        throwUnchecked(scheduler.failure());
      }
      synchronized (this) {
        if (ended) {
          return;
        }
        ended = true;
        journal.finish(
            System.currentTimeMillis(),
            scheduler.gone() != null
                ? End.GONE
                : scheduler.early() != null ? scheduler.early() : End.COMPLETE,
            scheduler.gone() != null ? scheduler.gone().getMessage() : "",
            unmatched);
      }
    }

    private static void throwUnchecked(Throwable failure) {
      if (failure instanceof Error error) {
        throw error;
      }
      throw (RuntimeException) failure;
    }
  }

  private static void drive(Reporter reporter) {
    TestNG testng = new TestNG(false);
    testng.setVerbose(0);
    testng.setDefaultSuiteName("CoopCTS");
    testng.addListener(
        new ISuiteListener() {
          @Override
          public void onStart(ISuite suite) {
            suite.setAttribute(ConformanceTests.REPORTER, reporter);
          }
        });
    testng.setTestClasses(new Class<?>[] {ConformanceTests.class});
    testng.run();
  }
}
