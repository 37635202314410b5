// SPDX-License-Identifier: Apache-2.0
package coopcts.cli;

import coopcts.catalogue.Catalogue;
import coopcts.causes.CauseFinder;
import coopcts.causes.DeadCases;
import coopcts.causes.FurtherRuns;
import coopcts.device.DeviceUnavailableException;
import coopcts.reports.Baseline;
import coopcts.reports.Journal;
import coopcts.reports.RunFolder;
import coopcts.reports.RunLock;
import coopcts.reports.RunSession;
import coopcts.reports.Summary;
import coopcts.reports.UsageException;
import coopcts.reports.explain.Buckets;
import coopcts.reports.explain.Causes;
import coopcts.reports.read.Recording;
import coopcts.reports.read.Rows;
import coopcts.run.AtSignal;
import coopcts.run.Coordinator;
import coopcts.run.PostRun;
import coopcts.run.one.Unwritten;
import coopcts.run.select.CaseSelection;
import coopcts.run.select.RunOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code run}: the suite on a device. */
@Command(name = "run", description = "run cases on a device and report (the default command)")
final class RunCommand implements Callable<Integer> {

  /** Lines of a kind that are shown at the end. */
  private static final int SHOWN = 5;

  /** Causes that are shown at the end; all are in the reports. */
  private static final int SHOWN_CAUSES = 8;

  @Spec private CommandSpec spec;

  @Mixin private SelectionOptions selection;

  @Mixin private DeviceOptions device;

  @Mixin private LimitOptions limits;

  /** Shaders that are looked at together for what failing ones have in common, in one heap. */
  private static final int MOST_THREADS = 8;

  @Mixin private StrictnessOptions strictness;

  @Mixin private JUnitOption junit;

  @Mixin private ModuleOption modules;

  @Option(
      names = "--jobs",
      paramLabel = "N",
      description =
          "worker processes (default: the number of processors, 2 for remote:COMMAND, where two"
              + " share an agent); 1: nothing else opens the device meanwhile; 0: all in one"
              + " process")
  private Integer jobs;

  @Option(
      names = "--baseline",
      paramLabel = "DIR|FILE",
      description =
          "folder with *-fails.txt, *-flakes.txt, *-skips.txt, *-supported.txt, or the failures.csv"
              + " of a run")
  private Path baseline;

  @Option(
      names = "--expect-device",
      paramLabel = "TEXT",
      defaultValue = "",
      description = "a text that the device's name must contain; otherwise nothing runs")
  private String expectedDevice;

  @Option(
      names = "--expect-driver",
      paramLabel = "TEXT",
      defaultValue = "",
      description = "a text that the driver's name or version must contain; otherwise nothing runs")
  private String expectedDriver;

  @Option(
      names = "--history",
      paramLabel = "DIR",
      description = "an earlier run: what took long there comes first")
  private Path history;

  @Option(
      names = "--out",
      paramLabel = "DIR",
      description = "the run's folder (default: results/<time>)")
  private Path out;

  @Option(
      names = "--seed",
      paramLabel = "N",
      defaultValue = "1",
      description = "of the data sets (default: ${DEFAULT-VALUE})")
  private long seed;

  @Option(
      names = "--explain",
      paramLabel = "SECONDS",
      defaultValue = "60",
      description =
          "time for the causes of what is unexpected when the run is over: planted faults that do"
              + " the same, and the smallest shader; 0: none (default: ${DEFAULT-VALUE})")
  private int explain;

  @Option(names = "--no-report", description = "write the journal and the summary only")
  private boolean noReport;

  @Option(names = "--resume", description = "go on with the run in --out")
  private boolean resume;

  @Option(
      names = "--continue",
      description = "go on with the run in --out if there is one, once nobody else writes there")
  private boolean carryOn;

  @Override
  public Integer call() throws Exception {
    Path folder = out != null ? out : Path.of("results", now());
    boolean created = prepare(folder);
    RunOptions options;
    Coordinator.Ending ending;
    try {
      options = options(folder);
      ending = new Coordinator(options, System.out, isTerminal(), aftermath(options)).run();
    } catch (UsageException | DeviceUnavailableException e) {
      if (e instanceof DeviceUnavailableException gone && gone.isDead() && created) {
        // A CI system that looks for a summary finds what the exit code is about.
        new RunFolder(folder)
            .writeSummary(Summary.ofNone(Instant.now().toEpochMilli(), gone.getMessage()));
      } else if (created) {
        removeIfEmpty(folder);
      }
      throw e;
    }
    Rows rows = Recording.read(folder).rows();
    Causes causes = causesOrNone(options, ending, rows);
    Path page =
        noReport
            ? null
            : ReportCommand.render(
                new RunFolder(folder), junit.rendering(null), history, System.out);
    say(folder, ending);
    if (options.moduleOptions().writer().isPresent()) {
      Unwritten.of(rows)
          .forEach(
              (reason, cases) ->
                  System.out.printf("%d cases %s%s%n", cases, Unwritten.WORDS, reason));
    }
    Buckets.of(rows, causes).lines(SHOWN_CAUSES, causes, folder).forEach(System.out::println);
    if (ending.summary().fallback()) {
      System.out.println(
          "ATTENTION: no Vulkan device was found; this was the reference device, not a driver");
    }
    if (page != null) {
      ReportCommand.say(page, System.out);
    }
    return ending.summary().exitCode();
  }

  private PostRun aftermath(RunOptions options) {
    return new PostRun(new DeadCases(options, false)::keep, () -> reportInterrupted(options.out()));
  }

  private void reportInterrupted(Path folder) {
    if (!noReport) {
      try {
        Path page =
            ReportCommand.render(new RunFolder(folder), junit.rendering(null), history, System.out);
        ReportCommand.say(page, System.out);
      } catch (IOException | InterruptedException | RuntimeException e) {
        System.err.println("coopcts: the reports could not be made: " + e.getMessage());
      }
    }
  }

  private RunOptions options(Path folder) {
    int most = Math.max(64, 4 * Runtime.getRuntime().availableProcessors());
    if (explain < 0) {
      throw new UsageException("--explain takes a number of seconds from 0");
    }
    if (jobs != null && (jobs < 0 || jobs > most)) {
      throw new UsageException("--jobs takes a number from 0 to %d".formatted(most));
    }
    Baseline known = baseline == null ? Baseline.NONE : Baseline.read(baseline);
    CaseSelection selected = selection.selection(System.getenv());
    return new RunOptions(
        device.spec(),
        new RunOptions.Wanted(
            selection.profile(), selected, Optional.empty(), seed, modules.options()),
        jobs != null ? jobs : usualJobs(device.spec()),
        limits.timeout(),
        limits.limits(),
        new RunOptions.Demands(
            strictness.strictness(), limits.flakesPass() ? known.withFlakesPassing() : known),
        new RunOptions.Folders(folder, Environment.kept(), resume),
        new RunOptions.Origin(
            arguments(),
            baseline == null ? "" : baseline.toString(),
            expectedDevice,
            expectedDriver,
            history));
  }

  /** An agent has a case to work on while the next is on its way: more would be more agents. */
  private static int usualJobs(String spec) {
    return spec.startsWith("remote:") ? 2 : Runtime.getRuntime().availableProcessors();
  }

  /** The run is over: whatever goes wrong behind it takes neither its reports nor its exit code. */
  private Causes causesOrNone(RunOptions options, Coordinator.Ending ending, Rows rows) {
    try (AtSignal _ = new AtSignal(() -> unexplained(options.out()))) {
      return causes(options, ending, rows);
    } catch (IOException | RuntimeException | StackOverflowError e) {
      System.err.println(
          "coopcts: the causes of the failures are unknown: "
              + (e.getMessage() == null ? e.toString() : e.getMessage()));
      // What a session before found out: the reports say the same as the console.
      return Causes.readable(options.out());
    }
  }

  private void unexplained(Path folder) {
    System.err.printf(
        "%ncoopcts: interrupted; the run in %s is over, what lies behind its failures was not found"
            + " out%n",
        folder);
    reportInterrupted(folder);
  }

  /** What is found out about the buckets when the run is over. */
  private Causes causes(RunOptions options, Coordinator.Ending ending, Rows rows)
      throws IOException {
    Buckets buckets = Buckets.of(rows);
    boolean isOver =
        ending.gone() == null
            && ending.summary().end() != RunSession.End.INTERRUPTED
            && ending.summary().end() != RunSession.End.MAX_TIME;
    if (buckets.failures() == 0) {
      return Causes.NONE;
    }
    CauseFinder finder =
        new CauseFinder(
                options.device(),
                Catalogue.families(options.device()),
                new RunFolder(options.out()).device(),
                options.out(),
                options.cache(),
                options.seed(),
                options.strictness())
            .making(options.moduleOptions())
            .inThreads(threads());
    if (explain == 0 || !isOver || ending.summary().unexpected() == 0) {
      return Causes.read(options.out());
    }
    Causes causes =
        finder.trying(new FurtherRuns(options)).find(buckets, rows, Duration.ofSeconds(explain));
    causes.write(options.out());
    if (noReport) {
      new RunFolder(options.out()).sumUp();
    }
    return causes;
  }

  /** Threads that look at shaders. */
  static int threads() {
    return Math.clamp(Runtime.getRuntime().availableProcessors(), 1, MOST_THREADS);
  }

  private List<String> arguments() {
    return spec.root().commandLine().getParseResult().originalArgs();
  }

  private static boolean isTerminal() {
    return System.console() != null && System.console().isTerminal() && System.getenv("CI") == null;
  }

  private static String now() {
    return LocalDateTime.now().format(DateTimeFormatter.ofPattern("yyyy-MM-dd_HH-mm-ss"));
  }

  /** Makes the folder and returns whether it is new. */
  private boolean prepare(Path folder) {
    boolean created = !Files.exists(folder);
    if (carryOn && !created) {
      RunLock.await(
          folder, () -> System.out.println(folder + " is being written by another run; waiting"));
    }
    boolean holdsRun = holdsRun(folder);
    resume |= carryOn && holdsRun;
    if (resume && !holdsRun) {
      throw new UsageException("--resume: " + folder + " holds no run");
    }
    if (!resume && holdsRun) {
      throw new UsageException(
          folder + " holds a run already; choose another --out, or go on with --resume");
    }
    if (!resume) {
      for (String report : List.of("allure-results", "allure-report", "page", "index.html")) {
        if (Files.exists(folder.resolve(report))) {
          throw new UsageException(
              "--out %s holds %s of another tool; choose another folder".formatted(folder, report));
        }
      }
    }
    try {
      Files.createDirectories(folder);
      Files.delete(Files.createTempFile(folder, "probe", ""));
    } catch (IOException e) {
      throw UsageException.notWritten("--out " + folder, e);
    }
    return created;
  }

  /** A run that was ended before it had said what it is may begin anew. */
  private boolean holdsRun(Path folder) {
    Path journal = folder.resolve("results.jsonl");
    if (!Files.exists(journal)) {
      return false;
    }
    if (resume || carryOn) {
      try {
        if (Journal.isBlank(folder)) {
          Files.delete(journal);
          carryOn = true;
          resume = false;
          return false;
        }
      } catch (IOException e) {
        throw UsageException.notWritten("--out " + folder, e);
      }
    }
    return true;
  }

  /** Of a run that did not come about nothing stays but what somebody else has put there. */
  private static void removeIfEmpty(Path folder) {
    try (Stream<Path> files = Files.list(folder)) {
      if (files.allMatch(file -> file.getFileName().toString().equals(".lock"))) {
        Files.deleteIfExists(folder.resolve(".lock"));
        Files.deleteIfExists(folder);
      }
    } catch (IOException e) {
      // A folder that stays does no harm.
    }
  }

  private static void say(Path folder, Coordinator.Ending ending) {
    Summary summary = ending.summary();
    System.out.printf(
        Locale.ROOT,
        "%s%n%s; %d unexpected; %.1f s, %.0f cases/s%n",
        folder,
        summary.countsText(),
        summary.unexpected(),
        summary.durationSeconds(),
        summary.casesPerSecond());
    summary
        .vanished()
        .forEach(
            glob -> System.out.println("no case matches " + glob + ", which must be supported"));
    ending.stale().stream().limit(SHOWN).forEach(System.out::println);
    if (ending.stale().size() > SHOWN) {
      System.out.printf(
          "and %d more lines of the baseline are not true any more%n",
          ending.stale().size() - SHOWN);
    }
    if (ending.gone() != null) {
      System.err.println(
          "coopcts: the device is gone: " + ending.gone().getMessage() + "; go on with --resume");
    } else if (summary.missing() > 0) {
      System.err.printf(
          "coopcts: %d of %d cases have no verdict (%s); go on with --resume%n",
          summary.missing(),
          summary.planned(),
          summary.end().toString().toLowerCase(Locale.ROOT).replace('_', '-'));
    }
    if (summary.byTheLetter()) {
      System.out.println(
          "--strict-spec: what the specification does not require is a warning, though a test of"
              + " the Khronos CTS fails a driver for it");
    }
  }
}
