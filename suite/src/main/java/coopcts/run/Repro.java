package coopcts.run;

import coopcts.cases.Case;
import coopcts.cases.ConversionPlan;
import coopcts.cases.Family;
import coopcts.cases.ProbePlan;
import coopcts.cases.Profile;
import coopcts.cases.ReportPlan;
import coopcts.cases.Round;
import coopcts.cases.RulePlan;
import coopcts.cases.Shader;
import coopcts.cases.ShaderPlan;
import coopcts.cases.Trial;
import coopcts.model.DeviceReport;
import coopcts.numbers.NumberFormat;
import coopcts.oracle.Expectation;
import coopcts.reports.Folders;
import coopcts.reports.UsageException;
import coopcts.spirv.CompileException;
import coopcts.spirv.SpirvCache;
import coopcts.spirv.SpirvTools;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/**
 * A case written as files: shader in three forms, and for each subcase a job file with its inputs
 * and expected bytes.
 */
public final class Repro {

  private static final JsonMapper JSON =
      JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();

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
    for (Round round : plan.rounds()) {
      write(folder, shader, round.name(), round.trial().apply(seed));
    }
    return "./run-cts.sh exec %s/%s.json --device ... --out DIR"
        .formatted(folder, plan.rounds().getFirst().name());
  }

  private void write(Path folder, Shader shader, String round, Trial trial) throws IOException {
    List<Map<String, Object>> buffers = new ArrayList<>();
    int count = shader.buffers().size() + shader.addressed().size();
    for (int i = 0; i < count; i++) {
      boolean bound = i < shader.buffers().size();
      int n = bound ? i : i - shader.buffers().size();
      Map<String, Object> buffer = new LinkedHashMap<>();
      buffer.put("name", bound ? shader.buffers().get(n) : shader.addressed().get(n));
      if (bound) {
        buffer.put("set", 0);
        buffer.put("binding", n);
      } else {
        buffer.put("address", true);
      }
      byte[] bytes = bound ? trial.buffers().get(n) : trial.addressed().get(n);
      buffer.putAll(
          contents(
              folder,
              round + "." + buffer.get("name"),
              bytes,
              trial.expectation().buffers().get(i),
              bound && hasOwnBytes(trial, n)));
      buffers.add(buffer);
    }
    Map<String, Object> job = new LinkedHashMap<>();
    job.put("shader", shader.patches().isEmpty() ? source(shader) : "shader.spv");
    job.put("stage", shader.target().stage().suffix());
    job.put("entry", "main");
    job.put("groups", trial.groups());
    job.put("specialization", constants(shader));
    job.put("push", HexFormat.of().formatHex(trial.push()));
    if (report.subgroup().canRequireInCompute() && shader.subgroupSize().isPresent()) {
      job.put("requiredSubgroupSize", shader.subgroupSize().getAsInt());
    }
    job.put("buffers", buffers);
    if (!trial.addresses().isEmpty()) {
      job.put("addresses", addresses(shader, trial));
    }
    if (!trial.conversions().before().isEmpty()) {
      job.put("convert", matrices(folder, round, trial));
    }
    if (!trial.steps().isEmpty()) {
      job.put("then", trial.steps().stream().map(Repro::step).toList());
    }
    Files.writeString(folder.resolve(round + ".json"), JSON.writeValueAsString(job) + "\n");
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
  private static List<Map<String, Object>> matrices(Path folder, String round, Trial trial)
      throws IOException {
    List<Map<String, Object>> matrices = new ArrayList<>();
    for (Trial.Into into : trial.conversions().before()) {
      String file = "%s.matrix%d.bin".formatted(round, matrices.size());
      Files.write(folder.resolve(file), into.rowMajor());
      Map<String, Object> matrix =
          place(new Trial.Place(into.buffer(), into.offset(), into.matrix(), into.capacity()));
      matrix.put("file", file);
      matrices.add(matrix);
    }
    return matrices;
  }

  private static Map<String, Object> place(Trial.Place place) {
    Map<String, Object> matrix = new LinkedHashMap<>();
    matrix.put("set", 0);
    matrix.put("binding", place.buffer());
    matrix.put("offset", place.offset());
    matrix.put("bytes", place.capacity());
    matrix.put("component", place.matrix().component().toString());
    matrix.put("rows", place.matrix().rows());
    matrix.put("columns", place.matrix().columns());
    matrix.put("layout", place.matrix().layout().toString());
    matrix.put("stride", place.matrix().stride());
    return matrix;
  }

  private static Map<String, Object> step(Trial.Step step) {
    return switch (step) {
      case Trial.Again(byte[] push) -> Map.of("push", HexFormat.of().formatHex(push));
      case Trial.Convert(Trial.Place from, Trial.Place to) ->
          Map.of("convert", List.of(place(from), place(to)));
    };
  }

  /**
   * What cannot be compared byte by byte is only written: elements with several acceptable
   * patterns, and what the device puts there.
   */
  private static Map<String, Object> contents(
      Path folder, String stem, byte[] bytes, Expectation.Buffer expected, boolean ownBytes)
      throws IOException {
    Files.write(folder.resolve(stem + ".bin"), bytes);
    Map<String, Object> contents = new LinkedHashMap<>();
    contents.put("bytes", bytes.length);
    contents.put("file", stem + ".bin");
    Optional<byte[]> exact = ownBytes ? Optional.empty() : expected.exact();
    if (exact.isPresent()) {
      Files.write(folder.resolve(stem + ".expected.bin"), exact.get());
      contents.put("expect", stem + ".expected.bin");
    }
    return contents;
  }

  private static List<Map<String, Object>> addresses(Shader shader, Trial trial) {
    List<Map<String, Object>> addresses = new ArrayList<>();
    for (Trial.Address at : trial.addresses()) {
      addresses.add(
          Map.of(
              "buffer",
              shader.addressed().get(at.from()),
              "into",
              Map.of("set", 0, "binding", at.into(), "offset", at.offset())));
    }
    return addresses;
  }

  /** Specialization constants as the exchange format has them: numbers by their id. */
  private static Map<String, Object> constants(Shader shader) {
    Map<String, Object> constants = new LinkedHashMap<>();
    shader
        .constants()
        .forEach(
            (id, constant) ->
                constants.put(
                    Integer.toString(id),
                    NumberFormat.of(constant.type()).toDouble(constant.bits())));
    return constants;
  }
}
