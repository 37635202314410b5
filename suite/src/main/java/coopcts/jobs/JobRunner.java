// SPDX-License-Identifier: Apache-2.0
package coopcts.jobs;

import coopcts.device.Device;
import coopcts.device.DeviceUnavailableException;
import coopcts.device.Devices;
import coopcts.oracle.Strictness;
import coopcts.plan.Verdict;
import coopcts.reports.explain.Explanation;
import coopcts.run.worker.Launcher;
import coopcts.spirv.CompileException;
import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import tools.jackson.databind.json.JsonMapper;

/**
 * Runs jobs one after the other on a device. A driver lives in a process of its own, so that its
 * crash is an answer; the reference device needs none. For one thread; the caller closes it.
 */
public interface JobRunner extends AutoCloseable {

  /**
   * What came of a job.
   *
   * @param verdict of the job
   * @param text lines about it
   */
  record Answer(Verdict verdict, List<String> text) {

    /**
     * {@return whether the verdict speaks against the driver or the suite: it is not good by {@link
     * Verdict#isGood}}
     */
    public boolean isRed() {
      return !verdict.isGood();
    }

    /**
     * {@return whether another answer is of the same failure: of the same verdict and by the same
     * assertions, or of the same words, numbers aside, where it names none}
     *
     * @param other answer to the same job
     */
    public boolean isLike(Answer other) {
      List<String> broken = broken();
      return isRed()
          && verdict == other.verdict
          && broken.equals(other.broken())
          && (!broken.isEmpty() || words(text).equals(words(other.text)));
    }

    /** The lines without their numbers: addresses, process ids and times differ each time. */
    private static List<String> words(List<String> lines) {
      return lines.stream().map(line -> line.replaceAll("0x[0-9a-fA-F]+|\\d+", "#")).toList();
    }

    private List<String> broken() {
      return text.stream().filter(line -> line.startsWith("[")).toList();
    }
  }

  /**
   * Runs a job and waits for its end, at most 60 seconds on a driver.
   *
   * @param job path of the job file
   * @param isExplained whether pictures and tables of wrong elements are written next to the job
   *     file
   * @return the answer; a crash or hang of the driver, a shader that does not compile and a fault
   *     of the suite are answers too
   */
  Answer run(Path job, boolean isExplained);

  @Override
  void close();

  /**
   * {@return a runner of jobs on a device, which the caller closes} A driver's process starts with
   * the first job.
   *
   * @param device as {@code --device} has it
   * @param cache folder of compiled shaders
   * @param crashes folder for what a driver's process leaves when it crashes; made if it is missing
   * @param strictness which missed expectations are failures
   * @throws DeviceUnavailableException if a reference device cannot be opened
   */
  static JobRunner of(String device, Path cache, Path crashes, Strictness strictness)
      throws DeviceUnavailableException {
    return device.startsWith("reference")
        ? new Local(Devices.open(device), cache, strictness)
        : new Child(device, cache, crashes, strictness);
  }

  /**
   * Runs jobs in this process.
   *
   * @param device that runs them
   * @param cache folder of compiled shaders
   * @param strictness which missed expectations are failures
   */
  record Local(Device device, Path cache, Strictness strictness) implements JobRunner {
    @Override
    public Answer run(Path file, boolean isExplained) {
      return answer(device, file, cache, strictness, isExplained, _ -> {});
    }

    @Override
    public void close() {
      device.close();
    }
  }

  /**
   * One job on an open device.
   *
   * @param turns told whose turn it is with the shader
   */
  private static Answer answer(
      Device device,
      Path file,
      Path cache,
      Strictness strictness,
      boolean isExplained,
      Consumer<Culprit> turns) {
    try {
      turns.accept(Culprit.FRONT_END);
      JobRun run = new JobRun(file, cache, strictness);
      run.compile();
      turns.accept(run.isRule() ? Culprit.FRONT_END : Culprit.of(device));
      JobRun.Said said = run.isRule() ? run.rule() : run.run(device, 1, (_, _) -> {});
      if (isExplained) {
        explain(file, said);
      }
      return new Answer(said.verdict(), said.text());
    } catch (CompileException e) {
      return new Answer(Verdict.COMPILE_ERROR, List.of(e.getMessage()));
    } catch (DeviceUnavailableException e) {
      return new Answer(Verdict.NOT_SUPPORTED, List.of(e.getMessage()));
    } catch (RuntimeException e) {
      return new Answer(Verdict.MISSING, List.of("the suite failed: " + e));
    }
  }

  /** Pictures and tables beside the job. */
  private static void explain(Path file, JobRun.Said said) {
    String stem = file.getFileName().toString().replaceFirst("\\.json$", "");
    said.judgements()
        .forEach(
            (name, judgement) -> {
              try {
                Path own = file.toAbsolutePath().getParent();
                String title =
                    stem.equals("minimal")
                        ? own.getParent().getFileName() + ", minimal"
                        : own.getFileName() + ", " + stem;
                Explanation.write(
                    file.toAbsolutePath().getParent(),
                    name.isEmpty() || name.equals(stem) ? stem : stem + "." + name,
                    title,
                    judgement,
                    said.before(name));
              } catch (IOException e) {
                // A picture is no part of the answer.
              }
            });
  }

  /** In a child, which a new one follows where it ends. */
  final class Child implements JobRunner {

    private static final JsonMapper JSON = JsonMapper.shared();

    /** Before each answer: what else a driver prints is its own. */
    private static final String MARK = "coopcts-answer ";

    private static final Duration LIMIT = Duration.ofSeconds(60);

    private final String device;
    private final Path cache;
    private final Path crashes;
    private final Strictness strictness;
    private Process process;
    private BufferedReader in;
    private BufferedWriter out;

    Child(String device, Path cache, Path crashes, Strictness strictness) {
      this.device = device;
      this.cache = cache;
      this.crashes = crashes;
      this.strictness = strictness;
    }

    @Override
    public Answer run(Path job, boolean isExplained) {
      try {
        if (process == null) {
          start();
        }
        out.write((isExplained ? "+" : "-") + job.toAbsolutePath() + "\n");
        out.flush();
        String line =
            CompletableFuture.supplyAsync(this::line).get(LIMIT.toSeconds(), TimeUnit.SECONDS);
        if (line != null) {
          return JSON.readValue(line, Answer.class);
        }
        Answer answer = ended(Verdict.CRASH, CrashOutput.of(crashes, process.waitFor()));
        // The next one opens the device while somebody thinks about this.
        start();
        return answer;
      } catch (TimeoutException e) {
        close();
        return ended(
            Verdict.TIMEOUT,
            "no end within %d s, a limit of this run and of no text".formatted(LIMIT.toSeconds()));
      } catch (IOException | ExecutionException e) {
        close();
        return new Answer(Verdict.CRASH, List.of("the process of the driver ended: " + e));
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        close();
        return new Answer(Verdict.MISSING, List.of("interrupted"));
      }
    }

    /** A driver's end is a verdict; a shader that ends the front end has come to no driver. */
    private Answer ended(Verdict drivers, String words) {
      return Culprit.last(culprit()).filter(one -> one == Culprit.FRONT_END).isPresent()
          ? new Answer(
              Verdict.COMPILE_ERROR,
              List.of(
                  drivers == Verdict.CRASH
                      ? Culprit.FRONT_END + " crashed: " + words
                      : "%s: %s".formatted(Culprit.FRONT_END, words)))
          : new Answer(drivers, List.of(words));
    }

    private Path culprit() {
      return crashes.resolve("culprit").toAbsolutePath();
    }

    private void start() throws IOException {
      Files.createDirectories(crashes);
      Files.deleteIfExists(culprit());
      List<String> command = new ArrayList<>(Launcher.java());
      command.addAll(
          List.of(
              "-XX:TieredStopAtLevel=1",
              "-XX:+UseSerialGC",
              "-Xmx1g",
              "-XX:-CreateCoredumpOnCrash",
              "-XX:ErrorFile=" + crashes.resolve(CrashOutput.FILE).toAbsolutePath(),
              "-cp",
              System.getProperty("java.class.path"),
              JobRunner.Child.class.getName(),
              device,
              cache.toAbsolutePath().toString(),
              strictness.name(),
              culprit().toString()));
      process = new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.DISCARD).start();
      in = process.inputReader(StandardCharsets.UTF_8);
      out = process.outputWriter(StandardCharsets.UTF_8);
    }

    /** The next answer, or null where the child ended. */
    private String line() {
      try {
        String line;
        while ((line = in.readLine()) != null) {
          if (line.startsWith(MARK)) {
            return line.substring(MARK.length());
          }
        }
        return null;
      } catch (IOException e) {
        return null;
      }
    }

    @Override
    public void close() {
      if (process != null) {
        process.destroyForcibly();
        process = null;
      }
    }

    /**
     * Runs a child process, which {@link JobRunner#of} starts. It answers each job whose path it
     * reads from its input, until the input ends.
     *
     * @param arguments device, cache, strictness and the file in which {@link Culprit} notes who
     *     works
     * @throws Exception if the device cannot be opened or the input cannot be read
     */
    public static void main(String[] arguments) throws Exception {
      Locale.setDefault(Locale.ROOT);
      Path cache = Path.of(arguments[1]);
      Strictness strictness = Strictness.valueOf(arguments[2]);
      Consumer<Culprit> turns = Culprit.in(Path.of(arguments[3]));
      try (Device device = Devices.open(arguments[0]);
          BufferedReader jobs =
              new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8))) {
        String job;
        while ((job = jobs.readLine()) != null) {
          Answer answer =
              answer(
                  device, Path.of(job.substring(1)), cache, strictness, job.startsWith("+"), turns);
          System.out.println(MARK + JSON.writeValueAsString(answer));
          System.out.flush();
        }
      }
    }
  }
}
