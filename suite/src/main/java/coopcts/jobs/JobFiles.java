package coopcts.jobs;

import coopcts.device.Device;
import coopcts.device.DeviceException;
import coopcts.device.Dispatch;
import coopcts.device.Kernel;
import coopcts.device.Kernel.Binding;
import coopcts.model.ShaderStage;
import coopcts.model.Step;
import coopcts.plan.Trial;
import coopcts.reports.UsageException;
import coopcts.run.one.Conversions;
import coopcts.spirv.CompileException;
import coopcts.spirv.Compiler;
import coopcts.spirv.SpirvCache;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;
import java.util.OptionalInt;
import java.util.SortedMap;

/** A job with the files that it names, as a device takes it. */
public final class JobFiles {

  private final Job job;
  private final Path file;
  private final Path folder;
  private final Path cache;
  private final List<Job.Buffer> bound;
  private final List<Job.Buffer> addressed;

  /**
   * @param file the job file; others are relative to it
   * @param cache folder of compiled shaders
   */
  public JobFiles(Job job, Path file, Path cache) {
    this.job = job;
    this.file = file;
    this.cache = cache;
    this.folder = file.toAbsolutePath().getParent();
    this.bound =
        job.buffers().stream()
            .filter(buffer -> !buffer.isAddressed())
            .sorted(Comparator.comparing(JobFiles::binding))
            .toList();
    this.addressed = job.buffers().stream().filter(Job.Buffer::isAddressed).toList();
  }

  /** The buffers that are bound, in the order of their bindings. */
  public List<Job.Buffer> bound() {
    return bound;
  }

  /** The buffers that are reached by their address. */
  public List<Job.Buffer> addressed() {
    return addressed;
  }

  /**
   * The shader.
   *
   * @throws UsageException if it is missing or does not compile
   */
  public Kernel kernel() throws CompileException {
    ShaderStage stage = ShaderStage.of(job.stage()).orElseThrow();
    byte[] spirv = spirv(stage);
    return new Kernel(
        file.toString(),
        stage,
        companions(stage),
        spirv,
        job.entry(),
        new SpecializationTypes(spirv).encode(job.specialization()),
        bound.stream().map(JobFiles::binding).toList(),
        hex(job.push()).length,
        job.requiredSubgroupSize() == null
            ? OptionalInt.empty()
            : OptionalInt.of(job.requiredSubgroupSize()),
        false,
        false);
  }

  /**
   * What it is run on.
   *
   * @param device puts matrices into the layouts that they are to have
   */
  public Dispatch dispatch(Device device) throws DeviceException {
    List<byte[]> before = contents(bound);
    for (Job.Matrix matrix : job.convert()) {
      int buffer = index(matrix.set(), matrix.binding());
      Conversions.into(
          device,
          new Trial.Into(
              buffer, matrix.offset(), read(matrix.file()), matrix.matrix(), matrix.bytes()),
          before.get(buffer));
    }
    return new Dispatch(
        job.groups(),
        hex(job.push()),
        before,
        contents(addressed),
        patches(),
        job.then().stream().map(this::step).toList());
  }

  private byte[] spirv(ShaderStage stage) {
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

  private SortedMap<ShaderStage, byte[]> companions(ShaderStage stage) throws CompileException {
    try (SpirvCache spirv = new SpirvCache(cache)) {
      return spirv.companions(stage);
    }
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

  private List<byte[]> contents(List<Job.Buffer> buffers) {
    List<byte[]> contents = new ArrayList<>();
    for (Job.Buffer buffer : buffers) {
      byte[] bytes = buffer.file() != null ? read(buffer.file()) : filled(buffer);
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

  /** The bytes of a file beside the job. */
  public byte[] read(String name) {
    Path path = folder.resolve(name);
    try {
      return Files.readAllBytes(path);
    } catch (IOException e) {
      throw new UsageException("the buffer file " + path + " cannot be read");
    }
  }

  private int index(int set, int binding) {
    Binding wanted = new Binding(set, binding);
    for (int i = 0; i < bound.size(); i++) {
      if (binding(bound.get(i)).equals(wanted)) {
        return i;
      }
    }
    throw new UsageException("there is no buffer with set " + set + ", binding " + binding);
  }

  private Step step(Job.Step step) {
    return step.push() != null
        ? new Step.Again(hex(step.push()))
        : new Step.Convert(place(step.convert().get(0)), place(step.convert().get(1)));
  }

  private Step.Place place(Job.Matrix matrix) {
    return new Step.Place(
        index(matrix.set(), matrix.binding()), matrix.offset(), matrix.matrix(), matrix.bytes());
  }

  private List<Dispatch.AddressPatch> patches() {
    List<Dispatch.AddressPatch> patches = new ArrayList<>();
    for (Job.Address address : job.addresses()) {
      List<String> names = addressed.stream().map(Job.Buffer::name).toList();
      int from = names.indexOf(address.buffer());
      int into = index(address.into().set(), address.into().binding());
      if (from < 0) {
        throw new UsageException("there is no addressed buffer '" + address.buffer() + "'");
      }
      int offset = address.into().offset() == null ? 0 : address.into().offset();
      patches.add(new Dispatch.AddressPatch(from, into, offset));
    }
    return patches;
  }
}
