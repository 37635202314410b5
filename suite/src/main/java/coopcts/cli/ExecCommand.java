// SPDX-License-Identifier: Apache-2.0
package coopcts.cli;

import coopcts.device.Device;
import coopcts.device.Devices;
import coopcts.jobs.Culprit;
import coopcts.jobs.Job;
import coopcts.jobs.JobRun;
import coopcts.jobs.NumberFile;
import coopcts.plan.Verdict;
import coopcts.reports.UsageException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code exec}: one shader job on a device. */
@Command(name = "exec", description = "run one shader job and write its buffers")
final class ExecCommand implements Callable<Integer> {

  @Parameters(paramLabel = "JOB.json", description = "the job file")
  private Path file;

  @Mixin private DeviceOptions device;

  @Mixin private StrictnessOptions strictness;

  @Option(
      names = "--out",
      paramLabel = "DIR",
      description = "write each buffer after the run below this folder")
  private Path out;

  @Option(
      names = "--numbers",
      paramLabel = "csv|json|npy",
      description = "with --out: write buffers that have a type as numbers too")
  private Numbers numbers;

  /** Files of numbers, by their ends. */
  private enum Numbers {
    csv,
    json,
    npy
  }

  @Option(
      names = "--repeat",
      paramLabel = "N",
      defaultValue = "1",
      description = "run it N times and print the rate")
  private int repeat;

  @Option(
      names = "--after",
      paramLabel = "JOB.json",
      description = "run this job first on the same device, whatever its result; may be repeated")
  private List<Path> after = List.of();

  @Option(
      names = "--violations",
      paramLabel = "N",
      defaultValue = "20",
      description =
          "reference device: say at most so many broken rules, each once for a line of the source"
              + " (default: ${DEFAULT-VALUE})")
  private int violations;

  @Option(
      names = "--timeout",
      paramLabel = "SECONDS",
      defaultValue = "60",
      description = "end everything after this time (default: ${DEFAULT-VALUE})")
  private int timeout;

  @Spec private CommandSpec spec;

  @Override
  public Integer call() throws Exception {
    if (repeat < 1 || timeout < 1 || violations < 1) {
      throw new UsageException("--repeat, --timeout and --violations take a number from 1");
    }
    JobRun job = new JobRun(file, Environment.kept(), strictness.strictness());
    String wanted = device.spec(List.of("violations=" + violations));
    return JobProcess.isInside()
        ? JobProcess.inside(turns -> run(job, wanted, turns))
        : JobProcess.run(
            spec.root().commandLine().getParseResult().originalArgs(), Duration.ofSeconds(timeout));
  }

  private int run(JobRun job, String wanted, Consumer<Culprit> turns) throws Exception {
    turns.accept(Culprit.FRONT_END);
    job.compile();
    List<JobRun> before = new ArrayList<>();
    for (Path other : after) {
      JobRun earlier = new JobRun(other, Environment.kept(), strictness.strictness());
      if (earlier.isRule()) {
        throw new UsageException(
            "--after %s: the front end's rules run on no device".formatted(other));
      }
      earlier.compile();
      before.add(earlier);
    }
    JobRun.Said said;
    if (job.isRule()) {
      said = job.rule();
    } else {
      turns.accept(Culprit.of(wanted));
      try (Device opened = Devices.open(wanted)) {
        turns.accept(Culprit.of(opened));
        for (JobRun earlier : before) {
          earlier.run(opened, 1, (_, _) -> {});
        }
        said = job.run(opened, repeat, ExecCommand::rate);
      }
    }
    if (!device.isReference()) {
      job.doubts().forEach(doubt -> System.err.println("coopcts: " + doubt));
    }
    said.text().forEach(System.out::println);
    if (out != null && said.completed() != null) {
      write(job.files().bound(), said.completed().bound());
      write(job.files().addressed(), said.completed().addressed());
    }
    return said.verdict() == Verdict.MISSING
        ? Main.NOT_EXECUTED
        : said.verdict().isGood() ? 0 : Main.UNEXPECTED;
  }

  private static void rate(int runs, long nanoseconds) {
    if (runs > 1) {
      double seconds = nanoseconds / 1e9;
      System.out.printf("%.1f dispatches/s, %.1f us each%n", runs / seconds, seconds / runs * 1e6);
    }
  }

  private void write(List<Job.Buffer> buffers, List<byte[]> contents) {
    try {
      Files.createDirectories(out);
      for (int i = 0; i < buffers.size(); i++) {
        Job.Buffer buffer = buffers.get(i);
        Files.write(out.resolve(buffer.label() + ".bin"), contents.get(i));
        if (numbers != null && buffer.type() != null) {
          Files.write(
              out.resolve(buffer.label() + "." + numbers),
              NumberFile.write(
                  numbers.name(), contents.get(i), NumberFile.type(buffer.type()).orElseThrow()));
        }
      }
    } catch (IOException e) {
      throw new UsageException("--out " + out + " cannot be written");
    }
  }
}
