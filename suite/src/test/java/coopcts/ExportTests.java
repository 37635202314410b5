// SPDX-License-Identifier: Apache-2.0
package coopcts;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertTrue;
import static org.testng.Assert.expectThrows;

import coopcts.cli.Main;
import coopcts.device.Device;
import coopcts.device.Devices;
import coopcts.jobs.Export;
import coopcts.jobs.Job;
import coopcts.jobs.Packed;
import coopcts.jobs.Repro;
import coopcts.model.ShaderStage;
import coopcts.plan.Case;
import coopcts.plan.Shader;
import coopcts.plan.ShaderPlan;
import coopcts.plan.UnfitPlan;
import coopcts.reports.UsageException;
import coopcts.spirv.Compiler;
import coopcts.testing.Temporary;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.testng.SkipException;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A repro as one C file builds anywhere and says on lavapipe what the suite says of it. */
public final class ExportTests {

  private static final String DEVICE = "reference:lavapipe";

  private static final Path EXAMPLES = Path.of("../docs/examples/stages");

  /** A case, one of its subcases, and what the file exits with on lavapipe. */
  @DataProvider
  public Object[][] cases() {
    return new Object[][] {
      {"khr.muladd.float16_float16_float32_float32.m8n8k8.subgroup.row_row_row_row.buffer", 0},
      {"khr.reach.float16.a.8x8.subgroup.reference.row_row", 0},
      {"nv2.function.reduce_row_sum.uint32.accumulator.16x24.subgroup", 1}
    };
  }

  @Test(dataProvider = "cases")
  public void oneFileOfC(String name, int code) throws Exception {
    Path out = Temporary.folder("export");
    repro(out, DEVICE, "--format", "c", name);
    assertEquals(exitCode(first(out.resolve(name))), code);
  }

  /**
   * The line that is printed runs on a driver that was fetched, and so does what git bisects with.
   */
  @Test
  public void thePrintedLineAndTheScriptForGitRun() throws Exception {
    needHeaders();
    Path out = Temporary.folder("export");
    Path mesa = mesa();
    Map<String, String> driver = Map.of("VK_DRIVER_FILES", mesa.resolve("lvp_icd.json").toString());
    String name = (String) cases()[2][0];
    System.setProperty("coopcts.mesa", mesa.toString());
    String line;
    try {
      line = repro(out, DEVICE, "--format", "c", "--git-bisect", name);
    } finally {
      System.clearProperty("coopcts.mesa");
    }
    assertEquals(run(List.of("sh", "-c", line), driver), 1);
    String script = out.resolve(name).resolve("bisect.sh").toString();
    assertEquals(run(List.of(script, "true"), driver), 1);
    assertEquals(run(List.of(script, "false"), driver), 125, "it cannot be built");
    assertEquals(run(List.of(script, "true", "none.json"), driver), 125, "there is no driver");
  }

  /** What a program does, and what git is told of it. */
  @DataProvider
  public Object[][] endings() {
    return new Object[][] {
      {"abort();", 1},
      {"raise(SIGSEGV);", 1},
      {"raise(SIGTERM);", 125},
      {"exit(77);", 125},
      {"exit(1);", 1},
      {"exit(0);", 0}
    };
  }

  @Test(dataProvider = "endings", groups = "processes")
  public void gitIsToldOfAProgramThatADriverEnds(String ending, int code) throws Exception {
    needHeaders();
    Path out = Temporary.folder("export");
    String name = (String) cases()[0][0];
    repro(out, DEVICE, "--format", "c", "--git-bisect", name);
    Files.writeString(
        first(out.resolve(name)),
        """
        #include <signal.h>
        #include <stdlib.h>
        int main(void) { %s }
        """
            .formatted(ending));
    String script = out.resolve(name).resolve("bisect.sh").toString();
    assertEquals(run(List.of(script, "true"), Map.of()), code);
  }

  /** Cases of what lavapipe lacks, one for each way of a conversion. */
  @DataProvider
  public Object[][] lacking() {
    return new Object[][] {
      {"vector.sequence.scaled.float16.8x16.converted.inferencing_optimal"},
      {"vector.training.float16.8x16"},
      {"vector.conversion.host.type.float32_float16"},
      {"vector.conversion.device.type.float32_float16"},
      {"khr.way.pipeline_binary.load.sint8.a.16x32.subgroup.row.buffer.sint8"}
    };
  }

  /** The file is built, and tells that the device lacks something. */
  @Test(dataProvider = "lacking", groups = "processes")
  public void whatADeviceLacksIsTold(String name) throws Exception {
    Path out = Temporary.folder("export");
    repro(out, "reference:nvidia", "--format", "c", name);
    assertEquals(exitCode(first(out.resolve(name))), 77);
  }

  /** What {@code repro} prints. */
  private static String repro(Path out, String device, String... words) {
    List<String> command = new ArrayList<>(List.of("repro", "--device", device));
    command.addAll(List.of("--out", out.toString()));
    command.addAll(List.of(words));
    return ReproTests.output(0, command.toArray(String[]::new));
  }

  /**
   * Two cases in one file are played in one process, the verdict is the last one's. A driver that
   * keeps the constants of the first passes each alone.
   */
  @Test
  public void aPairIsOneFileOfOneProcess() throws Exception {
    Path out = Temporary.folder("export");
    String other = "khr.construct.float32.accumulator.8x8.subgroup.specialized";
    String own = "khr.construct.uint32.accumulator.8x8.subgroup.specialized";
    repro(out, DEVICE, "--format", "c", "--after", other, own);
    Path pair = first(out.resolve(own));
    assertTrue(Files.readString(pair).contains("behind " + other + ", values"), pair.toString());
    Path both = program(pair, pair.getParent());
    Map<String, String> stained = stainedDriver(out);
    assertEquals(played(both, Map.of()), 0);
    assertEquals(played(both, stained), 1);
    Path alone = Temporary.folder("export");
    repro(alone, DEVICE, "--format", "c", own);
    assertEquals(played(program(first(alone.resolve(own)), alone), stained), 0);
  }

  /** Whatever comes of a job before the last, it is the last that is told. */
  @Test
  public void theLastOfAPairIsTold() throws Exception {
    Path out = Temporary.folder("export");
    Path wrong = wrongExamples().resolve("comp.json");
    Path right = EXAMPLES.resolve("comp.json");
    Path refused = wrong.resolveSibling("refused.json");
    Files.writeString(
        refused, Files.readString(wrong).replaceFirst("\\{", "{\"way\": \"two_queues\", "));
    assertEquals(exitCode(inOrder(out.resolve("right.c"), wrong, refused, right)), 0);
    assertEquals(exitCode(inOrder(out.resolve("wrong.c"), right, wrong)), 1);
  }

  private static Path inOrder(Path file, Path... jobs) throws Exception {
    Packed packed = new Packed();
    packed.addInOrder(List.of(jobs), Temporary.folder("spirv"));
    Files.writeString(file, packed.source("", file.getFileName().toString(), ""));
    return file;
  }

  /** What makes lavapipe keep the first constants of a process. */
  private static Map<String, String> stainedDriver(Path folder) throws Exception {
    Path layers = folder.resolve("data");
    String script = Path.of("src/test/scripts/odd-layer.sh").toAbsolutePath().toString();
    assertEquals(run(List.of(script, layers.toString()), Map.of()), 0);
    return Map.of("XDG_DATA_HOME", layers.toString(), "ODD_LAYER", "1", "ODD_DRIVER", "stained");
  }

  private static Path first(Path folder) throws IOException {
    try (var files = Files.list(folder)) {
      return files.filter(one -> one.toString().endsWith(".c")).findFirst().orElseThrow();
    }
  }

  /** What is exported is played, and what is left out is named with why. */
  @Test(groups = "processes")
  public void aProfileForOtherRunners() throws Exception {
    Path out = Temporary.folder("export");
    String played = "khr.muladd.float16_float16_float32_float32.m8n8k8.subgroup.row_*.**";
    String wrong = "nv2.function.reduce_row_min.uint32.accumulator.16x16.subgroup";
    assertEquals(
        Main.execute(
            "export",
            "default",
            out.toString(),
            "--device",
            DEVICE,
            "--filter",
            played,
            "--filter",
            wrong,
            "--filter",
            "khr.rule.khr.khr_ext_002"),
        0);
    JsonNode list = JsonMapper.shared().readTree(Files.readString(out.resolve(Export.LIST)));
    assertEquals(list.at("/notExported/0/name").asString(), "khr.rule.khr.khr_ext_002");
    assertTrue(list.at("/notExported/0/reason").asString().contains("front end"));
    Path program = player(out);
    int red = 0;
    for (JsonNode one : list.get("cases")) {
      boolean isWrong = one.get("name").asString().equals(wrong);
      String file = out.resolve(one.get("file").asString()).toString();
      assertEquals(played(program, file), isWrong ? 1 : 0, file);
      red += isWrong ? 1 : 0;
    }
    assertTrue(list.get("cases").size() > 1 && red == 1, list.toPrettyString());
  }

  /** An archive that is damaged is told as such, whatever its jobs are: it blames no driver. */
  @Test
  public void thePlayerRefusesWhatIsDamaged() throws Exception {
    Path out = Temporary.folder("export");
    Path program = player(out);
    byte[] whole = Files.readAllBytes(Path.of("../docs/findings/lavapipe/reduce-columns.zip"));
    SplittableRandom random = new SplittableRandom(7);
    Path damaged = out.resolve("damaged.zip");
    int broken = 0;
    for (int turn = 0; turn < 40; turn++) {
      byte[] bytes =
          turn % 2 == 0 ? Arrays.copyOf(whole, random.nextInt(whole.length)) : whole.clone();
      if (turn % 2 == 1) {
        bytes[random.nextInt(bytes.length)] ^= (byte) (1 << random.nextInt(8));
      }
      Files.write(damaged, bytes);
      int code = played(program, damaged.toString());
      // A bit of a date says nothing, and the finding is there.
      assertTrue(
          code == 2 || (code == 1 && turn % 2 == 1), "exit code " + code + " in turn " + turn);
      broken += code == 2 ? 1 : 0;
    }
    assertTrue(broken > 30, broken + " of 40 are told");
    Files.writeString(out.resolve("job.json"), "{\"shader\": \"a.comp\"}");
    assertEquals(played(program, out.resolve("job.json").toString()), 3);
    assertEquals(played(program, out.resolve("none.json").toString()), 2);
    assertEquals(
        played(program, out.resolve("job.json").toString(), "--extract", out.toString()), 2);
  }

  /** Of a case's jobs one fails, and another is not supported, or not the player's. */
  @DataProvider
  public Object[][] others() {
    return new Object[][] {
      {"\"way\": \"pipeline_binary\"", 77, false},
      {"\"way\": \"pipeline_binary\"", 77, true},
      {"\"asks\": {}", 3, false},
      {"\"asks\": {}", 3, true}
    };
  }

  @Test(dataProvider = "others")
  public void aFailureIsNotHiddenByAnotherJob(String member, int alone, boolean isFirst)
      throws Exception {
    Path folder = wrongExamples();
    Path cache = Temporary.folder("spirv");
    String other =
        """
        {"shader": "shader.spv", "groups": [1, 1, 1], %s, "push": "07000000",
         "buffers": [{"set": 0, "binding": 0, "bytes": 400}, {"set": 0, "binding": 1, "bytes": 400},
          {"set": 0, "binding": 2, "bytes": 400}]}
        """
            .formatted(member);
    String name = isFirst ? "a.json" : "z.json";
    Packed packed = new Packed();
    packed.with(name, other);
    packed.add(folder.resolve("comp.json"), cache);
    Path file = folder.resolve("both.zip");
    Files.write(file, packed.zip());
    Path program = player(folder);
    assertEquals(played(program, file.toString(), "--job", name), alone);
    assertEquals(played(program, file.toString()), 1);
  }

  /** What is changed in a right job, and what the player exits with. */
  @DataProvider
  public Object[][] misfits() {
    return new Object[][] {
      {"\"push\"", "\"push\"", 0},
      {"\"binding\" : 1", "\"binding\" : 3", 2},
      {"\"bytes\" : 400", "\"bytes\" : 404", 2},
      {"\"push\"", "\"specialization\": {\"99\": 1}, \"push\"", 2},
      {"\"comp\"", "\"frag\"", 3},
      {"\"comp\"", "\"geom\"", 3},
      {"\"comp\"", "\"tesc\"", 3},
      {"\"comp\"", "\"tese\"", 3},
      {"\"comp\"", "\"task\"", 3},
      {"\"comp\"", "\"rahit\"", 3},
      {"\"comp\"", "\"rchit\"", 3},
      {"\"comp\"", "\"rint\"", 3},
      {"\"comp\"", "\"rmiss\"", 3},
      {"\"comp\"", "\"rcall\"", 3}
    };
  }

  /** A job that does not fit its files or lacks stages is told as such: it blames no driver. */
  @Test(dataProvider = "misfits", groups = "processes")
  public void aJobThatCannotBePlayedIsTold(String said, String instead, int code) throws Exception {
    Path folder = Temporary.folder("export");
    Packed packed = new Packed();
    packed.add(EXAMPLES.resolve("comp.json"), Temporary.folder("spirv"));
    Path program = player(folder);
    Path file = folder.resolve("comp.zip");
    Files.write(file, packed.zip());
    assertEquals(played(program, file.toString(), "--extract", folder.toString()), 0);
    Path job = folder.resolve("comp.json");
    String text = Files.readString(job);
    assertTrue(text.contains(said), text);
    Files.writeString(job, text.replace(said, instead));
    assertEquals(played(program, job.toString()), code);
  }

  /** A driver may do anything with a buffer that another stage declares and that is not there. */
  @Test
  public void aBufferThatAnotherStageLacksIsTold() throws Exception {
    Path folder = Temporary.folder("export");
    Packed packed = new Packed();
    packed.add(EXAMPLES.resolve("frag.json"), Temporary.folder("spirv"));
    Path program = player(folder);
    Path file = folder.resolve("frag.zip");
    Files.write(file, packed.zip());
    assertEquals(played(program, file.toString(), "--extract", folder.toString()), 0);
    Path job = folder.resolve("frag.json");
    assertEquals(played(program, job.toString()), 0);
    Path companion = folder.resolve("shader.vert.spv");
    assertTrue(Files.exists(companion));
    try (Compiler compiler = new Compiler()) {
      Files.write(
          companion,
          compiler.compile(
              """
              #version 460
              layout(set = 0, binding = 7) buffer Other { float f; };
              void main() { gl_Position = vec4(f); }
              """,
              "other.vert",
              ShaderStage.VERTEX));
    }
    assertEquals(played(program, job.toString()), 2);
  }

  /** Constants of float16 take the nearest number, of two the even one. */
  @Test
  public void float16ConstantsAreRounded() throws Exception {
    double[] values = {0.1, -0.1, 1 / 3.0, 2049, 2051, 65519, 1e9, 0x1p-25, 0x1.8p-24};
    int[] bits = {0x2E66, 0xAE66, 0x3555, 0x6800, 0x6802, 0x7BFF, 0x7C00, 0, 2};
    Path folder = Temporary.folder("export");
    StringBuilder constants = new StringBuilder();
    StringBuilder stores = new StringBuilder();
    List<String> given = new ArrayList<>();
    byte[] expected = new byte[4 * values.length];
    for (int i = 0; i < values.length; i++) {
      constants.append("layout(constant_id = %d) const float16_t c%d = 0.0hf;%n".formatted(i, i));
      stores.append("f[%d] = packFloat2x16(f16vec2(c%d, 0.0hf));%n".formatted(i, i));
      given.add("\"%d\": %s".formatted(i, values[i]));
      expected[4 * i] = (byte) bits[i];
      expected[4 * i + 1] = (byte) (bits[i] >> 8);
    }
    Files.writeString(
        folder.resolve("half.comp"),
        """
        #version 460
        #extension GL_EXT_shader_explicit_arithmetic_types_float16 : require
        layout(local_size_x = 1) in;
        layout(set = 0, binding = 0) buffer F { uint f[]; };
        %svoid main() {
        %s}
        """
            .formatted(constants, stores));
    Files.write(folder.resolve("bits.bin"), expected);
    Files.writeString(
        folder.resolve("half.json"),
        """
        {"shader": "half.comp", "groups": [1, 1, 1], "specialization": {%s},
         "buffers": [{"set": 0, "binding": 0, "bytes": %d, "fill": "FF", "expect": "bits.bin"}]}
        """
            .formatted(String.join(", ", given), expected.length));
    assertEquals(exitCode(written(folder.resolve("half.json"), folder.resolve("half.c"))), 0);
  }

  /** What is written to run or to bisect judges as strictly as the command that wrote it. */
  @DataProvider
  public Object[][] strictness() {
    return new Object[][] {
      {"c", "--strict"}, {"c", "--strict-spec"}, {"job", "--strict"}, {"job", "--strict-spec"}
    };
  }

  @Test(dataProvider = "strictness", groups = "processes")
  public void theWrittenLinesAreAsStrict(String format, String option) throws Exception {
    Path out = Temporary.folder("export");
    String name = (String) cases()[0][0];
    String line = repro(out, DEVICE, option, "--format", format, "--git-bisect", name);
    assertTrue((line.strip() + " ").contains(" " + option + " "), line);
    List<String> runs =
        Files.readAllLines(out.resolve(name).resolve("bisect.sh")).stream()
            .filter(one -> one.contains("timeout 300"))
            .toList();
    assertEquals(runs.size(), 2);
    runs.forEach(one -> assertTrue((one + " ").contains(" " + option + " "), one));
  }

  /** A program that fits in no frame of the device is no job, and ends nothing. */
  @Test
  public void whatFitsInNoFrameIsCounted() throws Exception {
    Path out = Temporary.folder("export");
    Case unfit = Case.of("random.framed.unfit", List.of(), () -> new UnfitPlan("too large"));
    try (Device device = Devices.open(DEVICE)) {
      Path cache = Temporary.folder("spirv");
      Export export = new Export(device.report(), out, cache, 1);
      export.add(unfit);
      assertTrue(Files.notExists(out.resolve("random.framed.unfit.zip")));
      UsageException told =
          expectThrows(
              UsageException.class,
              () -> Repro.of(unfit, device.report(), cache).writeInto(out, 1));
      assertTrue(told.getMessage().endsWith("too large"), told.getMessage());
    }
  }

  /** A shader that does not compile is a fault, and no reason to leave a case out. */
  @Test
  public void aCaseThatDoesNotCompileIsNotLeftOut() throws Exception {
    Path out = Temporary.folder("export");
    try (Device device = Devices.open(DEVICE)) {
      Export export = new Export(device.report(), out, Temporary.folder("spirv"), 1);
      Case broken =
          Case.of(
              "khr.broken",
              List.of(),
              () ->
                  new ShaderPlan(
                      Shader.of(
                          "#version 460\nvoid main() { none(); }\n", OptionalInt.empty(), 0, "f"),
                      List.of()));
      IllegalStateException e = expectThrows(IllegalStateException.class, () -> export.add(broken));
      assertTrue(e.getMessage().startsWith("khr.broken: "), e.getMessage());
    }
  }

  /** A job for each stage. */
  @DataProvider
  public Object[][] stages() throws IOException {
    try (var files = Files.list(EXAMPLES)) {
      return files
          .filter(file -> file.toString().endsWith(".json"))
          .sorted()
          .map(file -> new Object[] {file.getFileName().toString()})
          .toArray(Object[][]::new);
    }
  }

  @Test(dataProvider = "stages", groups = "processes")
  public void everyStageInC(String job) throws Exception {
    Path folder = Temporary.folder("export");
    assertEquals(exitCode(written(EXAMPLES.resolve(job), folder.resolve("right.c"))), 0);
  }

  /** One stage of each kind of pipeline, rays with a scene and without. */
  @DataProvider
  public Object[][] kinds() {
    return new Object[][] {
      {"comp.json"}, {"frag.json"}, {"mesh.json"}, {"rgen.json"}, {"rchit.json"}
    };
  }

  @Test(dataProvider = "kinds")
  public void everyKindOfPipelineInCCanFail(String job) throws Exception {
    Path folder = wrongExamples();
    assertEquals(exitCode(written(folder.resolve(job), folder.resolve("wrong.c"))), 1);
  }

  /** The stages' jobs in a folder, with a wrong number among those that are expected. */
  private static Path wrongExamples() throws IOException {
    Path folder = Temporary.folder("export");
    try (var files = Files.list(EXAMPLES)) {
      for (Path file : files.toList()) {
        Files.copy(file, folder.resolve(file.getFileName()));
      }
    }
    Path expected = folder.resolve("squares.bin");
    byte[] bytes = Files.readAllBytes(expected);
    bytes[bytes.length - 4] ^= 1;
    Files.write(expected, bytes);
    return folder;
  }

  /** The player, built. */
  private static Path player(Path folder) throws Exception {
    return program(Path.of("../replay/coopcts-replay.c").toAbsolutePath(), folder);
  }

  /** A job as a C file. */
  private static Path written(Path job, Path file) throws Exception {
    assertEquals(Packed.obstacle(Job.read(job)), Optional.empty());
    Path cache = Temporary.folder("spirv");
    Packed packed = new Packed();
    packed.add(job, cache);
    Files.writeString(file, packed.source("", file.getFileName().toString(), ""));
    return file;
  }

  private static void needHeaders() {
    if (!Files.exists(Path.of("/usr/include/vulkan/vulkan.h"))) {
      throw new SkipException("no Vulkan headers");
    }
  }

  /** What a C file, built, exits with on lavapipe. */
  private static int exitCode(Path file) throws Exception {
    needHeaders();
    return played(program(file, file.getParent()));
  }

  /** A C file, built. */
  private static Path program(Path file, Path folder) throws Exception {
    needHeaders();
    Path program = folder.resolve(file.getFileName() + ".program");
    assertEquals(
        run(
            List.of(
                "cc",
                "-O1",
                "-Wall",
                "-Werror",
                "-o",
                program.toString(),
                file.toString(),
                "-lvulkan"),
            Map.of()),
        0);
    return program;
  }

  /** What a program exits with on lavapipe. */
  private static int played(Path program, String... words) throws Exception {
    return played(program, Map.of(), words);
  }

  private static int played(Path program, Map<String, String> environment, String... words)
      throws Exception {
    Path mesa = mesa();
    List<String> command =
        new ArrayList<>(
            List.of(
                mesa.resolve("ld-linux-x86-64.so.2").toString(),
                "--library-path",
                mesa.toString(),
                program.toString()));
    command.addAll(List.of(words));
    Map<String, String> all = new TreeMap<>(environment);
    all.put("VK_DRIVER_FILES", mesa.resolve("lvp_icd.json").toString());
    return run(command, all);
  }

  @Test
  public void amberSaysWhatItCan() throws Exception {
    Path out = Temporary.folder("export");
    String name = (String) cases()[0][0];
    repro(out, DEVICE, "--format", "amber", name);
    try (var files = Files.list(out.resolve(name))) {
      Path file = files.filter(one -> one.toString().endsWith(".amber")).findFirst().orElseThrow();
      String text = Files.readString(file);
      assertTrue(text.startsWith("#!amber\n"), text);
      assertTrue(text.contains("RUN pipeline ") && text.contains("EXPECT result IDX 0 EQ"), text);
    }
  }

  private static Path mesa() {
    String own = System.getenv("COOPCTS_CACHE");
    Path cache =
        own != null ? Path.of(own) : Path.of(System.getProperty("user.home"), ".cache/coopcts");
    // A folder without this file is still being unpacked by somebody else.
    try (var files = Files.list(cache)) {
      return files
          .filter(file -> file.getFileName().toString().startsWith("lavapipe"))
          .filter(file -> Files.exists(file.resolve("complete")))
          .findFirst()
          .orElseThrow(() -> new SkipException("lavapipe was not fetched"));
    } catch (IOException e) {
      throw new SkipException("lavapipe was not fetched");
    }
  }

  private static int run(List<String> command, Map<String, String> environment) throws Exception {
    ProcessBuilder builder = new ProcessBuilder(new ArrayList<>(command)).inheritIO();
    builder.environment().putAll(environment);
    return builder.start().waitFor();
  }
}
