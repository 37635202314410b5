package coopcts.cli;

import coopcts.device.Device;
import coopcts.device.DeviceException;
import coopcts.device.DeviceUnavailableException;
import coopcts.device.Devices;
import coopcts.device.Dispatch;
import coopcts.device.Kernel;
import coopcts.device.Outcome;
import coopcts.jobs.Job;
import coopcts.jobs.JobFiles;
import coopcts.model.DeviceReport;
import coopcts.model.ShaderStage;
import coopcts.reports.UsageException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code exec}: one shader job on a device. */
@Command(name = "exec", description = "run one shader job and write its buffers")
final class ExecCommand implements Callable<Integer> {

  @Parameters(paramLabel = "JOB.json", description = "the job file")
  private Path file;

  @Mixin private DeviceOptions device;

  @Option(
      names = "--out",
      paramLabel = "DIR",
      description = "write each buffer after the run below this folder")
  private Path out;

  @Option(
      names = "--repeat",
      paramLabel = "N",
      defaultValue = "1",
      description = "run it N times and print the rate")
  private int repeat;

  @Option(
      names = "--timeout",
      paramLabel = "SECONDS",
      defaultValue = "60",
      description = "end everything after this time (default: ${DEFAULT-VALUE})")
  private int timeout;

  @Override
  public Integer call() throws Exception {
    Job job = Job.read(file);
    JobFiles files = new JobFiles(job, file, Environment.cache().resolve("spirv"));
    Kernel kernel = files.kernel();
    Thread watch = watch();
    Outcome outcome;
    try (Device opened = Devices.open(device.spec())) {
      require(kernel.stage(), opened.report());
      outcome = run(opened, kernel, files.dispatch(opened));
    } catch (DeviceException e) {
      outcome = e.outcome();
    } finally {
      watch.interrupt();
    }
    if (!(outcome instanceof Outcome.Completed completed)) {
      System.err.println("coopcts: " + text(outcome));
      return Main.UNEXPECTED;
    }
    boolean good =
        compare(files.bound(), completed.bound(), files)
            & compare(files.addressed(), completed.addressed(), files);
    if (out != null) {
      write(files.bound(), completed.bound());
      write(files.addressed(), completed.addressed());
    }
    return good ? 0 : Main.UNEXPECTED;
  }

  private static void require(ShaderStage stage, DeviceReport report)
      throws DeviceUnavailableException {
    Optional<String> missing = report.missing(stage.features());
    if (missing.isPresent()) {
      throw new DeviceUnavailableException(
          "this device does not report %s, which %s shaders need".formatted(missing.get(), stage));
    }
  }

  private Outcome run(Device on, Kernel kernel, Dispatch dispatch) {
    try (Device.Pipeline pipeline = on.prepare(kernel)) {
      long start = System.nanoTime();
      Outcome outcome = pipeline.run(dispatch);
      for (int i = 1; i < repeat; i++) {
        outcome = pipeline.run(dispatch);
      }
      if (repeat > 1) {
        double seconds = (System.nanoTime() - start) / 1e9;
        System.out.printf(
            "%.1f dispatches/s, %.1f us each%n", repeat / seconds, seconds / repeat * 1e6);
      }
      return outcome;
    } catch (DeviceException e) {
      return e.outcome();
    }
  }

  /** A device that hangs cannot be stopped but with the process. */
  private Thread watch() {
    return Thread.ofPlatform()
        .daemon()
        .start(
            () -> {
              try {
                TimeUnit.SECONDS.sleep(timeout);
                System.err.println("coopcts: no end within " + timeout + " s");
                Runtime.getRuntime().halt(Main.UNEXPECTED);
              } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
              }
            });
  }

  private static String text(Outcome outcome) {
    return switch (outcome) {
      case Outcome.Completed _ -> "completed";
      case Outcome.DeviceLost(String message) -> "the device is lost: " + message;
      case Outcome.Refused(String message) -> "the driver refuses the shader: " + message;
      case Outcome.Invalid(String message) -> "the shader breaks a rule: " + message;
      case Outcome.Unsupported(String message) ->
          "not supported by the reference device: " + message;
      case Outcome.WroteOutside(String where) -> "memory " + where + " was changed";
      case Outcome.TimedOut(String message) -> message;
    };
  }

  private boolean compare(List<Job.Buffer> buffers, List<byte[]> actual, JobFiles files) {
    boolean good = true;
    for (int i = 0; i < buffers.size(); i++) {
      if (buffers.get(i).expect() != null) {
        byte[] expected = files.read(buffers.get(i).expect());
        int at = Arrays.mismatch(expected, actual.get(i));
        if (at >= 0) {
          good = false;
          System.out.printf(
              "%s differs from %s at byte %d%n",
              buffers.get(i).label(), buffers.get(i).expect(), at);
        }
      }
    }
    return good;
  }

  private void write(List<Job.Buffer> buffers, List<byte[]> contents) {
    try {
      Files.createDirectories(out);
      for (int i = 0; i < buffers.size(); i++) {
        Files.write(out.resolve(buffers.get(i).label() + ".bin"), contents.get(i));
      }
    } catch (IOException e) {
      throw new UsageException("--out " + out + " cannot be written");
    }
  }
}
