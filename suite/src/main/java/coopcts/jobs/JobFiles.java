// SPDX-License-Identifier: Apache-2.0
package coopcts.jobs;

import coopcts.device.Kernel;
import coopcts.device.Kernel.Binding;
import coopcts.model.Enabled;
import coopcts.model.FollowUp;
import coopcts.model.ShaderStage;
import coopcts.model.SubmissionPath;
import coopcts.oracle.Expectation;
import coopcts.plan.ConversionPlan.Chain;
import coopcts.plan.RulePlan;
import coopcts.plan.Shader;
import coopcts.plan.Trial;
import coopcts.reports.UsageException;
import coopcts.spirv.CompileException;
import coopcts.spirv.ModuleEdit;
import coopcts.spirv.SpirvCache;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * A job with the files that it names, in the form that a device takes. Files are read when they are
 * needed.
 */
public final class JobFiles {

  private final Job job;
  private final Path file;
  private final Path folder;
  private final Path cache;
  private final List<Job.Buffer> bound;
  private final List<Job.Buffer> addressed;
  private Kernel kernel;
  private List<JobFiles> passes;

  /**
   * @param file the job file; others are relative to it
   * @param cache folder of compiled shaders
   */
  JobFiles(Job job, Path file, Path cache) {
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

  /**
   * {@return the buffers that are bound, without those reached by address, by set, binding and
   * element of an array; the order of a run's results}
   */
  public List<Job.Buffer> bound() {
    return bound;
  }

  /**
   * {@return the buffers that the shader reaches by their device address, in the order of the job
   * file; a run's results have them behind the bound ones}
   */
  public List<Job.Buffer> addressed() {
    return addressed;
  }

  /**
   * The shader.
   *
   * @throws UsageException if it is missing or does not compile
   */
  Kernel kernel() throws CompileException {
    if (kernel == null) {
      kernel = compiled();
    }
    return kernel;
  }

  private Kernel compiled() throws CompileException {
    ShaderStage stage = ShaderStage.of(job.stage()).orElseThrow();
    byte[] spirv = source().module(stage);
    return new Kernel(
        file.toString(),
        stage,
        companions(stage),
        new Kernel.Code(
            spirv, job.entry(), new SpecializationTypes(spirv).encode(job.specialization())),
        new Kernel.Inputs(bound.stream().map(JobFiles::binding).toList(), hex(job.push()).length),
        new Kernel.Subgroups(
            job.requiredSubgroupSize() == null
                ? OptionalInt.empty()
                : OptionalInt.of(job.requiredSubgroupSize()),
            Boolean.TRUE.equals(job.fullSubgroups())),
        way(),
        enabled());
  }

  private SubmissionPath way() {
    return job.way() == null ? SubmissionPath.PLAIN : SubmissionPath.of(job.way()).orElseThrow();
  }

  private Set<Enabled> enabled() {
    Set<Enabled> enabled = EnumSet.noneOf(Enabled.class);
    enabled.addAll(way().enabled());
    if (job.robustness() != null) {
      enabled.add(Enabled.ROBUST_ACCESS);
    }
    return enabled;
  }

  /** The file of the shader. */
  Path shaderFile() {
    return folder.resolve(job.shader());
  }

  /** The same with subgroups of a required size. */
  JobFiles requiring(int size) throws CompileException {
    JobFiles other = new JobFiles(job, file, cache);
    other.kernel = kernel().requiring(size);
    return other;
  }

  private ShaderSource source() {
    return new ShaderSource(job, folder);
  }

  /**
   * What the validator has against a module that did not come from GLSL; empty if nothing. It does
   * not know all instructions of VK_EXT_cooperative_matrix_maintenance1.
   */
  Optional<String> objection() throws CompileException {
    return kernel().way() == SubmissionPath.MAINTENANCE1
        ? Optional.empty()
        : source().objection(kernel().spirv());
  }

  /** The shader's buffers by their names, as the judge speaks of them. */
  Shader shader() {
    return Shader.of(
            "",
            OptionalInt.empty(),
            hex(job.push()).length,
            bound.stream().map(Job.Buffer::label).toArray(String[]::new))
        .addressing(addressed.stream().map(Job.Buffer::label).toArray(String[]::new));
  }

  /** What it is run on, and what memory may hold afterwards. */
  Trial trial() {
    List<Expectation.Buffer> expected = new ArrayList<>();
    List<Expectation.Total> totals = new ArrayList<>();
    for (Job.Buffer buffer : bound) {
      expected.add(expectation(buffer, expected.size(), totals));
    }
    for (Job.Buffer buffer : addressed) {
      expected.add(expectation(buffer, expected.size(), totals));
    }
    List<Trial.From> after = new ArrayList<>();
    for (Job.Readback from : job.after()) {
      FollowUp.MatrixPlace place = place(from.matrix());
      after.add(
          new Trial.From(
              from.name(),
              place.buffer(),
              place.offset(),
              place.matrix(),
              place.capacity(),
              Boolean.TRUE.equals(from.keepsBehind())));
      expected.add(expectation(from.expect(), from.accept(), null, expected.size(), totals));
    }
    return new Trial(
        hex(job.push()),
        bound.stream().map(this::contents).toList(),
        addressed.stream().map(this::contents).toList(),
        patches(),
        job.groups(),
        new Trial.Conversions(job.convert().stream().map(this::into).toList(), after),
        job.then().stream().map(this::step).toList(),
        new Expectation(expected, totals));
  }

  private Trial.Into into(Job.Matrix matrix) {
    return new Trial.Into(
        within(matrix), matrix.offset(), read(matrix.file()), matrix.matrix(), matrix.bytes());
  }

  /** The matrices that are converted without a shader. */
  List<Chain> chains() {
    return job.conversions().chains().stream()
        .map(
            chain ->
                new Chain(
                    chain.name(),
                    read(chain.file()),
                    chain.stops().stream().map(Job.Matrix::matrix).toList(),
                    expectation(chain.expect(), chain.accept(), null, 0, new ArrayList<>())))
        .toList();
  }

  /** What a front end must say of the shader. */
  RulePlan.Variant variant() {
    Job.Rule rule = job.rule();
    return new RulePlan.Variant(
        job.shader(),
        ShaderStage.of(job.stage()).orElseThrow(),
        new String(read(job.shader()), StandardCharsets.UTF_8),
        Stream.<List<? extends ModuleEdit>>of(
                Objects.requireNonNullElse(rule.edits(), List.of()),
                Objects.requireNonNullElse(rule.patches(), List.of()))
            .<ModuleEdit>flatMap(List::stream)
            .toList(),
        rule.minor() == null ? OptionalInt.empty() : OptionalInt.of(rule.minor()),
        new RulePlan.Answer(
            rule.accepted(),
            rule.validated(),
            rule.complaint() == null ? "" : rule.complaint(),
            ""),
        rule.present() == null ? List.of() : rule.present(),
        rule.absent() == null ? List.of() : rule.absent());
  }

  /**
   * @param before the buffer's contents before the run, or null
   */
  private Expectation.Buffer expectation(
      String expect, String accept, byte[] before, int number, List<Expectation.Total> totals) {
    if (expect == null && accept == null) {
      return Expectation.Buffer.UNJUDGED;
    }
    byte[] bytes = expect == null ? before : read(expect);
    if (accept == null) {
      return contents(bytes, before);
    }
    AcceptanceFile said = AcceptanceFile.read(folder.resolve(accept));
    totals.addAll(said.totals(number));
    return said.buffer(bytes);
  }

  /** A buffer of which no file says what is stored where: nothing is, if it stays as it was. */
  private static Expectation.Buffer contents(byte[] bytes, byte[] before) {
    return Arrays.equals(bytes, before)
        ? new Expectation.Buffer(bytes, new TreeMap<>(), List.of())
        : Expectation.Buffer.of(bytes);
  }

  private SortedMap<ShaderStage, byte[]> companions(ShaderStage stage) throws CompileException {
    try (SpirvCache spirv = new SpirvCache(cache)) {
      return spirv.companions(stage);
    }
  }

  private static Binding binding(Job.Buffer buffer) {
    return new Binding(
        buffer.set(), buffer.binding(), buffer.element() == null ? 0 : buffer.element());
  }

  private static byte[] hex(String text) {
    try {
      return HexFormat.of().parseHex(text.replaceAll("\\s", ""));
    } catch (IllegalArgumentException e) {
      throw new UsageException("'" + text + "' is not a row of hexadecimal bytes");
    }
  }

  private byte[] contents(Job.Buffer buffer) {
    byte[] bytes = buffer.file() != null ? read(buffer.file(), buffer) : filled(buffer);
    return buffer.bytes() == null ? bytes : Arrays.copyOf(bytes, buffer.bytes());
  }

  private static byte[] filled(Job.Buffer buffer) {
    byte[] fill = hex(buffer.fill() == null ? "00" : buffer.fill());
    byte[] bytes = new byte[buffer.bytes()];
    for (int i = 0; i < bytes.length && fill.length > 0; i++) {
      bytes[i] = fill[i % fill.length];
    }
    return bytes;
  }

  /** The bytes of a file that may hold a buffer's numbers. */
  private byte[] read(String name, Job.Buffer buffer) {
    byte[] bytes = read(name);
    return NumberFile.is(name)
        ? NumberFile.read(name, bytes, NumberFile.type(buffer.type()).orElseThrow())
        : bytes;
  }

  private Expectation.Buffer expectation(
      Job.Buffer buffer, int number, List<Expectation.Total> totals) {
    byte[] before = contents(buffer);
    if (buffer.tolerance() == null
        && (buffer.expect() == null || !NumberFile.is(buffer.expect()))) {
      return expectation(buffer.expect(), buffer.accept(), before, number, totals);
    }
    byte[] expected = buffer.expect() == null ? null : read(buffer.expect(), buffer);
    if (expected != null && expected.length != before.length) {
      throw new UsageException(
          "buffer %s has %d bytes, and %d are expected"
              .formatted(buffer.label(), before.length, expected.length));
    }
    if (buffer.tolerance() != null) {
      return ToleranceCheck.of(
          before, expected, NumberFile.type(buffer.type()).orElseThrow(), buffer.tolerance());
    }
    return buffer.accept() == null
        ? contents(expected, before)
        : AcceptanceFile.read(folder.resolve(buffer.accept())).buffer(expected);
  }

  /** The files of each pass behind the first. */
  List<JobFiles> passes() {
    if (passes == null) {
      passes = job.passes().stream().map(pass -> new JobFiles(job.of(pass), file, cache)).toList();
    }
    return passes;
  }

  /** The bytes of a file beside the job. */
  byte[] read(String name) {
    Path path = folder.resolve(name);
    if (Files.exists(path) && !Files.isRegularFile(path)) {
      // A device or a pipe may have no end.
      throw new UsageException("the buffer file " + path + " is no regular file");
    }
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

  /** The number of the buffer that a matrix lies in. */
  private int within(Job.Matrix matrix) {
    int index =
        matrix.name() == null
            ? index(matrix.set(), matrix.binding())
            : bound.size() + addressed(matrix.name());
    Job.Buffer buffer =
        index < bound.size() ? bound.get(index) : addressed.get(index - bound.size());
    int bytes = contents(buffer).length;
    if ((long) matrix.offset() + matrix.bytes() > bytes) {
      throw new UsageException(
          "a matrix of %d bytes at %d does not lie in buffer %s of %d bytes"
              .formatted(matrix.bytes(), matrix.offset(), buffer.label(), bytes));
    }
    return index;
  }

  private int addressed(String name) {
    int index = addressed.stream().map(Job.Buffer::name).toList().indexOf(name);
    if (index < 0) {
      throw new UsageException("there is no addressed buffer '" + name + "'");
    }
    return index;
  }

  private FollowUp step(Job.JobFollowUp step) {
    return step.push() != null
        ? new FollowUp.Again(hex(step.push()))
        : new FollowUp.Convert(place(step.convert().get(0)), place(step.convert().get(1)));
  }

  private FollowUp.MatrixPlace place(Job.Matrix matrix) {
    return new FollowUp.MatrixPlace(
        within(matrix), matrix.offset(), matrix.matrix(), matrix.bytes());
  }

  private List<Trial.Address> patches() {
    List<Trial.Address> patches = new ArrayList<>();
    for (Job.Address address : job.addresses()) {
      int from = addressed(address.buffer());
      if (address.push() != null) {
        int bytes = hex(job.push()).length;
        if (address.push() < 0 || address.push() % 8 != 0 || address.push() + 8L > bytes) {
          throw new UsageException(
              "an address takes 8 bytes at a multiple of 8: there are none at offset %d of %d bytes of push constants"
                  .formatted(address.push(), bytes));
        }
        patches.add(new Trial.Address(from, Trial.Address.PUSH, address.push()));
        continue;
      }
      int into = index(address.into().set(), address.into().binding());
      int offset = address.into().offset() == null ? 0 : address.into().offset();
      if (offset < 0 || offset % 8 != 0 || offset + 8L > contents(bound.get(into)).length) {
        throw new UsageException(
            "an address takes 8 bytes at a multiple of 8: there are none at offset %d of buffer %s"
                .formatted(offset, bound.get(into).label()));
      }
      patches.add(new Trial.Address(from, into, offset));
    }
    return patches;
  }
}
