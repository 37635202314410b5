// SPDX-License-Identifier: Apache-2.0
package coopcts.cli;

import coopcts.catalogue.Catalogue;
import coopcts.device.Device;
import coopcts.device.DeviceUnavailableException;
import coopcts.device.Devices;
import coopcts.glsl.TextResources;
import coopcts.host.Host;
import coopcts.jobs.AmberScript;
import coopcts.jobs.Job;
import coopcts.jobs.JobRunner;
import coopcts.jobs.Minimizer;
import coopcts.jobs.Packed;
import coopcts.jobs.Repro;
import coopcts.model.DeviceReport;
import coopcts.reports.UsageException;
import coopcts.run.LeastGroup;
import coopcts.run.select.CaseLists;
import coopcts.run.worker.Launcher;
import coopcts.spirv.CompileException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code repro}: a case as files that run without the suite. */
@Command(name = "repro", description = "write a case as GLSL, SPIR-V, disassembly and job files")
final class ReproCommand implements Callable<Integer> {

  /** What tells loader and driver what to be, where it is set. */
  private static final List<String> SURROUNDINGS =
      List.of(
          "VK_DRIVER_FILES",
          "VK_ICD_FILENAMES",
          "LD_PRELOAD",
          "NOKERNEL",
          "NVK_I_WANT_A_BROKEN_VULKAN_DRIVER",
          "ACO_DEBUG",
          "MESA_SHADER_CACHE_DISABLE");

  /** The number of a device of the Vulkan loader. */
  private static final Pattern NUMBERED = Pattern.compile("^vulkan:(\\d+)");

  @Parameters(paramLabel = "CASE", description = "the case's name")
  private String name;

  @Option(
      names = "--out",
      paramLabel = "DIR",
      required = true,
      description = "where to write; the case gets a folder of its own below")
  private Path out;

  @Mixin private DeviceOptions device;

  @Mixin private StrictnessOptions strictness;

  @Option(
      names = "--seed",
      paramLabel = "N",
      defaultValue = "1",
      description = "of the data sets (default: ${DEFAULT-VALUE})")
  private long seed;

  @Mixin private ModuleOption modules;

  @Option(
      names = "--after",
      paramLabel = "CASE",
      description =
          "a case to run first in the same process, written too; may be repeated: for failures"
              + " that need an earlier case; with --format c all are in one file")
  private List<String> after = List.of();

  /** The jobs of those cases, in their order. */
  private final List<Path> before = new ArrayList<>();

  /** What a repro is written as. */
  enum Format {
    JOB,
    C,
    AMBER
  }

  @Option(
      names = "--format",
      paramLabel = "F",
      defaultValue = "job",
      description =
          "beside the jobs, each failing one (else the first) as one C file of plain Vulkan, or in"
              + " AmberScript: job, c, amber (default: ${DEFAULT-VALUE})")
  private Format format;

  @Option(
      names = "--git-bisect",
      description =
          "also write a script for git bisect run in a driver's source tree: 0 passes, 1 fails, 125"
              + " cannot be built or lacks something")
  private boolean gitBisect;

  @Option(
      names = "--minimize",
      description = "make the first failing subcase as small as still fails, in DIR/CASE/minimal")
  private boolean minimize;

  @Option(
      names = "--budget",
      paramLabel = "SECONDS",
      defaultValue = "120",
      description = "time for --minimize (default: ${DEFAULT-VALUE})")
  private int budget;

  /** A job with what the device made of it. */
  private record Ran(Path job, JobRunner.Answer answer) {}

  @Override
  public Integer call() throws Exception {
    Path cache = Environment.kept();
    DeviceReport report;
    try (Device opened = Devices.open(device.spec())) {
      report = opened.report();
    }
    Repro repro = find(name, report, cache);
    if (!after.isEmpty() && (minimize || format == Format.AMBER)) {
      throw new UsageException("--after goes neither with --minimize nor with --format amber");
    }
    for (String other : after) {
      before.addAll(write(find(other, report, cache)).jobs());
    }
    Repro.Written written = write(repro);
    if (written.jobs().isEmpty()) {
      Files.writeString(written.folder().resolve("readme.txt"), written.note() + "\n");
      System.err.println("coopcts: " + written.note());
      System.out.println(line(List.of("run", "--filter", name)));
      return 0;
    }
    List<Ran> ran = run(written, cache);
    Optional<Ran> smallest = Optional.empty();
    if (minimize) {
      smallest = minimized(repro, written, ran, cache);
    }
    List<Ran> red = ran.stream().filter(one -> one.answer.isRed()).toList();
    for (Ran one : red) {
      System.err.printf(
          "%s fails: %s: %s%n", subcase(one.job), one.answer.verdict(), first(one.answer.text()));
    }
    if (red.isEmpty()) {
      System.err.println("coopcts: no subcase fails on this device; the line runs the first one");
    }
    if (!written.note().isEmpty()) {
      System.err.println("coopcts: " + written.note());
    }
    Ran shown = smallest.orElse(red.isEmpty() ? ran.getFirst() : red.getFirst());
    List<Path> behind = List.copyOf(before);
    if (!before.isEmpty() && shown.answer.isRed()) {
      keepLeast(written, shown, behind, cache);
    }
    if (shown.answer.isRed()) {
      shown.answer.text().forEach(line -> System.err.println("  " + line));
    }
    String command = command(shown);
    List<String> own = new ArrayList<>();
    if (smallest.isPresent()) {
      export(smallest.get(), cache).ifPresent(own::add);
    }
    List<Path> behindShown = List.copyOf(before);
    for (Ran one : red.isEmpty() ? List.of(shown) : red) {
      if (!behind.isEmpty() && one != shown && format == Format.C) {
        keepLeast(written, one, behind, cache);
      }
      export(one, cache).ifPresent(own::add);
    }
    before.clear();
    before.addAll(behindShown);
    if (!own.isEmpty()) {
      command = own.getFirst();
      if (device.hasFault()) {
        System.err.println(
            "coopcts: the fault is planted in the reference device; on a Vulkan driver that has no"
                + " such fault, the file for it passes");
      }
    }
    Files.writeString(written.folder().resolve("readme.txt"), readme(ran, command, written.note()));
    if (gitBisect) {
      bisect(written.folder(), shown.job, !own.isEmpty() && format == Format.C);
    }
    System.out.println(command);
    return 0;
  }

  private Repro find(String wanted, DeviceReport report, Path cache) {
    return Repro.find(
            Catalogue.containing(device.spec(), wanted),
            report,
            wanted,
            cache,
            CaseLists.in(Environment.kept(), device.spec()))
        .making(modules.options());
  }

  private Repro.Written write(Repro repro) throws CompileException {
    try {
      return repro.write(out, seed);
    } catch (IOException e) {
      throw UsageException.notWritten("--out " + out, e);
    }
  }

  private List<Ran> run(Repro.Written written, Path cache) throws Exception {
    List<Ran> ran = new ArrayList<>();
    try (JobRunner runner = runner(written, cache)) {
      before.forEach(job -> runner.run(job, false));
      for (Path job : written.jobs()) {
        ran.add(new Ran(job, runner.run(job, true)));
      }
    }
    return ran;
  }

  /**
   * Of the jobs before, and of the case's own, those alone behind which the job fails in the same
   * way; first those behind which another one does.
   */
  private void keepLeast(Repro.Written written, Ran failing, List<Path> behind, Path cache)
      throws DeviceUnavailableException {
    List<Path> all = new ArrayList<>(behind);
    all.addAll(written.jobs().subList(0, written.jobs().indexOf(failing.job)));
    LeastGroup.Shows<Path> fails =
        some -> {
          try (JobRunner runner = runner(written, cache)) {
            some.forEach(job -> runner.run(job, false));
            return runner.run(failing.job, false).isLike(failing.answer);
          }
        };
    if (fails.after(List.of())) {
      System.err.printf(
          "coopcts: %s fails alone, too: without --after the files are fewer%n",
          subcase(failing.job));
      before.clear();
      before.addAll(behind);
      return;
    }
    List<Path> least =
        before.size() < all.size() && fails.after(before) ? before : LeastGroup.of(all, fails);
    if (least.isEmpty()) {
      System.err.printf(
          "coopcts: %s does not fail again in a fresh process behind all of them%n",
          subcase(failing.job));
      before.clear();
      before.addAll(behind);
      return;
    }
    System.err.printf(
        "coopcts: %s fails behind %d of %d jobs%n", subcase(failing.job), least.size(), all.size());
    List<Path> kept = List.copyOf(least);
    before.clear();
    before.addAll(kept);
  }

  private JobRunner runner(Repro.Written written, Path cache) throws DeviceUnavailableException {
    return JobRunner.of(device.spec(), cache, written.folder(), strictness.strictness());
  }

  /** Writes a job in the other format and returns the command that runs it there. */
  private Optional<String> export(Ran ran, Path cache) throws Exception {
    if (format == Format.JOB) {
      return Optional.empty();
    }
    Job job = Job.read(ran.job);
    Optional<String> obstacle =
        format == Format.C
            ? inOrder(ran)
                .map(one -> Packed.obstacle(Job.read(one)))
                .flatMap(Optional::stream)
                .findFirst()
            : AmberScript.obstacle(job, ran.job, cache);
    if (obstacle.isPresent()) {
      System.err.printf(
          "coopcts: %s cannot say %s; %s stays a job file%n",
          format == Format.C ? "a C file" : "AmberScript", obstacle.get(), subcase(ran.job));
      return Optional.empty();
    }
    Path source = ran.job.resolveSibling("shader." + job.stage());
    String glsl = Files.exists(source) ? Files.readString(source) : "";
    String title =
        "%s, %s\n%s%s\n%s"
            .formatted(
                name,
                subcase(ran.job),
                before.stream()
                    .map(
                        one ->
                            "behind " + one.getParent().getFileName() + ", " + subcase(one) + "\n")
                    .collect(Collectors.joining()),
                first(ran.answer.text()),
                String.join(
                    "\n", ran.answer.text().stream().filter(t -> t.startsWith("[")).toList()));
    if (format == Format.C) {
      Path file = cFile(ran.job);
      Packed packed = new Packed();
      if (before.isEmpty()) {
        packed.add(ran.job, cache);
      } else {
        packed.addInOrder(inOrder(ran).toList(), cache);
      }
      Files.writeString(file, packed.source(title, file.getFileName().toString(), glsl));
      return Optional.of(compiled(file) + " && " + started(program(file)));
    }
    Path file = ran.job.resolveSibling(subcase(ran.job) + ".amber");
    AmberScript.Script script = AmberScript.of(ran.job, title, glsl, cache);
    Files.writeString(file, script.text());
    script
        .unsaid()
        .forEach(what -> System.err.println("coopcts: AmberScript does not judge " + what));
    return Optional.of("amber -t spv1.6 -v 1.3 " + quoted(file));
  }

  /** A job behind those that go before it. */
  private Stream<Path> inOrder(Ran ran) {
    return Stream.concat(before.stream(), Stream.of(ran.job));
  }

  private static Path cFile(Path job) {
    return job.resolveSibling(subcase(job) + ".c");
  }

  private static Path program(Path file) {
    return file.resolveSibling("repro");
  }

  private static String compiled(Path file) {
    return "cc -O1 -o %s %s -lvulkan".formatted(quoted(program(file)), quoted(file));
  }

  /** The program on this device: a driver that was fetched has its own loader and libraries. */
  private String started(Path program) {
    List<String> words = new ArrayList<>();
    for (String variable : SURROUNDINGS) {
      String value = System.getenv(variable);
      if (value != null) {
        words.add(variable + "=" + Host.current().quoted(value));
      }
    }
    String mesa = System.getProperty("coopcts.mesa", "");
    List<String> loader = Launcher.prefix();
    if (loader.isEmpty() && !mesa.isEmpty()) {
      loader = List.of(mesa + "/ld-linux-x86-64.so.2", "--library-path", mesa);
    }
    loader.forEach(word -> words.add(Host.current().quoted(word)));
    words.add(quoted(program));
    Matcher number = NUMBERED.matcher(device.spec());
    if (number.find()) {
      words.add(number.group(1));
    }
    words.addAll(strictnessWords());
    return String.join(" ", words);
  }

  /** Writes what {@code git bisect run} wants, and says how it is called. */
  private void bisect(Path folder, Path job, boolean isC) throws IOException {
    Path at = job.toAbsolutePath();
    Path file = folder.toAbsolutePath().resolve("bisect.sh");
    Path c = cFile(at);
    List<String> words = new ArrayList<>(List.of(Environment.script().toString()));
    words.addAll(exec(at, before.stream().map(Path::toAbsolutePath).toList()));
    List<String> program = new ArrayList<>(List.of(quoted(program(c))));
    program.addAll(strictnessWords());
    String own = String.join(" ", program);
    String exec =
        words.stream()
            .map(Host.current()::quoted)
            .collect(Collectors.joining(" ", "", " --device "));
    Files.writeString(
        file,
        TextResources.text("/coopcts/jobs/bisect.sh")
            .replace("${NAME}", name)
            .replace("${FILE}", quoted(file))
            .replace("${MAKE}", isC ? compiled(c) : ":")
            .replace("${THERE}", isC ? own : exec + "vulkan")
            .replace(
                "${HERE}",
                isC ? started(program(c)) : exec + Host.current().quoted(device.spec())));
    if (!file.toFile().setExecutable(true)) {
      throw new IOException(file + " cannot be made executable");
    }
    System.err.println("git bisect run " + quoted(file) + " 'ninja -C build' DRIVER.json");
  }

  private static String quoted(Path path) {
    return Host.current().quoted(path.toString());
  }

  /** The first failing job made as small as still fails. */
  private Optional<Ran> minimized(Repro repro, Repro.Written written, List<Ran> ran, Path cache)
      throws Exception {
    int first = 0;
    while (first < ran.size() && !ran.get(first).answer.isRed()) {
      first++;
    }
    if (first == ran.size()) {
      return Optional.empty();
    }
    try (JobRunner runner = runner(written, cache)) {
      Optional<Minimizer.Minimized> least =
          repro.minimize(
              written, first, runner, ran.get(first).answer, seed, Duration.ofSeconds(budget));
      if (least.isEmpty()) {
        System.err.println("coopcts: the run is not reduced: smaller runs cannot be judged");
        return Optional.empty();
      }
      System.err.printf(
          "%s: %d lines in main, after %d shaders tried%n",
          least.get().isSmallest()
              ? "minimal"
              : "not minimal, --budget " + budget + " was too short",
          least.get().lines(),
          least.get().steps());
      return Optional.of(new Ran(least.get().job(), runner.run(least.get().job(), false)));
    }
  }

  /** The failing jobs first, each with what was said of it. */
  private String readme(List<Ran> ran, String command, String note) {
    StringBuilder text = new StringBuilder(name + "\n\n" + command + "\n\n");
    for (boolean red : new boolean[] {true, false}) {
      for (Ran one : ran) {
        if (one.answer.isRed() == red) {
          text.append(subcase(one.job)).append(": ").append(one.answer.verdict()).append('\n');
          one.answer.text().forEach(line -> text.append("    ").append(line).append('\n'));
        }
      }
    }
    return text + (note.isEmpty() ? "" : "\n" + note + "\n");
  }

  private String command(Ran ran) {
    return line(exec(ran.job, before));
  }

  /** The words that run a job behind others, judged as strictly as here. */
  private List<String> exec(Path job, List<Path> behind) {
    List<String> words = new ArrayList<>(List.of("exec", job.toString()));
    for (Path other : behind) {
      words.add("--after");
      words.add(other.toString());
    }
    words.addAll(strictnessWords());
    return words;
  }

  private List<String> strictnessWords() {
    return strictness.option().isEmpty() ? List.of() : List.of(strictness.option());
  }

  /** A complete command line for the same device. */
  private String line(List<String> words) {
    List<String> all = new ArrayList<>(List.of(Host.current().script()));
    words.forEach(word -> all.add(Host.current().quoted(word)));
    all.add("--device");
    all.add(Host.current().quoted(device.spec()));
    return String.join(" ", all);
  }

  private static String subcase(Path job) {
    return job.getFileName().toString().replaceFirst("\\.json$", "");
  }

  /** The first mismatch, else whatever was said. */
  private static String first(List<String> text) {
    return text.stream()
        .filter(line -> line.startsWith("  "))
        .findFirst()
        .or(() -> text.stream().findFirst())
        .orElse("")
        .strip();
  }
}
