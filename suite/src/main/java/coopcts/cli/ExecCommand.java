package coopcts.cli;

import coopcts.device.Device;
import coopcts.device.DeviceException;
import coopcts.device.Devices;
import coopcts.device.Dispatch;
import coopcts.device.Kernel;
import coopcts.device.Kernel.Binding;
import coopcts.device.Outcome;
import coopcts.glsl.StageFrame;
import coopcts.model.ShaderStage;
import coopcts.reports.UsageException;
import coopcts.spirv.CompileException;
import coopcts.spirv.Compiler;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.SortedMap;
import java.util.TreeMap;
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
    Path folder = file.toAbsolutePath().getParent();
    ShaderStage stage = ShaderStage.of(job.stage()).orElseThrow();
    byte[] spirv = spirv(job, stage, folder);
    List<Job.Buffer> bound =
        new ArrayList<>(job.buffers().stream().filter(b -> !b.isAddressed()).toList());
    bound.sort((a, b) -> binding(a).compareTo(binding(b)));
    List<Job.Buffer> addressed = job.buffers().stream().filter(Job.Buffer::isAddressed).toList();
    byte[] push = hex(job.push());
    Kernel kernel =
        new Kernel(
            file.toString(),
            stage,
            companions(stage),
            spirv,
            job.entry(),
            new SpecializationTypes(spirv).encode(job.specialization()),
            bound.stream().map(ExecCommand::binding).toList(),
            push.length,
            job.requiredSubgroupSize() == null
                ? OptionalInt.empty()
                : OptionalInt.of(job.requiredSubgroupSize()),
            false);
    Dispatch dispatch =
        new Dispatch(
            job.groups(),
            push,
            contents(bound, folder),
            contents(addressed, folder),
            patches(job, bound, addressed));
    watch();
    Outcome outcome;
    try (Devices.Open open = Devices.open(device.spec())) {
      outcome = run(open.device(), kernel, dispatch);
    }
    if (!(outcome instanceof Outcome.Completed completed)) {
      System.err.println("coopcts: " + text(outcome));
      return Main.UNEXPECTED;
    }
    boolean good =
        compare(bound, completed.bound(), folder)
            & compare(addressed, completed.addressed(), folder);
    if (out != null) {
      write(bound, completed.bound());
      write(addressed, completed.addressed());
    }
    return good ? 0 : Main.UNEXPECTED;
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
  private void watch() {
    Thread.ofPlatform()
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
      case Outcome.WroteOutside(String where) -> "memory " + where + " was changed";
      case Outcome.TimedOut(String message) -> message;
    };
  }

  private static byte[] spirv(Job job, ShaderStage stage, Path folder) {
    Path shader = folder.resolve(job.shader());
    try {
      if (job.shader().endsWith(".spv")) {
        return Files.readAllBytes(shader);
      }
      try (Compiler compiler = new Compiler()) {
        return compiler.compile(Files.readString(shader), job.shader(), stage);
      }
    } catch (IOException e) {
      throw new UsageException("the shader " + shader + " cannot be read");
    } catch (CompileException e) {
      throw new UsageException(
          "the shader does not compile: " + e.getMessage().lines().findFirst().orElse(""));
    }
  }

  private static SortedMap<ShaderStage, byte[]> companions(ShaderStage stage)
      throws CompileException {
    SortedMap<ShaderStage, byte[]> modules = new TreeMap<>();
    try (Compiler compiler = new Compiler()) {
      for (Map.Entry<ShaderStage, String> other : StageFrame.companions(stage).entrySet()) {
        modules.put(
            other.getKey(), compiler.compile(other.getValue(), "companion", other.getKey()));
      }
    }
    return modules;
  }

  private static Binding binding(Job.Buffer buffer) {
    return new Binding(buffer.set(), buffer.binding());
  }

  private static byte[] hex(String text) {
    try {
      return HexFormat.of().parseHex(text.replaceAll("\\s", ""));
    } catch (IllegalArgumentException e) {
      throw new UsageException("'" + text + "' is not a row of hexadecimal bytes");
    }
  }

  private static List<byte[]> contents(List<Job.Buffer> buffers, Path folder) {
    List<byte[]> contents = new ArrayList<>();
    for (Job.Buffer buffer : buffers) {
      byte[] bytes = buffer.file() != null ? read(folder.resolve(buffer.file())) : filled(buffer);
      contents.add(buffer.bytes() == null ? bytes : Arrays.copyOf(bytes, buffer.bytes()));
    }
    return contents;
  }

  private static byte[] filled(Job.Buffer buffer) {
    byte[] fill = hex(buffer.fill() == null ? "00" : buffer.fill());
    byte[] bytes = new byte[buffer.bytes()];
    for (int i = 0; i < bytes.length && fill.length > 0; i++) {
      bytes[i] = fill[i % fill.length];
    }
    return bytes;
  }

  private static byte[] read(Path file) {
    try {
      return Files.readAllBytes(file);
    } catch (IOException e) {
      throw new UsageException("the buffer file " + file + " cannot be read");
    }
  }

  private static List<Dispatch.AddressPatch> patches(
      Job job, List<Job.Buffer> bound, List<Job.Buffer> addressed) {
    List<Dispatch.AddressPatch> patches = new ArrayList<>();
    for (Job.Address address : job.addresses()) {
      List<String> names = addressed.stream().map(Job.Buffer::name).toList();
      List<Binding> bindings = bound.stream().map(ExecCommand::binding).toList();
      int from = names.indexOf(address.buffer());
      int into = bindings.indexOf(new Binding(address.into().set(), address.into().binding()));
      if (from < 0 || into < 0) {
        throw new UsageException(
            "the address of '" + address.buffer() + "' has no such buffer or no such place");
      }
      int offset = address.into().offset() == null ? 0 : address.into().offset();
      patches.add(new Dispatch.AddressPatch(from, into, offset));
    }
    return patches;
  }

  private boolean compare(List<Job.Buffer> buffers, List<byte[]> actual, Path folder) {
    boolean good = true;
    for (int i = 0; i < buffers.size(); i++) {
      if (buffers.get(i).expect() != null) {
        byte[] expected = read(folder.resolve(buffers.get(i).expect()));
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
