package coopcts.jobs;

import coopcts.cases.Family;
import coopcts.cases.Profile;
import coopcts.model.DeviceReport;
import coopcts.model.Step;
import coopcts.numbers.NumberFormat;
import coopcts.plan.Case;
import coopcts.plan.ConversionPlan;
import coopcts.plan.ProbePlan;
import coopcts.plan.ReportPlan;
import coopcts.plan.RulePlan;
import coopcts.plan.Shader;
import coopcts.plan.ShaderPlan;
import coopcts.plan.Subcase;
import coopcts.plan.Trial;
import coopcts.reports.Folders;
import coopcts.reports.UsageException;
import coopcts.run.one.Translator;
import coopcts.run.select.Cases;
import coopcts.spirv.CompileException;
import coopcts.spirv.SpirvCache;
import coopcts.spirv.SpirvTools;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * A case written as files: shader in three forms, and for each subcase a job file with its inputs
 * and expected bytes.
 */
public final class Repro {

  private final Case tested;
  private final DeviceReport report;

  private Repro(Case tested, DeviceReport report) {
    this.tested = tested;
    this.report = report;
  }

  /**
   * The case with a name, in whichever profile it stands.
   *
   * @throws UsageException if the device has no such case, or does not support it
   */
  public static Repro find(List<Family> families, DeviceReport report, String name) {
    for (Profile profile : List.of(Profile.DEFAULT, Profile.FULL, Profile.SMOKE)) {
      Cases cases = new Cases(families, report, profile);
      for (Case candidate = cases.next(); candidate != null; candidate = cases.next()) {
        if (candidate.name().equals(name)) {
          candidate
              .unsupported()
              .ifPresent(
                  reason -> {
                    throw new UsageException(name + " is not supported here: " + reason);
                  });
          return new Repro(candidate, report);
        }
      }
    }
    throw new UsageException(
        "this device has no case '" + name + "'; run-cts.sh list shows the names");
  }

  /**
   * Writes the files.
   *
   * @return what to run next
   */
  public String write(Path folder, long seed) throws IOException, CompileException {
    Files.createDirectories(folder);
    return switch (tested.plan().get()) {
      case ShaderPlan plan -> write(folder, plan, seed);
      case RulePlan plan -> write(folder, plan);
      case ReportPlan _, ProbePlan _, ConversionPlan _ -> {
        String text = tested.name() + " asks what the device reports; it has no shader\n";
        Files.writeString(folder.resolve("readme.txt"), text);
        yield "./run-cts.sh --filter %s --device ...".formatted(tested.name());
      }
    };
  }

  private String write(Path folder, RulePlan plan) throws IOException {
    for (RulePlan.Variant variant : plan.variants()) {
      Files.writeString(
          folder.resolve(variant.name() + "." + variant.stage().suffix()), variant.text());
    }
    return "each file but those named in %s/rejected.txt must be accepted".formatted(folder)
        + note(folder, plan);
  }

  private static String note(Path folder, RulePlan plan) throws IOException {
    List<String> rejected =
        plan.variants().stream()
            .filter(variant -> !variant.accepted())
            .map(RulePlan.Variant::name)
            .toList();
    Files.write(folder.resolve("rejected.txt"), rejected);
    return "";
  }

  private String write(Path folder, ShaderPlan plan, long seed)
      throws IOException, CompileException {
    Shader shader = plan.shader();
    Files.writeString(folder.resolve(source(shader)), shader.glsl());
    try (SpirvCache cache = new SpirvCache(folder.resolve("cache"));
        Translator translator = new Translator(cache);
        SpirvTools tools = new SpirvTools()) {
      byte[] spirv = translator.spirv(shader);
      Files.write(folder.resolve("shader.spv"), spirv);
      Files.writeString(folder.resolve("shader.spvasm"), tools.disassemble(spirv));
    }
    Folders.delete(folder.resolve("cache"));
    for (Subcase subcase : plan.subcases()) {
      write(folder, shader, subcase.name(), subcase.trial().apply(seed));
    }
    return "./run-cts.sh exec %s/%s.json --device ... --out DIR"
        .formatted(folder, plan.subcases().getFirst().name());
  }

  private void write(Path folder, Shader shader, String subcase, Trial trial) throws IOException {
    new Job(
            shader.patches().isEmpty() ? source(shader) : "shader.spv",
            shader.target().stage().suffix(),
            "main",
            trial.groups(),
            constants(shader),
            HexFormat.of().formatHex(trial.push()),
            report.subgroup().canRequireInCompute() && shader.subgroupSize().isPresent()
                ? shader.subgroupSize().getAsInt()
                : null,
            buffers(folder, shader, subcase, trial),
            addresses(shader, trial),
            matrices(folder, subcase, trial),
            trial.steps().stream().map(Repro::step).toList())
        .write(folder.resolve(subcase + ".json"));
  }

  private static List<Job.Buffer> buffers(Path folder, Shader shader, String subcase, Trial trial)
      throws IOException {
    List<Job.Buffer> buffers = new ArrayList<>();
    for (int n = 0; n < shader.buffers().size(); n++) {
      String name = shader.buffers().get(n);
      byte[] bytes = trial.buffers().get(n);
      Optional<byte[]> expected =
          hasOwnBytes(trial, n) ? Optional.empty() : trial.expectation().buffers().get(n).exact();
      String file = contents(folder, subcase, name, bytes);
      String expect = expected(folder, subcase, name, expected);
      buffers.add(new Job.Buffer(name, 0, n, bytes.length, file, null, expect, null));
    }
    for (int n = 0; n < shader.addressed().size(); n++) {
      String name = shader.addressed().get(n);
      byte[] bytes = trial.addressed().get(n);
      Optional<byte[]> expected =
          trial.expectation().buffers().get(shader.buffers().size() + n).exact();
      String file = contents(folder, subcase, name, bytes);
      String expect = expected(folder, subcase, name, expected);
      buffers.add(new Job.Buffer(name, null, null, bytes.length, file, null, expect, true));
    }
    return buffers;
  }

  private static String source(Shader shader) {
    return "shader." + shader.target().stage().suffix();
  }

  /** Whether a buffer holds addresses, or matrices in a layout of the device's own. */
  private static boolean hasOwnBytes(Trial trial, int buffer) {
    return trial.addresses().stream().anyMatch(at -> at.into() == buffer)
        || trial.conversions().before().stream().anyMatch(into -> into.buffer() == buffer)
        || trial.conversions().after().stream().anyMatch(from -> from.buffer() == buffer);
  }

  /** The matrices that the device puts into buffers before the run. */
  private static List<Job.Matrix> matrices(Path folder, String subcase, Trial trial)
      throws IOException {
    List<Job.Matrix> matrices = new ArrayList<>();
    for (Trial.Into into : trial.conversions().before()) {
      String file = "%s.matrix%d.bin".formatted(subcase, matrices.size());
      Files.write(folder.resolve(file), into.rowMajor());
      matrices.add(
          Job.Matrix.of(
              file, new Step.Place(into.buffer(), into.offset(), into.matrix(), into.capacity())));
    }
    return matrices;
  }

  private static Job.Step step(Step step) {
    return switch (step) {
      case Step.Again(byte[] push) -> new Job.Step(HexFormat.of().formatHex(push), null);
      case Step.Convert(Step.Place from, Step.Place to) ->
          new Job.Step(null, List.of(Job.Matrix.of(null, from), Job.Matrix.of(null, to)));
    };
  }

  /** Writes a buffer as it is before the run and returns the file's name. */
  private static String contents(Path folder, String subcase, String name, byte[] bytes)
      throws IOException {
    String file = subcase + "." + name + ".bin";
    Files.write(folder.resolve(file), bytes);
    return file;
  }

  /**
   * Writes what a buffer must hold after the run and returns the file's name, or null where bytes
   * do not tell: elements with several acceptable patterns, and what the device puts there.
   */
  private static String expected(
      Path folder, String subcase, String name, Optional<byte[]> expected) throws IOException {
    if (expected.isEmpty()) {
      return null;
    }
    String file = subcase + "." + name + ".expected.bin";
    Files.write(folder.resolve(file), expected.get());
    return file;
  }

  private static List<Job.Address> addresses(Shader shader, Trial trial) {
    return trial.addresses().stream()
        .map(
            at ->
                new Job.Address(
                    shader.addressed().get(at.from()), new Job.Place(0, at.into(), at.offset())))
        .toList();
  }

  /** Specialization constants as the exchange format has them: numbers by their id. */
  private static SortedMap<Integer, Double> constants(Shader shader) {
    SortedMap<Integer, Double> constants = new TreeMap<>();
    shader
        .constants()
        .forEach(
            (id, constant) ->
                constants.put(id, NumberFormat.of(constant.type()).toDouble(constant.bits())));
    return constants;
  }
}
