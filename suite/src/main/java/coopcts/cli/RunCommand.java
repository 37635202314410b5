package coopcts.cli;

import coopcts.device.DeviceUnavailableException;
import coopcts.reports.Baseline;
import coopcts.reports.Folders;
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
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code run}: the suite on a device. */
@Command(name = "run", description = "run cases on a device and report (the default command)")
final class RunCommand implements Callable<Integer> {

  @Mixin private SelectionOptions selection;

  @Mixin private DeviceOptions device;

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

  @Option(names = "--strict", description = "a missed quality expectation is a failure")
  private boolean strict;

  @Option(names = "--no-report", description = "write the journal and the summary only")
  private boolean noReport;

  @Option(names = "--resume", description = "go on with the run in --out")
  private boolean resume;

  @Override
  public Integer call() throws Exception {
    if (timeout < 1 || jobs != null && jobs < 0) {
      throw new UsageException("--timeout takes a number from 1, --jobs one from 0");
    }
    String spec = device.spec();
    Selection selected = selection.selection(System.getenv());
    Baseline known = baseline == null ? Baseline.NONE : Baseline.read(baseline);
    Path folder = out != null ? out : Path.of("results", now());
    boolean created = prepare(folder);
    RunOptions options =
        new RunOptions(
            spec,
            selection.profile(),
            selected,
            jobs != null ? jobs : Runtime.getRuntime().availableProcessors(),
            Duration.ofSeconds(timeout),
            known,
            folder,
            Environment.cache().resolve("spirv"),
            seed,
            strict,
            resume);
    Coordinator.Ending ending;
    try {
      ending = new Coordinator(options, System.out, isTerminal()).run();
    } catch (UsageException | DeviceUnavailableException e) {
      if (created) {
        Folders.delete(folder);
      }
      throw e;
    }
    Summary summary = ending.summary();
    report(folder);
    System.out.printf(
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
    return exitCode(ending);
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
    boolean created = !Files.exists(folder);
    try {
      Files.createDirectories(folder);
      Files.delete(Files.createTempFile(folder, "probe", ""));
    } catch (IOException e) {
      throw new UsageException("--out " + folder + " cannot be written");
    }
    return created;
  }

  private void report(Path folder) throws IOException, InterruptedException {
    if (!noReport) {
      ReportCommand.render(new RunFolder(folder), System.out);
    }
  }

  private static int exitCode(Coordinator.Ending ending) {
    if (ending.suiteFault()) {
      return Main.SUITE_FAULT;
    }
    if (ending.gone() != null) {
      System.err.println(
          "coopcts: the device is gone: " + ending.gone().getMessage() + "; go on with --resume");
      return Main.NO_DEVICE;
    }
    return ending.summary().unexpected() > 0 || !ending.summary().vanished().isEmpty()
        ? Main.UNEXPECTED
        : 0;
  }
}
