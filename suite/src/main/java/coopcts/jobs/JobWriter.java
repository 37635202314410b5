// SPDX-License-Identifier: Apache-2.0
package coopcts.jobs;

import coopcts.model.DeviceReport;
import coopcts.model.FollowUp;
import coopcts.model.SubmissionPath;
import coopcts.model.VectorMatrix;
import coopcts.oracle.Expectation;
import coopcts.plan.Case;
import coopcts.plan.ConversionPlan;
import coopcts.plan.ConversionPlan.Chain;
import coopcts.plan.RulePlan;
import coopcts.plan.Shader;
import coopcts.plan.Trial;
import coopcts.run.one.Translator;
import coopcts.spirv.CompileException;
import coopcts.spirv.InstructionEdit;
import coopcts.spirv.ModuleWriter;
import coopcts.spirv.SpirvCache;
import coopcts.spirv.SpirvTools;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/** Writes shaders and what they run on as job files into one folder. */
final class JobWriter {

  private final Path folder;
  private final DeviceReport report;
  private boolean hasSource = true;

  JobWriter(Path folder, DeviceReport report) {
    this.folder = folder;
    this.report = report;
  }

  /** Writes a shader's source, its SPIR-V and its disassembly. */
  void shader(Shader shader, Path cache) throws IOException, CompileException {
    Files.writeString(folder.resolve(source(shader)), shader.glsl());
    try (SpirvCache spirv = new SpirvCache(cache);
        Translator translator = new Translator(spirv);
        SpirvTools tools = new SpirvTools()) {
      byte[] module = translator.spirv(shader);
      Files.write(folder.resolve("shader.spv"), module);
      Files.writeString(
          folder.resolve("shader.spvasm"),
          shader.target().way() == SubmissionPath.MAINTENANCE1
              ? "; calls of instruction_N stand for instruction N, which this text has no name"
                  + " for\n"
                  + tools.disassemble(translator.spirv(plain(shader)))
              : tools.disassemble(module));
    }
  }

  private static Shader plain(Shader shader) {
    return shader.with(shader.target().by(SubmissionPath.PLAIN));
  }

  /** Writes a module alone, which the jobs then name. */
  void module(byte[] spirv) throws IOException {
    Files.write(folder.resolve("shader.spv"), spirv);
    hasSource = false;
  }

  static String source(Shader shader) {
    return "shader." + shader.target().stage().suffix();
  }

  /** Writes the job of one run and returns its file. */
  Path job(Shader shader, String name, Trial trial) throws IOException {
    return job(shader, name, trial, null);
  }

  /**
   * Writes the job of one run.
   *
   * @param together the run as the suite knows it, where its buffers are judged together; or null
   */
  Path job(Shader shader, String name, Trial trial, Job.Together together) throws IOException {
    return write(
        name,
        new Job(
            Job.SCHEMA,
            isSource(shader) ? source(shader) : "shader.spv",
            shader.target().stage().suffix(),
            null,
            "main",
            trial.groups(),
            constants(shader),
            HexFormat.of().formatHex(trial.push()),
            report.subgroup().canRequireInCompute() && shader.subgroupSize().isPresent()
                ? shader.subgroupSize().getAsInt()
                : null,
            shader.target().fullSubgroups() ? true : null,
            shader.target().way() == SubmissionPath.PLAIN ? null : shader.target().way().toString(),
            null,
            buffers(shader, name, trial),
            addresses(shader, trial),
            matrices(shader, name, trial),
            trial.steps().stream().map(step -> step(shader, step)).toList(),
            null,
            after(shader, name, trial),
            null,
            null,
            together,
            null,
            null));
  }

  /** Whether the source alone says what the module is. */
  private boolean isSource(Shader shader) {
    return hasSource
        && shader.made().writer() == ModuleWriter.GLSL
        && shader.target().minor() == Shader.Target.USUAL.minor()
        && shader.target().optimization() == Shader.Target.USUAL.optimization()
        && !shader.target().way().isOfModule();
  }

  /** Writes the job of matrices that are converted. */
  Path job(String name, ConversionPlan plan, List<Chain> chains) throws IOException {
    List<Job.Chain> written = new ArrayList<>();
    for (Chain chain : chains) {
      String stem = name + "." + chain.name();
      written.add(
          new Job.Chain(
              chain.name(),
              bytes(stem + ".bin", chain.source()),
              chain.stops().stream().map(JobWriter::matrix).toList(),
              bytes(stem + ".expected.bin", chain.expected().bytes()),
              accept(stem, chain.expected(), List.of())));
    }
    return write(name, Job.of(new Job.Conversions(plan.byCommand() ? true : null, written)));
  }

  /** Writes the job of what a case asks the device. */
  Path job(Case asks) throws IOException {
    return write("asks", Job.of(asks.name()));
  }

  /** Writes the job of a text and what must be said of it. */
  Path job(RulePlan.Variant variant) throws IOException {
    String file = variant.name() + "." + variant.stage().suffix();
    Files.writeString(folder.resolve(file), variant.text());
    return write(
        variant.name(),
        Job.of(
            file,
            variant.stage().suffix(),
            new Job.Rule(
                variant.minor().isPresent() ? variant.minor().getAsInt() : null,
                variant.accepted(),
                variant.validated(),
                variant.complaint(),
                variant.edits().stream().map(InstructionEdit.class::cast).toList(),
                List.of(),
                variant.present(),
                variant.absent())));
  }

  private Path write(String name, Job job) throws IOException {
    Path file = folder.resolve(plain(name) + ".json");
    job.write(file);
    return file;
  }

  private List<Job.Buffer> buffers(Shader shader, String job, Trial trial) throws IOException {
    List<Job.Buffer> buffers = new ArrayList<>();
    for (int n = 0; n < shader.buffers().size(); n++) {
      buffers.add(
          buffer(
              job,
              shader.buffers().get(n),
              new Job.BufferPlace(set(shader), n, null),
              trial.buffers().get(n),
              n,
              trial));
    }
    for (int n = 0; n < shader.addressed().size(); n++) {
      int judged = shader.buffers().size() + n;
      buffers.add(
          buffer(job, shader.addressed().get(n), null, trial.addressed().get(n), judged, trial));
    }
    return buffers;
  }

  private Job.Buffer buffer(
      String job, String name, Job.BufferPlace bound, byte[] bytes, int judged, Trial trial)
      throws IOException {
    String stem = job + "." + name;
    Expectation.Buffer expected = trial.expectation().buffers().get(judged);
    String file = bytes(stem + ".bin", bytes);
    return new Job.Buffer(
        name,
        bound == null ? null : bound.set(),
        bound == null ? null : bound.binding(),
        null,
        bytes.length,
        file,
        null,
        expected.isJudged() ? bytes(stem + ".expected.bin", expected.bytes()) : null,
        expected.isJudged() ? accept(stem, expected, totals(trial, judged)) : null,
        bound == null ? true : null,
        null,
        null);
  }

  private static List<Expectation.Total> totals(Trial trial, int buffer) {
    return trial.expectation().totals().stream().filter(total -> total.buffer() == buffer).toList();
  }

  /** A file's name without what a shell takes for its own. */
  private static String plain(String name) {
    return name.replaceAll("[^A-Za-z0-9_.+-]", "_");
  }

  private String bytes(String name, byte[] bytes) throws IOException {
    String file = plain(name);
    Files.write(folder.resolve(file), bytes);
    return file;
  }

  private String accept(String stem, Expectation.Buffer expected, List<Expectation.Total> totals)
      throws IOException {
    AcceptanceFile accept = AcceptanceFile.of(expected, totals);
    if (accept.isEmpty()) {
      return null;
    }
    String file = plain(stem) + ".accept.json";
    accept.write(folder.resolve(file));
    return file;
  }

  /**
   * The matrices that the device puts into buffers before the run. Their files begin with a digit,
   * as no buffer's name does.
   */
  private List<Job.Matrix> matrices(Shader shader, String job, Trial trial) throws IOException {
    List<Job.Matrix> matrices = new ArrayList<>();
    for (Trial.Into into : trial.conversions().before()) {
      String file = bytes("%s.%d.matrix.bin".formatted(job, matrices.size()), into.rowMajor());
      matrices.add(
          Job.Matrix.of(file, into.buffer(), into.offset(), into.capacity(), into.matrix())
              .in(shader));
    }
    return matrices;
  }

  private List<Job.Readback> after(Shader shader, String job, Trial trial) throws IOException {
    List<Job.Readback> after = new ArrayList<>();
    int judged = shader.buffers().size() + shader.addressed().size();
    for (Trial.From from : trial.conversions().after()) {
      String stem = job + "." + from.name();
      Expectation.Buffer expected = trial.expectation().buffers().get(judged);
      after.add(
          new Job.Readback(
              from.name(),
              Job.Matrix.of(null, from.buffer(), from.offset(), from.capacity(), from.matrix())
                  .in(shader),
              bytes(stem + ".expected.bin", expected.bytes()),
              accept(stem, expected, totals(trial, judged)),
              from.keepsBehind() ? true : null));
      judged++;
    }
    return after;
  }

  private static Job.Matrix matrix(VectorMatrix matrix) {
    return Job.Matrix.of(null, null, 0, 0, matrix);
  }

  private static int set(Shader shader) {
    return shader.target().set();
  }

  private static Job.JobFollowUp step(Shader shader, FollowUp step) {
    return switch (step) {
      case FollowUp.Again(byte[] push) -> new Job.JobFollowUp(HexFormat.of().formatHex(push), null);
      case FollowUp.Convert(FollowUp.MatrixPlace from, FollowUp.MatrixPlace to) ->
          new Job.JobFollowUp(
              null,
              List.of(Job.Matrix.of(null, from).in(shader), Job.Matrix.of(null, to).in(shader)));
    };
  }

  private static List<Job.Address> addresses(Shader shader, Trial trial) {
    return trial.addresses().stream()
        .map(
            at ->
                new Job.Address(
                    shader.addressed().get(at.from()),
                    new Job.BufferPlace(set(shader), at.into(), at.offset()),
                    null))
        .toList();
  }

  /** Specialization constants as the exchange format has them: numbers by their id. */
  private static SortedMap<Integer, Double> constants(Shader shader) {
    SortedMap<Integer, Double> constants = new TreeMap<>();
    shader
        .constants()
        .forEach(
            (id, constant) ->
                constants.put(id, constant.type().format().toDouble(constant.bits())));
    return constants;
  }
}
