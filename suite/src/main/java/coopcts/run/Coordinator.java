package coopcts.run;

import coopcts.cases.Family;
import coopcts.catalogue.Catalogue;
import coopcts.device.Device;
import coopcts.device.DeviceUnavailableException;
import coopcts.device.Devices;
import coopcts.model.DeviceReport;
import coopcts.plan.Verdict;
import coopcts.reports.InFlight;
import coopcts.reports.Journal;
import coopcts.reports.Result;
import coopcts.reports.RunFolder;
import coopcts.reports.Summary;
import coopcts.reports.UsageException;
import coopcts.run.one.Finding;
import coopcts.run.select.RunOptions;
import coopcts.run.select.SelectedCases;
import coopcts.run.worker.CaseExecutor;
import coopcts.run.worker.LocalExecutor;
import coopcts.run.worker.WorkerProcess;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Set;
import org.testng.ISuite;
import org.testng.ISuiteListener;
import org.testng.TestNG;

/** Carries a run out: opens the device, lets TestNG drive the cases, and sums up. */
public final class Coordinator {

  /**
   * Times that a case may have been begun without ever getting a verdict before it counts as the
   * one that crashes.
   */
  private static final int BEGUN_LIMIT = 2;

  private final RunOptions options;
  private final PrintStream out;
  private final boolean terminal;
  private final RunFolder folder;

  /** How a run ended. */
  public record Ending(Summary summary, boolean suiteFault, DeviceUnavailableException gone) {}

  /**
   * @param terminal whether a progress bar can be shown
   */
  public Coordinator(RunOptions options, PrintStream out, boolean terminal) {
    this.options = options;
    this.out = out;
    this.terminal = terminal;
    this.folder = new RunFolder(options.out());
  }

  /**
   * @throws DeviceUnavailableException if there is no such device
   * @throws UsageException if nothing is selected, or the folder belongs to another run
   */
  public Ending run() throws DeviceUnavailableException {
    long start = System.nanoTime();
    List<CaseExecutor> executors = new ArrayList<>();
    Scheduler scheduler = null;
    try {
      DeviceReport report = open(executors);
      List<Family> families = Catalogue.families(options.device());
      long total = count(families, report);
      if (total == 0) {
        throw new UsageException("no case matches; run-cts.sh list shows the names");
      }
      Set<String> done = resumed(report);
      folder.writeDevice(report);
      out.printf(
          "%s (%s %s): %d cases, shard %d of %d, %s%n",
          report.identity().name(),
          report.identity().driver(),
          report.identity().driverInfo(),
          total,
          options.selection().shard(),
          options.selection().shards(),
          options.jobs() == 0 ? "in this process" : options.jobs() + " workers");
      Map<String, Integer> begun = options.resume() ? unfinished(done) : Map.of();
      try (Journal journal = new Journal(options.out(), options.resume());
          Progress progress = new Progress(out, total - done.size(), options.repro(), terminal)) {
        scheduler =
            new Scheduler(
                new Remaining(
                    new SelectedCases(families, report, options.profile(), options.selection()),
                    done),
                numbered -> known(numbered, begun),
                journal::begin,
                executors,
                options.jobs() == 0);
        Reporter reporter = new Reporter(scheduler, options.baseline(), journal, progress);
        drive(reporter);
        double seconds = (System.nanoTime() - start) / 1e9;
        return sumUp(report, reporter, seconds);
      }
    } finally {
      if (scheduler != null) {
        scheduler.close();
      } else {
        executors.forEach(CaseExecutor::close);
      }
    }
  }

  private DeviceReport open(List<CaseExecutor> executors) throws DeviceUnavailableException {
    if (options.jobs() == 0) {
      Device opened = Devices.open(options.device());
      executors.add(new LocalExecutor(opened, options));
      return opened.report();
    }
    try {
      for (int i = 0; i < options.jobs(); i++) {
        executors.add(new WorkerProcess(options, i));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return ((WorkerProcess) executors.get(0)).report();
  }

  private long count(List<Family> families, DeviceReport report) {
    long total = 0;
    var all = new SelectedCases(families, report, options.profile(), options.selection());
    while (all.hasNext()) {
      all.next();
      total++;
    }
    return total;
  }

  /** The cases that an interrupted run has verdicts for. */
  private Set<String> resumed(DeviceReport report) {
    if (!options.resume()) {
      return Set.of();
    }
    if (!folder.device().equals(report)) {
      throw new UsageException(
          options.out()
              + " holds the run of another device or driver; --resume cannot go on with it");
    }
    Set<String> done = new HashSet<>();
    for (Result result : Journal.read(options.out())) {
      done.add(result.name());
    }
    return done;
  }

  private Map<String, Integer> unfinished(Set<String> done) {
    Map<String, Integer> begun = new HashMap<>();
    InFlight.read(options.out()).forEach((name, times) -> begun.put(name, times.times()));
    begun.keySet().removeAll(done);
    return begun;
  }

  private Finding known(SelectedCases.Numbered numbered, Map<String, Integer> begun) {
    String name = numbered.tested().name();
    if (options.baseline().skips(name)) {
      return Finding.of(Verdict.SKIP, "the baseline says not to run it");
    }
    if (begun.getOrDefault(name, 0) >= BEGUN_LIMIT) {
      return Finding.of(
          Verdict.CRASH,
          "the whole run ended while this case was running, " + begun.get(name) + " times");
    }
    return numbered.tested().unsupported().isPresent()
        ? Finding.of(Verdict.NOT_SUPPORTED, numbered.tested().unsupported().get())
        : null;
  }

  /** The selected cases without those that have verdicts already. */
  private static final class Remaining implements Iterator<SelectedCases.Numbered> {
    private final SelectedCases cases;
    private final Set<String> done;
    private SelectedCases.Numbered next;

    Remaining(SelectedCases cases, Set<String> done) {
      this.cases = cases;
      this.done = done;
    }

    @Override
    public boolean hasNext() {
      while (next == null && cases.hasNext()) {
        SelectedCases.Numbered candidate = cases.next();
        next = done.contains(candidate.tested().name()) ? null : candidate;
      }
      return next != null;
    }

    @Override
    public SelectedCases.Numbered next() {
      if (!hasNext()) {
        throw new NoSuchElementException();
      }
      SelectedCases.Numbered result = next;
      next = null;
      return result;
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

  private Ending sumUp(DeviceReport report, Reporter reporter, double seconds) {
    List<Result> results = Journal.read(options.out());
    List<String> vanished =
        options.selection().isAll() && reporter.gone() == null
            ? options.baseline().vanished(names(results))
            : List.of();
    Summary summary =
        Summary.of(
            "%s (%s %s)"
                .formatted(
                    report.identity().name(),
                    report.identity().driver(),
                    report.identity().driverInfo()),
            options.profile().toString(),
            System.currentTimeMillis() - Math.round(seconds * 1000),
            results,
            vanished,
            seconds,
            Math.max(1, options.jobs()));
    folder.writeSummary(summary);
    return new Ending(summary, reporter.suiteFault(), reporter.gone());
  }

  private static Set<String> names(List<Result> results) {
    Set<String> names = new HashSet<>();
    results.forEach(result -> names.add(result.name()));
    return names;
  }
}
