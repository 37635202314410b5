package coopcts.run;

import coopcts.cases.Case;
import coopcts.cases.Family;
import coopcts.cases.Plan;
import coopcts.cases.Profile;
import coopcts.cases.Subcase;
import coopcts.glsl.GlslWriter;
import coopcts.model.DeviceReport;
import coopcts.numbers.NumberFormat;
import coopcts.oracle.Expectation;
import coopcts.oracle.Inputs;
import coopcts.oracle.Oracle;
import coopcts.program.Array;
import coopcts.program.Program;
import coopcts.reports.UsageException;
import coopcts.spirv.CompileException;
import coopcts.spirv.Compiler;
import coopcts.spirv.SpirvTools;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
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
    Plan plan = tested.plan().get();
    Program program = plan.program();
    String glsl = GlslWriter.write(program);
    Files.writeString(folder.resolve("shader.comp"), glsl);
    try (Compiler compiler = new Compiler();
        SpirvTools tools = new SpirvTools()) {
      byte[] spirv = compiler.compile(glsl, "shader.comp");
      Files.write(folder.resolve("shader.spv"), spirv);
      Files.writeString(folder.resolve("shader.spvasm"), tools.disassemble(spirv));
    }
    for (Subcase subcase : plan.subcases()) {
      write(folder, program, subcase, seed);
    }
    return "./run-cts.sh exec %s/%s.json --device ... --out DIR"
        .formatted(folder, plan.subcases().get(0).name());
  }

  /**
   * Elements with several acceptable patterns cannot be compared byte by byte: such a buffer's
   * bytes are only written.
   */
  private void write(Path folder, Program program, Subcase subcase, long seed) throws IOException {
    Inputs inputs = subcase.inputs().apply(seed);
    Expectation expectation = Oracle.expect(program, inputs);
    List<Map<String, Object>> buffers = new ArrayList<>();
    for (int i = 0; i < program.buffers().size(); i++) {
      Array array = program.buffers().get(i);
      Expectation.Buffer expected = expectation.buffers().get(i);
      String stem = subcase.name() + "." + array.name();
      Files.write(folder.resolve(stem + ".bin"), inputs.buffers().get(i));
      Files.write(folder.resolve(stem + ".expected.bin"), expected.bytes());
      Map<String, Object> buffer = new LinkedHashMap<>();
      buffer.put("name", array.name());
      buffer.put("set", 0);
      buffer.put("binding", i);
      buffer.put("bytes", inputs.buffers().get(i).length);
      buffer.put("file", stem + ".bin");
      if (expected.open().isEmpty()) {
        buffer.put("expect", stem + ".expected.bin");
      }
      buffers.add(buffer);
    }
    Map<String, Object> job = new LinkedHashMap<>();
    job.put("shader", "shader.comp");
    job.put("entry", "main");
    job.put("groups", List.of(inputs.workgroups(), 1, 1));
    Map<String, Object> constants = new LinkedHashMap<>();
    program
        .constants()
        .forEach(
            (id, constant) ->
                constants.put(
                    Integer.toString(id),
                    NumberFormat.of(constant.type()).toDouble(constant.bits())));
    job.put("specialization", constants);
    job.put("push", HexFormat.of().formatHex(Kernels.push(program, inputs)));
    if (report.subgroup().canRequireInCompute()) {
      job.put("requiredSubgroupSize", program.subgroupSize());
    }
    job.put("buffers", buffers);
    Files.writeString(
        folder.resolve(subcase.name() + ".json"), JSON.writeValueAsString(job) + "\n");
  }
}
