// SPDX-License-Identifier: Apache-2.0
package coopcts.cli;

import coopcts.cases.Profile;
import coopcts.cases.random.FoundFamily;
import coopcts.cases.random.RandomFamily;
import coopcts.cases.random.Systems;
import coopcts.causes.CrashReducer;
import coopcts.causes.DeadCases;
import coopcts.device.Device;
import coopcts.device.Devices;
import coopcts.reports.Baseline;
import coopcts.reports.Journal;
import coopcts.reports.RunFolder;
import coopcts.reports.Summary;
import coopcts.reports.UsageException;
import coopcts.reports.read.Recording;
import coopcts.run.Coordinator;
import coopcts.run.PostRun;
import coopcts.run.RandomBuckets;
import coopcts.run.WriterDifferences;
import coopcts.run.select.CaseSelection;
import coopcts.run.select.RunOptions;
import coopcts.spirv.ModuleOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.LocalDateTime;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ThreadLocalRandom;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code fuzz}: random programs on a device. */
@Command(name = "fuzz", description = "run random programs on a device, and reduce what fails")
final class FuzzCommand implements Callable<Integer> {

  /** Programs that are planned where only a time is given. */
  private static final long ENDLESS = 200_000;

  /** Programs of one run at most; others have other seeds. */
  private static final long MOST = 1_000_000;

  private static final Pattern KEEP = Pattern.compile("([a-z][a-z0-9_]*)=(.*)");

  @Spec private CommandSpec spec;

  @Mixin private DeviceOptions device;

  @Option(
      names = "--systems",
      paramLabel = "khr[,nv2[,decode]][,qcom]|vector",
      split = ",",
      defaultValue = Systems.USUAL,
      description = "whose operations (default: ${DEFAULT-VALUE})")
  private List<String> systems;

  @Option(names = "--count", paramLabel = "N", description = "programs (default: 1000)")
  private Long count;

  @Option(
      names = "--time",
      paramLabel = "T",
      description = "begin no program after this time: seconds, or a number with s, m or h")
  private String time;

  @Option(
      names = "--seed",
      paramLabel = "S",
      description = "of the first program; the others have those behind it (default: drawn)")
  private Long seed;

  @Option(
      names = "--size",
      paramLabel = "N",
      defaultValue = "" + RandomFamily.SIZE,
      description = "statements in a program, about (default: ${DEFAULT-VALUE})")
  private int size;

  @Option(
      names = "--jobs",
      paramLabel = "N",
      description = "worker processes (default: the number of processors); 0: all in one process")
  private Integer jobs;

  @Option(
      names = "--timeout",
      paramLabel = "SECONDS",
      defaultValue = "60",
      description = "for one program with its reduction (default: ${DEFAULT-VALUE})")
  private int timeout;

  @Option(
      names = "--max-fails",
      paramLabel = "N",
      defaultValue = "0",
      description = "begin no program after N that fail")
  private int fails;

  @Option(names = "--shard", paramLabel = "I/N", description = "only the I-th of N parts, from 1")
  private String shard;

  @Option(
      names = "--explain",
      paramLabel = "SECONDS",
      defaultValue = "60",
      description =
          "time to make programs smaller that ended their process, when the run is over; 0: none"
              + " (default: ${DEFAULT-VALUE})")
  private int explain;

  @Mixin private StrictnessOptions strictness;

  @Option(
      names = "--out",
      paramLabel = "DIR",
      description = "the run's folder (default: results/<time>)")
  private Path out;

  @Option(
      names = "--resume",
      description = "go on with the run in --out; wants the same --seed, --count and --size")
  private boolean resume;

  @Option(
      names = "--compilers",
      description =
          "each program five times: as it is drawn, and with its numbers as literals, push"
              + " constants and specialization constants, through the front end's optimizer; all"
              + " must agree")
  private boolean compilers;

  @Option(
      names = "--writer",
      paramLabel = "glsl|spirv|both",
      defaultValue = "glsl",
      description =
          "makes the modules: the front end of GLSL, the suite itself as SPIR-V, or both of the"
              + " same program, of which the verdicts are compared (default: ${DEFAULT-VALUE})")
  private String writer;

  @Option(
      names = "--front-end",
      description =
          "instead: compile and validate all of these, and run none; prints what is rejected")
  private boolean frontEnd;

  @Option(
      names = "--keep",
      paramLabel = "NAME=PROGRAM",
      description =
          "instead: write a program, as a report names it, among the sources, where it is the case"
              + " found.NAME from then on")
  private String keep;

  @Override
  public Integer call() throws Exception {
    if (keep != null) {
      return keep();
    }
    Systems chosen =
        Systems.of(systems)
            .orElseThrow(
                () ->
                    new UsageException(
                        "--systems: random programs are made of khr, of khr,nv2, of khr,nv2,decode"
                            + " or of vector"));
    if (size < 1 || size > 1000 || count != null && (count < 1 || count > MOST)) {
      throw new UsageException(
          String.format(
              Locale.ROOT,
              "--size takes a number from 1 to 1000, --count one from 1 to %,d",
              MOST));
    }
    if (seed != null && (seed < 0 || seed > Long.MAX_VALUE - MOST)) {
      throw new UsageException("--seed takes a number from 0 to " + (Long.MAX_VALUE - MOST));
    }
    if (timeout < 1 || jobs != null && jobs < 0 || fails < 0 || explain < 0) {
      throw new UsageException(
          "--timeout takes a number from 1, --jobs, --max-fails and --explain one from 0");
    }
    if ((compilers || frontEnd) && !writer.equals("glsl")) {
      throw new UsageException("--writer is not for --compilers and --front-end");
    }
    if (resume && seed == null) {
      throw new UsageException("--resume wants the --seed of the run that it goes on with");
    }
    long first = seed != null ? seed : ThreadLocalRandom.current().nextInt(1_000_000_000);
    long planned = count != null ? count : time != null ? ENDLESS : 1000;
    RandomFamily drawn = new RandomFamily(chosen, first, planned, size);
    RandomFamily family = compilers || frontEnd ? drawn.everyWay() : written(drawn);
    if (frontEnd) {
      return new FrontEndPrinter(device.spec(), Times.parse("--time", time, null)).print(family);
    }
    Shard part = Shard.of(shard, System.getenv());
    RunOptions options =
        new RunOptions(
            device.spec(),
            new RunOptions.Wanted(
                Profile.DEFAULT,
                new CaseSelection(List.of(), null, part.number(), part.count()),
                Optional.of(family),
                1,
                ModuleOptions.USUAL),
            jobs != null ? jobs : Runtime.getRuntime().availableProcessors(),
            Duration.ofSeconds(timeout),
            new RunOptions.Limits(1, Times.parse("--time", time, null), fails),
            new RunOptions.Demands(strictness.strictness(), Baseline.NONE),
            new RunOptions.Folders(
                out != null ? out : Path.of("results", now()), Environment.kept(), resume),
            new RunOptions.Origin(
                spec.root().commandLine().getParseResult().originalArgs(), "", "", "", null));
    System.out.printf("random programs from seed %d, size %d%n", first, size);
    int code = carryOut(options);
    boolean isEmpty = tell(options) == 0;
    if (code == 0 && isEmpty) {
      return Main.NO_DEVICE;
    }
    return time != null && code == Main.NO_DEVICE && !isEmpty ? 0 : code;
  }

  private RandomFamily written(RandomFamily drawn) {
    return switch (writer) {
      case "glsl" -> drawn;
      case "spirv" -> drawn.asSpirv();
      case "both" -> drawn.byBothWriters();
      default -> throw new UsageException("--writer takes glsl, spirv or both, not " + writer);
    };
  }

  /**
   * Says which programs failed, by what is left of them.
   *
   * @return how many were run
   */
  private static int tell(RunOptions options) throws IOException {
    RandomBuckets buckets = RandomBuckets.of(options);
    buckets.write(options.out());
    System.out.print(buckets.text());
    WriterDifferences.of(Journal.open(options.out()).results()).forEach(System.out::println);
    if (buckets.programs() == 0) {
      System.err.println("coopcts: the time was over before a program had run");
    }
    return buckets.programs();
  }

  private static PostRun aftermath(RunOptions options) {
    return new PostRun(
        new DeadCases(options, true)::keep,
        () -> {
          try {
            tell(options);
          } catch (IOException e) {
            System.err.println("coopcts: programs.md cannot be written: " + e.getMessage());
          }
        });
  }

  private static String now() {
    return LocalDateTime.now().format(DateTimeFormatter.ofPattern("yyyy-MM-dd_HH-mm-ss"));
  }

  /** Carries the run out and says what came of it. */
  private int carryOut(RunOptions options) throws Exception {
    Path folder = options.out();
    if (resume != Files.exists(folder.resolve("results.jsonl"))) {
      throw new UsageException(
          resume
              ? "--resume: " + folder + " holds no run"
              : folder + " holds a run already; choose another --out, or go on with --resume");
    }
    try {
      Files.createDirectories(folder);
    } catch (IOException e) {
      throw UsageException.notWritten("--out " + folder, e);
    }
    Coordinator.Ending ending =
        new Coordinator(options, System.out, false, aftermath(options)).run();
    if (ending.gone() == null && explain > 0) {
      new CrashReducer(
              options.device(),
              new RunFolder(folder).device(),
              folder,
              options.cache(),
              options.seed(),
              options.strictness())
          .reduce(Recording.read(folder).rows(), Duration.ofSeconds(explain));
    }
    Summary summary = ending.summary();
    System.out.printf(
        Locale.ROOT,
        "%s%n%s; %d unexpected; %.1f s, %.0f programs/s%n",
        folder,
        summary.countsText(),
        summary.unexpected(),
        summary.durationSeconds(),
        summary.casesPerSecond());
    if (ending.gone() != null) {
      System.err.println(
          "coopcts: the device is gone: " + ending.gone().getMessage() + "; go on with --resume");
    }
    return summary.exitCode();
  }

  private int keep() throws Exception {
    if (out != null || seed != null || count != null) {
      throw new UsageException(
          "--keep writes among the sources what its PROGRAM names; --out, --seed and --count are"
              + " not for it");
    }
    Matcher matcher = KEEP.matcher(keep);
    RandomFamily program =
        matcher.matches() ? RandomFamily.named(matcher.group(2)).orElse(null) : null;
    if (program == null) {
      throw new UsageException(
          "--keep takes NAME=PROGRAM, such as last_row=random.khr.17.r0-3; names are lower case");
    }
    Path folder = sources().resolve(FoundFamily.FOLDER);
    Path index = folder.resolve("index");
    if (!Files.isWritable(index)) {
      throw new UsageException("--keep goes with a source tree; there is no " + index);
    }
    List<String> names = new ArrayList<>(Files.readAllLines(index));
    if (names.contains(matcher.group(1))) {
      throw new UsageException("found." + matcher.group(1) + " is there already");
    }
    String text;
    try (Device opened = Devices.open(device.spec())) {
      text = program.kept(opened.report());
    } catch (IllegalStateException e) {
      throw new UsageException(matcher.group(2) + " is no program of this device");
    }
    Files.writeString(folder.resolve(matcher.group(1) + ".json"), text + "\n");
    names.add(matcher.group(1));
    Collections.sort(names);
    Files.write(index, names);
    System.out.println("found." + matcher.group(1) + " is a case once the suite is built again");
    return 0;
  }

  /** Where resources of cases lie in a source tree. */
  private static Path sources() {
    Path script = Environment.script();
    return script.resolveSibling("cases/src/main/resources");
  }
}
