package coopcts.cli;

import coopcts.device.DeviceUnavailableException;
import coopcts.reports.Baseline;
import coopcts.reports.RunFolder;
import coopcts.reports.Summary;
import coopcts.reports.UsageException;
import coopcts.run.Coordinator;
import coopcts.run.select.RunOptions;
import coopcts.run.select.Selection;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.LocalDateTime;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;
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

  @Spec private CommandSpec spec;

  @Mixin private SelectionOptions selection;

  @Mixin private DeviceOptions device;

  @Mixin private LimitOptions limits;

  @Mixin private StrictnessOptions strictness;

  @Option(
      names = "--jobs",
      paramLabel = "N",
      description = "worker processes (default: the number of processors); 0: all in one process")
  private Integer jobs;

  @Option(
      names = "--timeout",
      paramLabel = "SECONDS",
      defaultValue = "60",
      description = "for one case, compilation included (default: ${DEFAULT-VALUE})")
  private int timeout;

  @Option(
      names = "--baseline",
      paramLabel = "DIR",
      description = "folder with *-fails.txt, *-flakes.txt, *-skips.txt, *-supported.txt")
  private Path baseline;

  @Option(
      names = "--expect-device",
      paramLabel = "TEXT",
      defaultValue = "",
      description = "what must be in the device's name; else nothing is run")
  private String expectedDevice;

  @Option(
      names = "--expect-driver",
      paramLabel = "TEXT",
      defaultValue = "",
      description = "what must be in the driver's name or version; else nothing is run")
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

  @Option(names = "--no-report", description = "write the journal and the summary only")
  private boolean noReport;

  @Option(names = "--resume", description = "go on with the run in --out")
  private boolean resume;

  @Override
  public Integer call() throws Exception {
    RunOptions options = options(out != null ? out : Path.of("results", now()));
    Path folder = options.out();
    boolean created = prepare(folder);
    Coordinator.Ending ending;
    try {
      ending = new Coordinator(options, System.out, isTerminal()).run();
    } catch (UsageException | DeviceUnavailableException e) {
      if (created) {
        removeIfEmpty(folder);
      }
      throw e;
    }
    if (!noReport) {
      ReportCommand.render(new RunFolder(folder), System.out);
    }
    say(folder, ending);
    return ending.summary().exitCode();
  }

  private RunOptions options(Path folder) {
    int most = Math.max(64, 4 * Runtime.getRuntime().availableProcessors());
    if (timeout < 1 || jobs != null && (jobs < 0 || jobs > most)) {
      throw new UsageException(
          "--timeout takes a number from 1, --jobs one from 0 to %d".formatted(most));
    }
    Baseline known = baseline == null ? Baseline.NONE : Baseline.read(baseline);
    Selection selected = selection.selection(System.getenv());
    return new RunOptions(
        device.spec(),
        selection.profile(),
        selected,
        jobs != null ? jobs : Runtime.getRuntime().availableProcessors(),
        Duration.ofSeconds(timeout),
        limits.flakesPass() ? known.withFlakesPassing() : known,
        folder,
        Environment.cache().resolve("spirv"),
        seed,
        strictness.strictness(),
        resume,
        limits.limits(),
        new RunOptions.Origin(
            arguments(),
            baseline == null ? "" : baseline.toString(),
            expectedDevice,
            expectedDriver,
            history));
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
    boolean holdsRun = Files.exists(folder.resolve("results.jsonl"));
    if (resume && !holdsRun) {
      throw new UsageException("--resume: " + folder + " holds no run");
    }
    if (!resume && holdsRun) {
      throw new UsageException(
          folder + " holds a run already; choose another --out, or go on with --resume");
    }
    if (!resume) {
      for (String report : List.of("allure-results", "allure-report")) {
        if (Files.exists(folder.resolve(report))) {
          throw new UsageException(
              "--out %s holds %s of another tool; choose another folder".formatted(folder, report));
        }
      }
    }
    boolean created = !Files.exists(folder);
    try {
      Files.createDirectories(folder);
      Files.delete(Files.createTempFile(folder, "probe", ""));
    } catch (IOException e) {
      throw new UsageException("--out " + folder + " cannot be written");
    }
    return created;
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
          "by the letter: what no text bounds was judged with warnings, though the Khronos CTS fails"
              + " a driver for it");
    }
    if (summary.fallback()) {
      System.out.println(
          "ATTENTION: no Vulkan device was found; this was the reference device, not a driver");
    }
  }
}
